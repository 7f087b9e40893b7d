import { type MisuseRule, misuse } from '../../../flow/language-model.ts';

/** Java library calls that their arguments make unsafe. */
export const javaMisuse: readonly MisuseRule[] = [
  misuse('weak_hash', 'getInstance', { on: /MessageDigest/, match: /^(?:MD[245]|SHA-?1|SHA)$/i }),
  misuse('weak_hash', 'getInstance', { on: /\bSignature\b/, match: /^(?:MD[25]|SHA-?1)with/i }),
  misuse('weak_hash', 'md5 md5Hex sha1 sha1Hex md2Hex md5DigestAsHex', {
    on: /DigestUtils|Hashing/,
    weight: 0.8,
  }),
  misuse('weak_cipher', 'getInstance', {
    on: /\bCipher\b/,
    match: /^(?:DES(?:ede)?|RC[24]|ARCFOUR|Blowfish|IDEA)\b|^(?!RSA\b).*\/ECB\//i,
  }),
  misuse('cipher_mode', 'getInstance', { on: /\bCipher\b/, match: /^(?:AES|ARIA|Camellia|SM4)$/i }),
  misuse('weak_cipher', 'getInstance', {
    on: /\bCipher\b/,
    match: /^RSA\/[^/]*\/NoPadding$/i,
    cwe: 'CWE-780',
  }),
  misuse('weak_cipher', 'getInstance', {
    on: /KeyGenerator|SecretKeyFactory/,
    match: /^(?:DES|RC[24]|ARCFOUR|Blowfish)$/i,
    weight: 0.6,
  }),
  misuse('weak_cipher', 'initialize', {
    on: /KeyPairGenerator/,
    match: /^(?:512|768|1024)$/,
    cwe: 'CWE-326',
  }),
  misuse('hardcoded_secret', 'getConnection', {
    on: /\bDriverManager\b/,
    at: 2,
    match: /^.+$/s,
    literal: true,
    cwe: 'CWE-259',
    weight: 0.85,
  }),
  misuse('hardcoded_secret', 'PasswordAuthentication KerberosKey', {
    at: 1,
    match: /^.+$/s,
    literal: true,
    cwe: 'CWE-259',
    weight: 0.85,
  }),
  misuse('hardcoded_secret', 'SecretKeySpec', { match: /^.{4,}$/s, literal: true, cwe: 'CWE-321' }),
  misuse('hardcoded_secret', 'PBEKeySpec', { match: /^.+$/s, literal: true, cwe: 'CWE-259' }),
  misuse('weak_random', 'Random', { weight: 0.7 }),
  misuse('weak_random', 'random', { on: /\bMath\b/, weight: 0.7 }),
  misuse('unverified_token', 'parse', { on: /\bJwts\b|JwtParser/, weight: 0.7 }),
  misuse('insecure_tls', 'setHostnameVerifier', { match: /ALLOW_ALL|NoopHostnameVerifier/ }),
  misuse('insecure_tls', 'getInstance', { on: /SSLContext/, match: /^(?:SSL(?:v[23])?|TLSv1(?:\.1)?)$/ }),
];
