import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { isSecurityUse, resolveConstant } from './value-context.ts';

const weakHashName = /^(?:md[245]|sha-?1|sha|ripemd-?128)$/i;
const weakCipherName =
  /^(?:des|desede|3des|tripledes|des-?ede3?|rc[245]|arcfour|blowfish|bf|idea|cast5?)(?:$|[-/_])|^(?!rsa\b).*[-/_]ecb(?:$|[-/_])/i;
const hashText = {
  impact: 'weakening',
  confidence: 0.75,
  cwe: ['CWE-328', 'CWE-327'],
  description:
    'Collisions of this hash can be made in seconds, and guesses at what was hashed run by the billion.',
  recommendation: 'Use SHA-256 or better; for passwords use argon2id, scrypt or bcrypt.',
  source: 'code',
  references: ['https://cwe.mitre.org/data/definitions/328.html'],
} as const;
const cipherText = {
  impact: 'weakening',
  confidence: 0.8,
  cwe: ['CWE-327'],
  description:
    'This cipher or mode leaks what it hides: its keys or blocks are short, or equal blocks look equal.',
  recommendation: 'Use AES-256-GCM or ChaCha20-Poly1305 with a fresh nonce for each message.',
  source: 'code',
  references: ['https://cwe.mitre.org/data/definitions/327.html'],
} as const;
const randomText = {
  impact: 'weakening',
  confidence: 0.6,
  cwe: ['CWE-330', 'CWE-338', 'CWE-331'],
  description: 'The numbers of this generator can be predicted from a few of them.',
  recommendation: 'Use the cryptographic generator of the platform for tokens, keys and passwords.',
  source: 'code',
  references: ['https://cwe.mitre.org/data/definitions/330.html'],
} as const;

/** Hashes, ciphers and generators that no longer hold. */
export const cryptoRules: readonly TextRule[] = [
  {
    ...hashText,
    id: 'crypto/weak-hash',
    title: 'Weak hash',
    languages: ['Java', 'Kotlin', 'Scala', 'Groovy'],
    pattern:
      /\bMessageDigest\s*\.\s*getInstance\s*\(\s*([^,;\n]{1,300}?)\s*[,)]|\bDigestUtils\s*\.\s*(md5|sha1?)(?:Hex)?\s*\(/g,
    cwe: ['CWE-328', 'CWE-327'],
    refine: (match, view) => {
      if (match[2]) return true;
      const name = resolveConstant(match[1] ?? '', match.index ?? 0, view);
      return name === undefined ? false : weakHashName.test(name);
    },
  },
  {
    ...cipherText,
    id: 'crypto/weak-cipher',
    title: 'Weak cipher',
    languages: ['Java', 'Kotlin', 'Scala', 'Groovy'],
    pattern:
      /\b(?:Cipher|KeyGenerator|SecretKeyFactory)\s*\.\s*getInstance\s*\(\s*([^;\n]{1,300}?)\s*(?:,\s*[\w".()]+\s*)?\)\s*[;.,)]/g,
    refine: (match, view) => {
      const name = resolveConstant(match[1] ?? '', match.index ?? 0, view);
      if (name === undefined) return false;
      const isBareAes = /^aes$/i.test(name) && match[0].startsWith('Cipher');
      return (
        weakCipherName.test(name) || (isBareAes && { confidence: 0.6, title: 'AES in its default ECB mode' })
      );
    },
  },
  {
    ...randomText,
    id: 'crypto/weak-random',
    title: 'Predictable random numbers',
    languages: ['Java', 'Kotlin', 'Scala', 'Groovy'],
    pattern:
      /\bnew\s+(?:java\.util\.)?Random\s*\(|\bMath\s*\.\s*random\s*\(|\bThreadLocalRandom\s*\.\s*current\s*\(|\bRandomStringUtils\s*\.\s*random\w*\s*\(/g,
    over: 'code',
    refine: (match, view) => isSecurityUse(match.index ?? 0, view),
  },
  {
    ...hashText,
    id: 'crypto/weak-hash',
    title: 'Weak hash',
    languages: [...jsLanguages],
    pattern:
      /\bcreateHash\s*\(\s*([^,)\n]{1,300}?)\s*[,)]|\bCryptoJS\.(MD5|SHA1)\s*\(|\b(md5|sha1)\s*\(\s*[\w.]*(?:password|passwd|pwd|secret|token)\w*/gi,
    refine: (match, view) => {
      const name = match[1] ? resolveConstant(match[1], match.index ?? 0, view) : 'md5';
      if (name === undefined || !weakHashName.test(name)) return false;
      return isSecurityUse(match.index ?? 0, view) ? true : { impact: 'hygiene', confidence: 0.5 };
    },
  },
  {
    ...cipherText,
    id: 'crypto/weak-cipher',
    title: 'Weak cipher',
    languages: [...jsLanguages],
    pattern:
      /\bcreate(?:Cipher|Decipher)(iv)?\s*\(\s*([^,)\n]{1,300})|\bCryptoJS\.(DES|TripleDES|RC4|Rabbit)\.\w+\s*\(/g,
    refine: (match, view) => {
      if (match[3]) return true;
      if (!match[1]) return { title: 'Cipher without its own nonce', confidence: 0.8 };
      const name = resolveConstant(match[2] ?? '', match.index ?? 0, view);
      return name !== undefined && weakCipherName.test(name);
    },
  },
  {
    ...randomText,
    id: 'crypto/weak-random',
    title: 'Predictable random numbers',
    languages: [...jsLanguages],
    pattern: /\bMath\s*\.\s*random\s*\(/g,
    over: 'code',
    refine: (match, view) => isSecurityUse(match.index ?? 0, view),
  },
  {
    ...hashText,
    id: 'crypto/weak-hash',
    title: 'Weak hash',
    languages: ['Python'],
    pattern:
      /\bhashlib\.(?:(md5|sha1|md4)\s*\(|new\s*\(\s*["'](md[245]|sha1|sha)["'])|\b(?:MD5|MD4|MD2|SHA1?)\.new\s*\(|\bhashes\.(?:MD5|SHA1)\s*\(|\bcrypt\.crypt\s*\(/g,
    refine: (match, view) =>
      !/usedforsecurity\s*=\s*False/.test(view.lineText(view.lineAt(match.index ?? 0))),
  },
  {
    ...cipherText,
    id: 'crypto/weak-cipher',
    title: 'Weak cipher',
    languages: ['Python'],
    pattern:
      /\b(?:DES3?|ARC[24]|Blowfish|CAST)\.new\s*\(|\bMODE_ECB\b|\bmodes\.ECB\s*\(|\balgorithms\.(?:ARC4|Blowfish|IDEA|CAST5|TripleDES|SEED)\s*\(/g,
    over: 'code',
  },
  {
    ...randomText,
    id: 'crypto/weak-random',
    title: 'Predictable random numbers',
    languages: ['Python'],
    pattern:
      /\brandom\.(?:random|randint|randrange|choice|choices|sample|getrandbits|uniform|shuffle|seed|Random)\s*\(/g,
    over: 'code',
    refine: (match, view) => isSecurityUse(match.index ?? 0, view),
  },
  {
    ...hashText,
    id: 'crypto/weak-hash',
    title: 'Weak hash',
    languages: ['Go'],
    pattern: /\b(?:md5|sha1)\.(?:New|Sum)\s*\(/g,
    over: 'code',
    refine: (match, view) =>
      isSecurityUse(match.index ?? 0, view) ? true : { impact: 'hygiene', confidence: 0.5 },
  },
  {
    ...cipherText,
    id: 'crypto/weak-cipher',
    title: 'Weak cipher',
    languages: ['Go'],
    pattern: /\b(?:des\.New(?:TripleDES)?Cipher|rc4\.NewCipher|blowfish\.NewCipher)\s*\(/g,
    over: 'code',
  },
  {
    ...randomText,
    id: 'crypto/weak-random',
    title: 'Predictable random numbers',
    languages: ['Go'],
    pattern: /(?<!c)\brand\.(?:Int\w*|Read|Seed|Float\w+|Perm|New)\s*\(/g,
    over: 'code',
    refine: (match, view) =>
      /"math\/rand(?:\/v2)?"/.test(view.text) &&
      !/"crypto\/rand"/.test(view.text) &&
      isSecurityUse(match.index ?? 0, view),
  },
  {
    ...hashText,
    id: 'crypto/weak-hash',
    title: 'Weak hash',
    languages: ['C#'],
    pattern:
      /\b(?:MD5|SHA1)(?:CryptoServiceProvider|Managed|Cng)?\.(?:Create|HashData)\s*\(|\bnew\s+(?:MD5|SHA1)(?:CryptoServiceProvider|Managed|Cng)\s*\(/g,
    over: 'code',
  },
  {
    ...cipherText,
    id: 'crypto/weak-cipher',
    title: 'Weak cipher',
    languages: ['C#'],
    pattern:
      /\b(?:DES|TripleDES|RC2)(?:CryptoServiceProvider|Cng)?\.Create\s*\(|\bnew\s+(?:DES|TripleDES|RC2)CryptoServiceProvider\s*\(|\bCipherMode\.ECB\b/g,
    over: 'code',
  },
  {
    ...randomText,
    id: 'crypto/weak-random',
    title: 'Predictable random numbers',
    languages: ['C#'],
    pattern: /\bnew\s+(?:System\.)?Random\s*\(|\bRandom\.Shared\b/g,
    over: 'code',
    refine: (match, view) => isSecurityUse(match.index ?? 0, view),
  },
  {
    ...hashText,
    id: 'crypto/weak-hash',
    title: 'Weak hash',
    languages: ['PHP'],
    pattern:
      /(?<![>:\w])(?:md5|sha1)\s*\(\s*[^)]{0,300}(?:pass|pwd|secret|token|key|salt)[^)]{0,300}\)|\bhash\s*\(\s*['"](?:md5|sha1|crc32b?)['"]/gi,
  },
  {
    ...cipherText,
    id: 'crypto/weak-cipher',
    title: 'Weak cipher',
    languages: ['PHP'],
    pattern: /\bopenssl_encrypt\s*\([^;]{0,300}['"](?:des|rc4|bf|[\w-]*ecb)[\w-]*['"]|\bmcrypt_\w+\s*\(/gi,
  },
  {
    ...randomText,
    id: 'crypto/weak-random',
    title: 'Predictable random numbers',
    languages: ['PHP'],
    pattern: /(?<![>:\w])(?:rand|mt_rand|uniqid|lcg_value|str_shuffle)\s*\(/g,
    over: 'code',
    refine: (match, view) => isSecurityUse(match.index ?? 0, view),
  },
  {
    ...hashText,
    id: 'crypto/weak-hash',
    title: 'Weak hash',
    languages: ['Ruby'],
    pattern: /\bDigest::(?:MD5|SHA1)\b|\bOpenSSL::Digest(?:\.new\s*\(\s*["'](?:md5|sha1)|::(?:MD5|SHA1))/gi,
  },
  {
    ...randomText,
    id: 'crypto/weak-random',
    title: 'Predictable random numbers',
    languages: ['Ruby'],
    pattern: /(?<![\w.])(?:rand|Random\.rand|Random\.new)\s*\(/g,
    over: 'code',
    refine: (match, view) => isSecurityUse(match.index ?? 0, view),
  },
  {
    ...hashText,
    id: 'crypto/weak-hash',
    title: 'Weak hash',
    languages: ['C', 'C++', 'Rust'],
    pattern:
      /\b(?:MD5|SHA1)(?:_Init|_Update)?\s*\(|\bEVP_(?:md5|sha1)\s*\(|\bMd5::new\s*\(|\bSha1::new\s*\(|\bmd5::compute\s*\(/g,
    over: 'code',
    refine: (match, view) =>
      isSecurityUse(match.index ?? 0, view) ? true : { impact: 'hygiene', confidence: 0.5 },
  },
];
