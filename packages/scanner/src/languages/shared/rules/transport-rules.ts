import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { whereUsed } from './nonce-uses.ts';

export const js = [...jsLanguages];
export const tls = {
  impact: 'disclosure',
  confidence: 0.85,
  cwe: ['CWE-295'],
  description:
    'The other side is not verified, so anybody on the network path can read and change what is sent.',
  recommendation:
    'Leave the check on; if the other side has its own certificate authority, add it to the trusted ones.',
  source: 'code',
  references: ['https://cwe.mitre.org/data/definitions/295.html'],
} as const;
export const oldTls = {
  ...tls,
  impact: 'weakening',
  cwe: ['CWE-327', 'CWE-326'],
  description: 'This version of the protocol has known weaknesses.',
  recommendation: 'Require at least TLS 1.2.',
} as const;
export const keyText = {
  impact: 'weakening',
  confidence: 0.85,
  cwe: ['CWE-326'],
  description: 'States and large companies have the means to find a key of this length.',
  recommendation: 'Use RSA with 3072 bits or more, or an elliptic curve of 256 bits.',
  source: 'code',
} as const;

export const unsalted = {
  id: 'crypto/unsalted-password',
  impact: 'weakening',
  confidence: 0.65,
  cwe: ['CWE-916', 'CWE-759', 'CWE-327'],
  source: 'code',
  description:
    'Fast hashes allow billions of guesses a second against a stolen table; without a salt they run against all users at once.',
  recommendation: 'Use argon2id, scrypt or bcrypt, which add a salt.',
} as const;

function before(match: RegExpMatchArray, view: SourceView, length: number): string {
  const at = match.index ?? 0;
  return view.withoutComments.slice(Math.max(0, at - length), at);
}

/** Disabled certificate checks, outdated versions, weak keys, repeated nonces. */
export const transportRules: readonly TextRule[] = [
  {
    ...oldTls,
    id: 'transport/old-tls',
    languages: ['Java', 'Kotlin', 'C#'],
    pattern:
      /\bSSLContext\.getInstance\s*\(\s*"(?:SSL(?:v[23])?|TLSv1(?:\.1)?)"|\b(?:SecurityProtocolType|SslProtocols)\.(?:Ssl2|Ssl3|Tls|Tls11)\b(?!\d)/g,
  },
  {
    ...keyText,
    id: 'crypto/short-key',
    languages: ['Go', 'C#'],
    pattern:
      /\brsa\.GenerateKey\s*\([^,]{1,300},\s*(\d+)|\bRSA\.Create\s*\(\s*(\d+)|new\s+RSACryptoServiceProvider\s*\(\s*(\d+)/g,
    over: 'code',
    refine: (match) => isShort(match[1] ?? match[2] ?? match[3] ?? '', ''),
  },
  {
    id: 'crypto/fixed-nonce',
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-329', 'CWE-1204'],
    source: 'code',
    languages: [...js, 'Python'],
    pattern:
      /\b(?:\w*_)?(?:iv|IV|[nN]once|NONCE)\s*=\s*(?:b?["'][^"']{8,}["']|bytes\(\s*\d+\s*\)|new\s+Uint8Array\(\s*(?:\d+|\[[\d,\s]+\])\s*\)|Buffer\.(?:alloc\(\s*\d+\s*(?:,\s*[\w"']+\s*)?\)|from\(['"][^'"]{1,300}['"])|b["']\\x00["']\s*\*)|createCipheriv\([^,]{1,300},[^,]{1,300},\s*(?:['"]|Buffer\.alloc\(\d+\))|MODE_CBC\s*,\s*(?:iv\s*=\s*)?b["']|\bmodes\.(?:CBC|CFB8?|OFB|CTR|GCM)\s*\(\s*(?:b["'][^"'\n]{8,}["']|bytes\(\s*\d+\s*\))/g,
    refine: (match, view) =>
      /cipher|AES|encrypt|Cipher/i.test(view.text) &&
      // Filled randomly, or read from the ciphertext, right afterwards.
      !(
        /new\s|alloc/.test(match[0]) &&
        /nextBytes|randomFill|getRandomValues|NextBytes|GetBytes|RandomNumberGenerator|arraycopy|\.read(?:Fully)?\(|\.(?:get|set|copy)\(\s*\w*(?:iv|nonce)/i.test(
          view.code.slice(match.index ?? 0, (match.index ?? 0) + 400),
        )
      ) &&
      whereUsed(match, view),
    description:
      'With the same nonce, equal plaintexts give equal ciphertexts, and in some modes the key stream repeats.',
    recommendation:
      'Generate a new nonce with the cryptographic generator for each message and send it along.',
  },
  {
    ...unsalted,
    languages: ['Python', ...js, 'Java', 'PHP', 'Ruby', 'Go', 'C#'],
    pattern:
      /\b(?:sha(?:224|256|384|512|3_\w+)|md5|sha1|createHash|hash)\s*\(\s*[^;\n]{0,60}\b(?:password|passwd|pwd|passphrase)\b/gi,
    refine: (match, view) =>
      // `hasher.hash(password)` of a password hashing library.
      !(
        /^hash/i.test(match[0]) &&
        view.withoutComments[(match.index ?? 0) - 1] === '.' &&
        /argon2|bcrypt|scrypt|passlib|passwordhash/i.test(view.text)
      ) &&
      // The declaration of a function with that name is not a call.
      !/\b(?:def|function|func|fn|fun)\s+(?:\([^()]*\)\s*)?$/.test(before(match, view, 80)) &&
      !/(?:hasher|hashing|encoder|password\w*)(?:\(\))?\s*\.\s*\w*$/i.test(before(match, view, 60)) &&
      !/\(\s*(?:final\s+|const\s+)?[A-Za-z_][\w.<>[\]]*\s+\w*(?:password|passwd|pwd|passphrase)\b/i.test(
        match[0],
      ) &&
      !/pbkdf2|scrypt|bcrypt|argon2|hmac|verify|compare/i.test(
        // The receiver of a call chain may be on the line before.
        `${view.lineText(view.lineAt(match.index ?? 0))} ${/\b\w+\s*\.\s*$/.exec(view.withoutComments.slice(Math.max(0, (match.index ?? 0) - 200), match.index))?.[0] ?? ''}`,
      ),
  },
  {
    id: 'crypto/few-rounds',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-916'],
    source: 'code',
    languages: [...js, 'Python', 'Java', 'Kotlin', 'C#', 'Go', 'PHP'],
    pattern:
      /\bnew\s+Rfc2898DeriveBytes\s*\([^,()]{1,120},\s*(?:[^,()]|\([^()]{0,80}\)){1,120}(?:,\s*(\d[\d_]*)\s*[,)]|\))|\bpbkdf2(?:Sync|_hmac)?\s*\(\s*(?:[^,()]|\([^()]{0,80}\)){1,300},\s*(?:[^,()]|\([^()]{0,80}\)){1,300},\s*(?:[^,()\d\s](?:[^,()]|\([^()]{0,80}\)){0,300},\s*)?(\d[\d_]{0,9})\b|\bPBEKeySpec\s*\([^,]{1,300},[^,]{1,300},\s*(\d[\d_]*)/gi,
    over: 'code',
    refine: (match) => Number((match[1] ?? match[2] ?? match[3] ?? '1000').replaceAll('_', '')) < 10_000,
    description: 'With so few iterations, passwords are cheap to guess.',
    recommendation: 'Use at least 600,000 iterations of PBKDF2-SHA256, or argon2id.',
  },
  {
    id: 'transport/plain-protocol',
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-319'],
    source: 'code',
    languages: ['Python', 'Java'],
    pattern:
      /\b(?:ftplib\.FTP|telnetlib\.Telnet|smtplib\.SMTP|imaplib\.IMAP4|poplib\.POP3)\s*\(|\bnew\s+(?:FTPClient|TelnetClient)\s*\(/g,
    over: 'code',
    refine: (match, view) =>
      !/starttls\s*\(|prot_p\s*\(/.test(view.code.slice(match.index ?? 0, (match.index ?? 0) + 1_500)),
    description: 'Names, passwords and contents can be read and changed in transit.',
    recommendation: 'Use the variant over TLS (FTP_TLS or SFTP, SSH, SMTP with STARTTLS, IMAP4_SSL).',
  },
  {
    id: 'crypto/predictable-seed',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-335', 'CWE-337', 'CWE-339'],
    source: 'code',
    languages: ['Python', 'Java', 'Go', 'C', 'C++'],
    pattern:
      /\b(?:SecureRandom\s*\(\s*(?:"[^"]{0,300}"\.getBytes|new\s+byte)|setSeed\s*\(\s*\d|srand\s*\(\s*(?:\d+|time\s*\(\s*(?:NULL|0)\s*\))|rand\.Seed\s*\(\s*(?:\d|time\.))|\brandom\.seed\s*\(\s*(?:\d|time\.|int\(time)/g,
    refine: (_match, view) => /secret|token|password|key|session|crypto|otp|nonce/i.test(view.text),
    description: 'Whoever knows or guesses the seed can compute all numbers.',
    recommendation: 'Use the cryptographic generator of the platform; it needs no seed.',
  },
];

export function isShort(bits: string, found: string): boolean {
  const length = Number(bits);
  if (/SECP192|SECT163/.test(found)) return true;
  return length >= 256 && length < 2_048;
}
