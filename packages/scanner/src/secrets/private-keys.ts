/** A private key in a text, with what is known about it. */
export interface PrivateKeyMatch {
  start: number;
  end: number;
  title: string;
  isEncrypted: boolean;
}

const beginning =
  /-----BEGIN ((?:RSA |EC |DSA |OPENSSH |ENCRYPTED |PGP |SSH2 ENCRYPTED )?PRIVATE KEY(?: BLOCK)?)-----/g;

/**
 * PEM private keys with a body, also with escaped line ends (`\n`, `\\n`) or as joined strings. A header alone, or
 * with a placeholder as its body, does not count.
 */
export function findPrivateKeys(text: string): PrivateKeyMatch[] {
  const found: PrivateKeyMatch[] = [];
  for (const match of text.matchAll(beginning)) {
    const label = match[1] ?? '';
    const bodyStart = match.index + match[0].length;
    const ending = text.indexOf(`-----END ${label}`, bodyStart);
    // A truncated key without an end also has a body here.
    const bodyEnd =
      ending >= 0 && ending - bodyStart < 20_000 ? ending : Math.min(text.length, bodyStart + 4_000);
    const body = text.slice(bodyStart, bodyEnd);
    const bytes = decodeBody(body);
    if (!bytes || !isKeyMaterial(label, bytes)) continue;
    const isEncrypted = label.startsWith('ENCRYPTED') || /Proc-Type: 4,ENCRYPTED/.test(body);
    const kind = label.replace(/ ?PRIVATE KEY.*/, '').toLowerCase();
    found.push({
      start: match.index,
      end: ending >= 0 ? bodyEnd : bodyStart,
      title: isEncrypted ? 'Encrypted private key' : kind ? `Private key (${kind})` : 'Private key',
      isEncrypted,
    });
  }
  return found;
}

function decodeBody(body: string): Buffer | undefined {
  const unescaped = body
    .replace(/\\+r|\\+n/g, '\n')
    .replace(/^(?:[\w-]+: .*)$/gm, '')
    .replace(/^=[A-Za-z0-9+/]{4}\s*$/gm, '');
  // Sentences about keys contain their headers too.
  if (/[a-z]{2,} [a-z]{2,} [a-z]{2,}/i.test(unescaped)) return undefined;
  if (/\.\.\.|…|<[^>]+>|\$\{|\{\{|xxxx|your/i.test(unescaped)) return undefined;
  const base64 = unescaped.replace(/[^A-Za-z0-9+/=]/g, '');
  if (base64.length < 60 || new Set(base64).size < 20) return undefined;
  return Buffer.from(base64, 'base64');
}

/** DER sequences, OpenSSH's magic and OpenPGP packets have beginnings that a placeholder does not have. */
function isKeyMaterial(label: string, bytes: Buffer): boolean {
  if (label.startsWith('OPENSSH')) return bytes.subarray(0, 14).toString('latin1') === 'openssh-key-v1';
  if (label.startsWith('PGP') || label.startsWith('SSH2'))
    return ((bytes[0] ?? 0) & 0x80) !== 0 || bytes.length > 80;
  // A legacy encrypted key is ciphertext; the others are a DER sequence with the length of the body.
  if (bytes[0] !== 0x30) return bytes.length >= 40 && new Set(bytes).size > bytes.length / 8;
  const first = bytes[1] ?? 0;
  return first < 0x80 ? bytes.length >= first : first === 0x81 || first === 0x82 || first === 0x84;
}
