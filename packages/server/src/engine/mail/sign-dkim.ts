import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';

export interface DkimKey {
  /** The signing domain (`d=`). */
  domain: string;
  /** Its public key is published at `<selector>._domainkey.<domain>`. */
  selector: string;
  privateKey: KeyObject;
}

// RFC 6376 section 5.4.1, and RFC 8058 section 4: both List-Unsubscribe headers must be signed.
const SIGNED_HEADERS = [
  'from',
  'reply-to',
  'subject',
  'date',
  'to',
  'message-id',
  'in-reply-to',
  'references',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'list-unsubscribe',
  'list-unsubscribe-post',
];

export function dkimKeyOf(domain: string, selector: string, pem: string): DkimKey {
  return { domain, selector, privateKey: createPrivateKey(pem) };
}

/**
 * Prepends a DKIM-Signature: relaxed/relaxed, rsa-sha256 or ed25519-sha256 depending on the key. The key is
 * parsed once by its owner; signing runs off the event loop.
 */
export async function signDkim(mail: Buffer, key: DkimKey, nowMs: number): Promise<Buffer> {
  const end = mail.indexOf('\r\n\r\n');
  const head = mail.toString('latin1', 0, end + 2);
  const isEd25519 = key.privateKey.asymmetricKeyType === 'ed25519';
  const bodyHash = createHash('sha256')
    .update(relaxBody(mail.subarray(end + 4)))
    .digest('base64');
  const headers = splitHeaders(head);
  const names: string[] = [];
  let signed = '';
  for (const name of SIGNED_HEADERS) {
    const header = headers.get(name);
    if (header === undefined) continue;
    names.push(name);
    signed += `${relaxHeader(header)}\r\n`;
  }
  // Listed once more than it occurs, so that nobody can add a second one.
  names.push('from');
  const unsigned =
    `DKIM-Signature: v=1; a=${isEd25519 ? 'ed25519' : 'rsa'}-sha256; c=relaxed/relaxed; d=${key.domain};\r\n` +
    ` s=${key.selector}; t=${Math.floor(nowMs / 1000)}; bh=${bodyHash};\r\n` +
    ` h=${fold(names)};\r\n b=`;
  const data = Buffer.from(signed + relaxHeader(unsigned), 'latin1');
  const toSign = isEd25519 ? createHash('sha256').update(data).digest() : data;
  const signature = await signAside(isEd25519 ? null : 'sha256', toSign, key.privateKey);
  const lines = signature.toString('base64').replace(/.{72}(?=.)/g, '$&\r\n  ');
  return Buffer.concat([Buffer.from(`${unsigned}${lines}\r\n`, 'latin1'), mail]);
}

function signAside(algorithm: string | null, data: Buffer, key: KeyObject): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    sign(algorithm, data, key, (error, signature) => (error ? reject(error) : resolve(signature)));
  });
}

/** The last header of each name, including its folds. */
function splitHeaders(head: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const header of head.split(/\r\n(?![ \t])/)) {
    const colon = header.indexOf(':');
    if (colon > 0) headers.set(header.slice(0, colon).trim().toLowerCase(), header);
  }
  return headers;
}

function relaxHeader(header: string): string {
  const colon = header.indexOf(':');
  const value = header
    .slice(colon + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    // Works on bytes, not characters: anything else that looks like a space may be part of a character.
    .replace(/^ | $/g, '');
  return `${header.slice(0, colon).trim().toLowerCase()}:${value}`;
}

function relaxBody(body: Buffer): Buffer {
  const text = body
    .toString('latin1')
    .replace(/[ \t]+(?=\r\n)/g, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/[ \t]+$/, '')
    .replace(/(?:\r\n)+$/, '');
  return text === '' ? Buffer.alloc(0) : Buffer.from(`${text}\r\n`, 'latin1');
}

function fold(names: string[]): string {
  let line = '';
  const lines: string[] = [];
  for (const name of names) {
    if (line.length + name.length > 68) {
      lines.push(line);
      line = '';
    }
    line += line === '' && lines.length === 0 ? name : `:${name}`;
  }
  lines.push(line);
  return lines.join('\r\n ');
}
