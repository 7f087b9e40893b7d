import { type MisuseRule, misuse } from '../../../flow/language-model.ts';

/** Libraries for signed tokens, and the keys among their arguments. */
const tokens = /jsonwebtoken|\bjose\b|\bJWT\b|\bjws\b/;
const keyText = /^(?![\s\S]*-----BEGIN (?:PUBLIC|CERT))(?!(?:[HREP]S\d{3}|EdDSA)$)(?!\.{0,2}\/)[\s\S]+$/;

/** JavaScript and TypeScript calls that their constant arguments make unsafe. */
export const scriptMisuse: readonly MisuseRule[] = [
  misuse('weak_hash', 'createHash createHmac', { match: /^(?:rsa-)?(?:md[245]|sha-?1|ripemd\w*)$/i }),
  misuse('weak_hash', 'MD5 SHA1 HmacMD5 HmacSHA1', { on: /[cC]rypto(?:-js|JS)?/ }),
  misuse('weak_hash', 'md5', { weight: 0.7 }),
  misuse('weak_cipher', 'createCipher createDecipher', { on: /crypto/ }),
  misuse('weak_cipher', 'createCipheriv createDecipheriv', {
    match: /^(?:des|rc[24]|bf|blowfish|seed)|-ecb$/i,
  }),
  misuse('weak_cipher', 'encrypt', {
    on: /CryptoJS\.(?:DES|TripleDES|RC4|Rabbit)|crypto-js\.(?:DES|TripleDES|RC4)/,
  }),
  misuse('weak_random', 'pseudoRandomBytes', {}),
  misuse('weak_random', 'random', {
    on: /^Math\b/,
    context:
      /token|secret|passw|session|nonce|salt|otp|\bpin\b|csrf|api_?key|verification|reset|captcha|coupon|uuid|auth/i,
    weight: 0.8,
  }),
  misuse('weak_random', 'random', { on: /^Math(?:\s|$)/, weight: 0.3 }),
  misuse('hardcoded_secret', 'sign verify', { on: tokens, at: 1, match: keyText, literal: true }),
  misuse('hardcoded_secret', 'encode decode', { on: /jwt-simple/, at: 1, match: keyText, literal: true }),
  misuse('hardcoded_secret', 'asKey', { on: /jose|JWK/, at: 0, match: keyText, literal: true }),
  misuse('hardcoded_secret', 'session expressSession cookieSession', {
    option: 'secret',
    match: keyText,
    literal: true,
  }),
  misuse('hardcoded_secret', 'createHmac', { at: 1, match: /^.{4,}$/s, literal: true, cwe: 'CWE-321' }),
  misuse('hardcoded_secret', 'auth', {
    on: /request|superagent|\.(?:get|post|put|patch|delete|head)\(\)/,
    at: 1,
    match: /^\S{4,}$/,
    literal: true,
  }),
  misuse('insecure_tls', 'request Agent createServer connect', {
    option: 'rejectUnauthorized',
    match: /^false$/,
  }),
];
