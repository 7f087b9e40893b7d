import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { whereUsed } from './nonce-uses.ts';

const js = [...jsLanguages];
const tls = {
  impact: 'disclosure',
  confidence: 0.85,
  cwe: ['CWE-295'],
  description: 'The other side is not checked, so anybody between the two can read and change what is sent.',
  recommendation:
    'Leave the check on; add the authority of the other side to the trusted ones where it has its own.',
  source: 'code',
  references: ['https://cwe.mitre.org/data/definitions/295.html'],
} as const;
const oldTls = {
  ...tls,
  impact: 'weakening',
  cwe: ['CWE-327', 'CWE-326'],
  title: 'Outdated TLS version',
  description: 'This version of the protocol has known breaks.',
  recommendation: 'Ask for TLS 1.2 at least.',
} as const;
const keyText = {
  impact: 'weakening',
  confidence: 0.85,
  cwe: ['CWE-326'],
  title: 'Short key',
  description: 'A key of this length can be found with effort that states and companies have.',
  recommendation: 'Use RSA with 3072 bits or more, or an elliptic curve of 256 bits.',
  source: 'code',
} as const;

/** Checks of certificates that are off, versions and keys that are too weak, nonces that repeat. */
export const transportRules: readonly TextRule[] = [
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    title: 'Certificate check switched off',
    languages: js,
    pattern:
      /\brejectUnauthorized\s*:\s*false\b|NODE_TLS_REJECT_UNAUTHORIZED['"\]]*\s*=\s*['"]?0|\bstrictSSL\s*:\s*false\b|\bcheckServerIdentity\s*:\s*\(\s*\)\s*=>/g,
  },
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    title: 'Certificate check switched off',
    languages: ['Python'],
    pattern:
      /\bverify\s*=\s*False\b|\bssl\._create_unverified_context\b|\bCERT_NONE\b|\bcheck_hostname\s*=\s*False\b|\bverify_ssl\s*=\s*False\b|disable_ssl_certificate_validation\s*=\s*True|\bAutoAddPolicy\b|\bWarningPolicy\b/g,
    over: 'code',
    refine: (match, view) => {
      const line = view.lineText(view.lineAt(match.index ?? 0));
      // The same words name other checks: the signature of a token is the business of another rule.
      return !/jwt|decode\(|verify_signature/.test(line);
    },
  },
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    title: 'Certificate check switched off',
    languages: ['Go'],
    pattern: /\bInsecureSkipVerify\s*:\s*true\b|\bssh\.InsecureIgnoreHostKey\s*\(/g,
    over: 'code',
  },
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    title: 'Certificate check switched off',
    languages: ['Java', 'Kotlin'],
    pattern:
      /\bALLOW_ALL_HOSTNAME_VERIFIER\b|\bNoopHostnameVerifier\b|\bTrustAllStrategy\b|\bvoid\s+checkServerTrusted\s*\([^)]{0,300}\)(?:\s*throws\s+\w+)?\s*\{\s*\}|\b(?:set(?:Default)?H|h)ostnameVerifier\s*\(\s*\(?[^()]{0,120}\)?\s*->\s*(?:true|\{\s*return\s+true)|\bboolean\s+verify\s*\(\s*(?:final\s+)?String\s+\w+\s*,\s*(?:final\s+)?SSLSession\s+\w+\s*\)\s*\{\s*return\s+true\s*;|\bfun\s+verify\s*\([^()]{0,80}SSLSession\??\s*\)\s*(?::\s*Boolean\s*)?(?:=\s*true|\{\s*return\s+true)/g,
    over: 'code',
  },
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    title: 'Certificate check switched off',
    languages: ['C#'],
    pattern:
      /\bServerCertificate(?:Custom)?Validation\w*\s*\+?=\s*(?:\([^)]{0,300}\)|delegate[^{]{0,300})\s*(?:=>\s*(?:true|\{\s*return\s+true)|\{\s*return\s+true)|\bnew\s+(?:RemoteCertificateValidationCallback|SslStream)\s*\([^;]{0,200}=>\s*true|DangerousAcceptAnyServerCertificateValidator/g,
    over: 'code',
  },
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    title: 'Certificate check switched off',
    languages: ['PHP'],
    pattern:
      /\bCURLOPT_SSL_VERIFY(?:PEER|HOST)\s*(?:,|=>)\s*(?:false|0)\b|['"]verify_peer(?:_name)?['"]\s*=>\s*false|['"]verify['"]\s*=>\s*false/gi,
  },
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    title: 'Certificate check switched off',
    languages: ['Ruby'],
    pattern: /\bVERIFY_NONE\b|verify_ssl\s*(?:=|:|=>)\s*false/g,
    over: 'code',
  },
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    title: 'Certificate check switched off',
    languages: ['Rust'],
    pattern: /\bdanger_accept_invalid_(?:certs|hostnames)\s*\(\s*true|\bSslVerifyMode::NONE\b/g,
    over: 'code',
  },
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    title: 'Certificate check switched off',
    languages: ['C', 'C++'],
    pattern: /\bCURLOPT_SSL_VERIFY(?:PEER|HOST)\s*,\s*0|\bSSL_VERIFY_NONE\b/g,
    over: 'code',
  },
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    title: 'The other side is never checked',
    languages: ['Python'],
    impact: 'weakening',
    confidence: 0.55,
    // This library checks nobody unless it is told to.
    pattern: /\bSSL\.Context\s*\(/g,
    over: 'code',
    refine: (_match, view) => /OpenSSL/.test(view.text) && !/\bset_verify\s*\(/.test(view.code),
  },
  {
    ...oldTls,
    id: 'transport/old-tls',
    languages: ['Python'],
    pattern:
      /\bPROTOCOL_(?:SSLv[23]|TLSv1(?:_1)?)\b|\bSSLv[23]_METHOD\b|\bTLSv1_METHOD\b|TLSVersion\.(?:SSLv3|TLSv1(?:_1)?)\b/g,
    over: 'code',
  },
  {
    ...oldTls,
    id: 'transport/old-tls',
    languages: js,
    pattern: /\b(?:secureProtocol|minVersion)\s*:\s*['"](?:SSLv[23]\w*|TLSv1(?:_1|\.1)?(?:_method)?)['"]/g,
  },
  {
    ...oldTls,
    id: 'transport/old-tls',
    languages: ['Go'],
    pattern: /\bMinVersion\s*:\s*tls\.Version(?:SSL30|TLS10|TLS11)\b/g,
    over: 'code',
  },
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
    languages: ['Python'],
    pattern:
      /\b(?:RSA|DSA)\.generate\s*\(\s*(\d+)|\bkey_size\s*=\s*(\d+)|\brsa\.newkeys\s*\(\s*(\d+)|\bec\.(?:SECP192R1|SECT163\w+)\b/g,
    over: 'code',
    refine: (match) => isShort(match[1] ?? match[2] ?? match[3] ?? '0', match[0]),
  },
  {
    ...keyText,
    id: 'crypto/short-key',
    languages: js,
    pattern: /\bmodulusLength\s*:\s*(\d+)/g,
    over: 'code',
    refine: (match) => isShort(match[1] ?? '', ''),
  },
  {
    ...keyText,
    id: 'crypto/short-key',
    languages: ['Java', 'Kotlin'],
    pattern: /KeyPairGenerator\.getInstance\s*\(\s*"(?:RSA|DSA|DH)"[\s\S]{0,300}?\.initialize\s*\(\s*(\d+)/g,
    refine: (match) => isShort(match[1] ?? '', ''),
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
    title: 'Nonce that never changes',
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-329', 'CWE-1204'],
    source: 'code',
    languages: [...js, 'Python'],
    pattern:
      /\b(?:\w*_)?(?:iv|IV|[nN]once|NONCE)\s*=\s*(?:b?["'][^"']{8,}["']|bytes\(\s*\d+\s*\)|new\s+Uint8Array\(\s*(?:\d+|\[[\d,\s]+\])\s*\)|Buffer\.(?:alloc\(\s*\d+\s*(?:,\s*[\w"']+\s*)?\)|from\(['"][^'"]{1,300}['"])|b["']\\x00["']\s*\*)|createCipheriv\([^,]{1,300},[^,]{1,300},\s*(?:['"]|Buffer\.alloc\(\d+\))|MODE_CBC\s*,\s*(?:iv\s*=\s*)?b["']/g,
    refine: (match, view) =>
      /cipher|AES|encrypt|Cipher/i.test(view.text) &&
      // Filled at random, or read from what came with the text, right after.
      !(
        /new\s|alloc/.test(match[0]) &&
        /nextBytes|randomFill|getRandomValues|NextBytes|GetBytes|RandomNumberGenerator|arraycopy|\.read(?:Fully)?\(|\.(?:get|set|copy)\(\s*\w*(?:iv|nonce)/i.test(
          view.code.slice(match.index ?? 0, (match.index ?? 0) + 400),
        )
      ) &&
      whereUsed(match, view),
    description:
      'With the same nonce, equal texts give equal ciphertexts, and with some modes the key stream repeats.',
    recommendation:
      'Draw the nonce anew from the cryptographic generator for each message and send it along.',
  },
  {
    id: 'crypto/unsalted-password',
    title: 'Password hashed without a salt or with a fast hash',
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-916', 'CWE-759', 'CWE-327'],
    source: 'code',
    languages: ['Python', ...js, 'Java', 'PHP', 'Ruby', 'Go', 'C#'],
    pattern:
      /\b(?:sha(?:224|256|384|512|3_\w+)|md5|sha1|createHash|hash)\s*\(\s*[^;\n]{0,60}\b(?:password|passwd|pwd|passphrase)\b/gi,
    refine: (match, view) =>
      // A function of that name being written is no call of it.
      !/\(\s*(?:final\s+|const\s+)?[A-Za-z_][\w.<>[\]]*\s+\w*(?:password|passwd|pwd|passphrase)\b/i.test(
        match[0],
      ) &&
      !/pbkdf2|scrypt|bcrypt|argon2|hmac|verify|compare/i.test(
        // The receiver of a chain may stand on the line before.
        `${view.lineText(view.lineAt(match.index ?? 0))} ${/\b\w+\s*\.\s*$/.exec(view.withoutComments.slice(Math.max(0, (match.index ?? 0) - 200), match.index))?.[0] ?? ''}`,
      ),
    description:
      'Fast hashes let billions of guesses a second run against a stolen table; without a salt they run against all users at once.',
    recommendation: 'Use argon2id, scrypt or bcrypt, which salt by themselves.',
  },
  {
    id: 'crypto/few-rounds',
    title: 'Few rounds of key derivation',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-916'],
    source: 'code',
    languages: [...js, 'Python', 'Java', 'Kotlin', 'C#', 'Go', 'PHP'],
    pattern:
      /\bnew\s+Rfc2898DeriveBytes\s*\([^,()]{1,120},\s*[^,()]{1,120}(?:,\s*(\d[\d_]*)\s*[,)]|\))|\bpbkdf2(?:Sync|_hmac)?\s*\(\s*[^,()]{1,300},\s*[^,()]{1,300},\s*(?:[^,()\d\s][^,()]{0,300},\s*)?(\d[\d_]{0,9})\b|\bPBEKeySpec\s*\([^,]{1,300},[^,]{1,300},\s*(\d[\d_]*)/gi,
    over: 'code',
    refine: (match) => Number((match[1] ?? match[2] ?? match[3] ?? '1000').replaceAll('_', '')) < 10_000,
    description: 'So few rounds leave guesses cheap.',
    recommendation: 'Use 600,000 rounds of PBKDF2-SHA256 at least, or argon2id.',
  },
  {
    id: 'transport/plain-protocol',
    title: 'Protocol without encryption',
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
    description: 'Names, passwords and contents can be read and changed on the way.',
    recommendation: 'Use the variant over TLS (FTP_TLS or SFTP, SSH, SMTP with STARTTLS, IMAP4_SSL).',
  },
  {
    id: 'crypto/predictable-seed',
    title: 'Generator with a fixed seed',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-335', 'CWE-337', 'CWE-339'],
    source: 'code',
    languages: ['Python', 'Java', 'Go', 'C', 'C++'],
    pattern:
      /\b(?:SecureRandom\s*\(\s*(?:"[^"]{0,300}"\.getBytes|new\s+byte)|setSeed\s*\(\s*\d|srand\s*\(\s*(?:\d+|time\s*\(\s*(?:NULL|0)\s*\))|rand\.Seed\s*\(\s*(?:\d|time\.))|\brandom\.seed\s*\(\s*(?:\d|time\.|int\(time)/g,
    refine: (_match, view) => /secret|token|password|key|session|crypto|otp|nonce/i.test(view.text),
    description: 'Whoever knows or guesses the seed knows all numbers.',
    recommendation: 'Use the cryptographic generator of the platform; it needs no seed.',
  },
  {
    id: 'transport/plain-protocol',
    title: 'Pages over plain http',
    impact: 'hygiene',
    confidence: 0.4,
    cwe: ['CWE-319'],
    source: 'code',
    languages: js,
    pattern: /\bhttp\.createServer\s*\(\s*(?:\{\s*\}\s*,\s*)?\w+\s*\)\s*\.listen\b/g,
    over: 'code',
    refine: (_match, view) =>
      /\bexpress\s*\(|[kK]oa\b|connect\s*\(/.test(view.code) &&
      !/\bhttps\s*\.|http2|trust proxy|hsts|TLS_|PROXY/i.test(view.withoutComments),
    description:
      'Sessions and passwords can be read and changed on the way, unless a proxy in front ends TLS.',
    recommendation: 'Serve https, or listen on loopback behind a proxy that does.',
  },
];

function isShort(bits: string, found: string): boolean {
  const length = Number(bits);
  if (/SECP192|SECT163/.test(found)) return true;
  return length >= 256 && length < 2_048;
}
