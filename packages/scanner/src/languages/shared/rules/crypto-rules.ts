import type { TextRule } from '../../../rules/text-rule.ts';
import { isSecurityUse } from './value-context.ts';

export const weakHashName = /^(?:md[245]|sha-?1|sha|ripemd-?128)$/i;
export const weakCipherName =
  /^(?:des|desede|3des|tripledes|des-?ede3?|rc[245]|arcfour|blowfish|bf|idea|cast5?)(?:$|[-/_])|^(?!rsa\b).*[-/_]ecb(?:$|[-/_])/i;
export const hashText = {
  impact: 'weakening',
  confidence: 0.75,
  cwe: ['CWE-328', 'CWE-327'],
  description:
    'Collisions of this hash can be found in seconds, and an attacker can try billions of guesses a second at what was hashed.',
  recommendation: 'Use SHA-256 or better; for passwords use argon2id, scrypt or bcrypt.',
  source: 'code',
  references: ['https://cwe.mitre.org/data/definitions/328.html'],
} as const;
export const cipherText = {
  impact: 'weakening',
  confidence: 0.8,
  cwe: ['CWE-327'],
  description:
    'This cipher or mode leaks information: its keys or blocks are short, or equal blocks look equal.',
  recommendation: 'Use AES-256-GCM or ChaCha20-Poly1305 with a fresh nonce for each message.',
  source: 'code',
  references: ['https://cwe.mitre.org/data/definitions/327.html'],
} as const;
export const randomText = {
  impact: 'weakening',
  confidence: 0.6,
  cwe: ['CWE-330', 'CWE-338', 'CWE-331'],
  description: 'The numbers of this generator can be predicted from a few of them.',
  recommendation: 'Use the cryptographic generator of the platform for tokens, keys and passwords.',
  source: 'code',
  references: ['https://cwe.mitre.org/data/definitions/330.html'],
} as const;

/** Hashes, ciphers and generators that are no longer secure. */
export const cryptoRules: readonly TextRule[] = [
  {
    ...hashText,
    id: 'crypto/weak-hash',
    languages: ['C', 'C++', 'Rust'],
    pattern:
      /\b(?:MD5|SHA1)(?:_Init|_Update)?\s*\(|\bEVP_(?:md5|sha1)\s*\(|\bMd5::new\s*\(|\bSha1::new\s*\(|\bmd5::compute\s*\(/g,
    over: 'code',
    refine: (match, view) =>
      isSecurityUse(match.index ?? 0, view) ? true : { impact: 'hygiene', confidence: 0.5 },
  },
];
