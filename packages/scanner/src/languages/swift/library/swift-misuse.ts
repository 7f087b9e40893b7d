import { type LanguageModel, misuse } from '../../../flow/language-model.ts';

const secrets = /token|secret|passw|session|nonce|salt|otp|\bpin\b|\bkey\b|\biv\b|reset|verification|code/i;
const fixed = /^(?!\.)[^\0]{4,}$/;

/** Calls that do not protect, by name and arguments. */
export const swiftMisuse: LanguageModel['misuse'] = [
  misuse('weak_hash', 'hash update finalize init MD5 SHA1', { on: /\bInsecure\b/ }),
  misuse('weak_hash', 'CC_MD2 CC_MD4 CC_MD5 CC_SHA1 CC_MD5_Init CC_SHA1_Init CC_MD5_Update CC_SHA1_Update'),
  misuse('weak_hash', 'md5 sha1', { unlessArgs: 1 }),
  misuse('weak_hash', 'md5 sha1 MD5 SHA1', { on: /\bDigest\b|\bHash\b/ }),
  misuse('weak_cipher', 'CCCrypt CCCryptorCreate CCCryptorCreateWithMode', {
    at: 1,
    match: /kCCAlgorithm(?:DES|3DES|RC4|RC2|CAST|Blowfish)\b/,
  }),
  misuse('weak_cipher', 'CCCrypt CCCryptorCreate', { at: 2, match: /kCCOptionECBMode/ }),
  misuse('weak_cipher', 'CCCryptorCreateWithMode', { at: 1, match: /kCCModeECB|kCCModeRC4/ }),
  misuse('weak_cipher', 'Blowfish Rabbit RC4'),
  misuse('weak_cipher', 'ECB', { on: /^\s*$/ }),
  // Libraries in which an enum case names the algorithm.
  misuse('weak_hash', 'Digest HMAC calculateDigest', { option: 'algorithm', match: /^\.(?:md[245]|sha1)$/i }),
  misuse('weak_hash', 'HMAC', { option: 'variant', match: /^\.(?:md[245]|sha1)$/i }),
  misuse('weak_cipher', 'Cryptor StreamCryptor Cipher', {
    option: 'algorithm',
    match: /^\.(?:des|tripleDES|threeDES|rc[24]|cast|blowfish)$/i,
  }),
  misuse('hardcoded_secret', 'encrypt decrypt', {
    option: 'withPassword',
    match: fixed,
    literal: true,
    cwe: 'CWE-321',
  }),
  ...['encryptionKey', 'hmacKey', 'HMACKey', 'password'].map((option) =>
    misuse('hardcoded_secret', 'RNEncryptor RNDecryptor EncryptorV3 DecryptorV3', {
      option,
      match: fixed,
      literal: true,
      cwe: 'CWE-321',
    }),
  ),
  misuse('hardcoded_secret', 'Encryptor Decryptor EncryptorV3 DecryptorV3', {
    option: 'password',
    match: fixed,
    literal: true,
    cwe: 'CWE-321',
  }),
  misuse('weak_random', 'rand random drand48 lrand48 mrand48', {
    on: /^\s*$/,
    context: secrets,
    weight: 0.7,
  }),
  misuse('weak_random', 'GKMersenneTwisterRandomSource GKLinearCongruentialRandomSource GKARC4RandomSource', {
    context: secrets,
    weight: 0.7,
  }),
  // A token that is read without verifying its signature.
  misuse('unverified_token', 'unverified', { on: /[sS]igners?\b|\bkeys\b|\bjwt\b|JWT/ }),
  misuse('hardcoded_secret', 'add', { option: 'hmac', match: fixed, literal: true, cwe: 'CWE-321' }),
  misuse('weak_hash', 'calculate finish callAsFunction', { on: /\b(?:MD5|SHA1)\b/ }),
  misuse('hardcoded_secret', 'usePassphrase changePassphrase', {
    match: fixed,
    literal: true,
    cwe: 'CWE-321',
  }),
  misuse('weak_cipher', 'SecKeyCreateEncryptedData SecKeyCreateDecryptedData', {
    at: 1,
    match: /rsaEncryption(?:PKCS1|Raw)\b/,
    cwe: 'CWE-780',
  }),
  misuse('hardcoded_secret', 'AES ChaCha20 Blowfish HMAC Rabbit', {
    option: 'key',
    match: fixed,
    literal: true,
    cwe: 'CWE-321',
  }),
  misuse('hardcoded_secret', 'SymmetricKey', { option: 'data', match: fixed, literal: true, cwe: 'CWE-321' }),
  misuse('hardcoded_secret', 'hs256 hs384 hs512', {
    option: 'key',
    match: fixed,
    literal: true,
    cwe: 'CWE-321',
  }),
  misuse('unsafe_permissions', 'chmod', { at: 1, match: /^(?:511|438|0?o?0?777|0?o?0?666)$/ }),
  misuse('insecure_tls', 'DisabledTrustEvaluator DisabledEvaluator'),
];
