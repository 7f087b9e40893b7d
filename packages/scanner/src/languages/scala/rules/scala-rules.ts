import type { TextRule } from '../../../rules/text-rule.ts';
import { cipherText } from '../../shared/rules/crypto-rules.ts';
import { cookie } from '../../shared/rules/framework-rules.ts';
import { keyText, oldTls, tls, unsalted } from '../../shared/rules/transport-rules.ts';

const scala = { languages: ['Scala'], source: 'code' } as const;

/** Insecure settings in Play and similar frameworks. */
export const scalaAccessRules: readonly TextRule[] = [
  {
    ...cookie,
    ...scala,
    over: 'code',
    pattern:
      /\b(?:Cookie|HttpCookie|ResponseCookie|DiscardingCookie)\s*\((?:[^()]|\([^()]{0,80}\)){0,300}?\b(?:secure|httpOnly)\s*=\s*false\b/g,
    confidence: 0.75,
  },
  {
    ...scala,
    id: 'access/open-cors',
    over: 'code',
    pattern:
      /\bCORSConfig\s*\((?:[^()]|\([^()]{0,120}\)){0,400}?\banyOrigin\s*=\s*true\b(?:[^()]|\([^()]{0,120}\)){0,400}?\ballowCredentials\s*=\s*true\b|\bwithAllowOriginAll\b[^;{}]{0,300}\bwithAllowCredentials\s*\(\s*true\s*\)|\ballowGenericHttpRequests\b[^;{}]{0,200}\bHttpOriginMatcher\.\*[^;{}]{0,200}\bwithAllowCredentials\s*\(\s*true\s*\)/g,
    impact: 'disclosure',
    confidence: 0.75,
    cwe: ['CWE-942', 'CWE-346'],
    description: 'Any page can send requests in the name of its visitor, and read the response.',
    recommendation: 'List the origins that may send requests.',
  },
];

/** Connections that trust anybody, short keys and fast password hashes. */
export const scalaCryptoRules: readonly TextRule[] = [
  {
    ...tls,
    ...scala,
    id: 'transport/unchecked-certificate',
    over: 'code',
    pattern:
      /\bdef\s+checkServerTrusted\s*\([^)]{0,300}\)\s*(?::\s*Unit\s*)?=\s*(?:\{\s*\}|\(\s*\)|Unit\b)|\bdef\s+verify\s*\([^)]{0,200}\bSSLSession\b[^)]{0,40}\)\s*(?::\s*Boolean\s*)?=\s*(?:\{\s*)?true\b|\bsetDefaultHostnameVerifier\s*\(\s*\([^()]{0,80}\)\s*=>\s*true\b|\bwithAcceptAnyCertificate\s*\(\s*true\s*\)|\bwithDisableHostnameVerification\s*\(\s*true\s*\)|\bwithHostnameVerification\s*\(\s*false\s*\)|\btlsContext\.insecure\b|\bTLSContext\.Builder[^\n]{0,80}\.insecure\b|\bHttpOptions\.allowUnsafeSSL\b|\bverifySslCerts\s*=\s*false\b|\bcheck_?[cC]ertificates?\s*=\s*false\b/g,
  },
  {
    ...oldTls,
    ...scala,
    id: 'transport/old-tls',
    pattern: /\bSSLContext\.getInstance\s*\(\s*"(?:SSL(?:v[23])?|TLSv1(?:\.1)?)"/g,
  },
  {
    ...cipherText,
    ...scala,
    id: 'crypto/weak-cipher',
    pattern: /\bCipher\.getInstance\s*\(\s*"RSA\/[^"\n/]*\/NoPadding"/g,
    cwe: ['CWE-780'],
    description: 'Without padding equal texts give equal ciphertexts, and short ones can be recovered.',
    recommendation: 'Use OAEPWithSHA-256AndMGF1Padding.',
  },
  {
    ...keyText,
    ...scala,
    id: 'crypto/short-key',
    pattern:
      /\bKeyPairGenerator\.getInstance\s*\(\s*"RSA"[^)]{0,40}\)[\s\S]{0,160}?\.initialize\s*\(\s*(\d{3,4})\b|\bRSAKeyGenParameterSpec\s*\(\s*(\d{3,4})\b/g,
    refine: (match) => Number(match[1] ?? match[2]) < 2_048,
  },
  {
    ...scala,
    ...unsalted,
    pattern:
      /\bMessageDigest\.getInstance\s*\([^()\n]{1,40}\)\s*\.digest\s*\(\s*\w*(?:[pP]assword|passwd|passphrase)\b|\bDigestUtils\.\w+\s*\(\s*\w*(?:[pP]assword|passwd|passphrase)\b|\b(?:sha256|sha512|sha1|md5)(?:Hex)?\s*\(\s*\w*(?:[pP]assword|passwd|passphrase)\b/g,
  },
  {
    ...scala,
    id: 'crypto/few-rounds',
    over: 'code',
    pattern:
      /\bnew\s+PBEKeySpec\s*\([^,]{1,200},[^,]{1,200},\s*(\d[\d_]*)|\b(?:BCrypt\.)?gensalt\s*\(\s*(\d+)\s*\)|\.bcrypt(?:Bounded)?\s*\(\s*(\d+)\s*\)/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-916'],
    description: 'With so few iterations, passwords are cheap to guess.',
    recommendation: 'Use at least 600,000 iterations of PBKDF2-SHA256, a bcrypt cost of 12, or argon2id.',
    refine: (match) =>
      match[1] === undefined
        ? Number(match[2] ?? match[3] ?? '99') < 10
        : Number(match[1].replaceAll('_', '')) < 10_000,
  },
];
