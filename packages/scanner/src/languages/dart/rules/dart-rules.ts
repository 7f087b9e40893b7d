import type { TextRule } from '../../../rules/text-rule.ts';
import { cipherText } from '../../shared/rules/crypto-rules.ts';
import { cookie } from '../../shared/rules/framework-rules.ts';
import { tls, unsalted } from '../../shared/rules/transport-rules.ts';

const dart = { languages: ['Dart'], source: 'code' } as const;
const secretPattern =
  /passw|passphrase|pass_?code|\bpwd\b|secret|api_?key|private_?key|access_?token|auth_?token|refresh_?token|_token\b|\btoken\b|credential|\bpin(?:_?code)?\b|cvv|card_?number|\bssn\b/i;
const notSecret = /has|is_|show|enable|changed|expir|date|count|attempt|remember|seen|valid|hint|length/i;

/** Data that an application stores or shows insecurely. */
export const dartAccessRules: readonly TextRule[] = [
  {
    ...dart,
    id: 'access/plain-device-store',
    pattern:
      /\b(?:\w*[pP]refs?|\w*[pP]references?(?:\.getInstance\(\)\))?|box|GetStorage\(\)|storage)\s*\.\s*(?:setString|setStringList|put|write)\s*\(([^;]{1,300})/g,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-312', 'CWE-922'],
    description:
      'Settings are a plain file of the application: a backup, a debugger or anybody who has the device can read it.',
    recommendation: 'Keep secrets in the key store of the system, for example with flutter_secure_storage.',
    needs: /shared_preferences|SharedPreferences|hive|GetStorage|get_storage/,
    refine: (match, view) => {
      if (
        /SecureStorage/.test(match[0]) ||
        (/\b(?:storage|box)\b/.test(match[0]) && /SecureStorage|encryptionCipher/.test(view.text))
      )
        return false;
      const [key = '', ...rest] = (match[1] ?? '').split(',');
      return [key, rest.join(',').replace(/(["'])[^"']*\1/g, '')].some((name) => {
        const words = name.replace(/([a-z\d])([A-Z])/g, '$1_$2');
        return secretPattern.test(words) && !notSecret.test(words);
      });
    },
  },
];

/** Web views, and cookies of a server. */
export const dartPageRules: readonly TextRule[] = [
  {
    ...dart,
    id: 'access/web-view',
    over: 'code',
    pattern:
      /\ballow(?:Universal|File)AccessFromFileURLs\s*:\s*true\b|\bmixedContentMode\s*:\s*\w+\.(?:MIXED_CONTENT_)?ALWAYS_ALLOW\b|\bsetAllowFileAccess\s*\(\s*true\s*\)/g,
    impact: 'hygiene',
    confidence: 0.7,
    cwe: ['CWE-200', 'CWE-749'],
    description: 'A page in it can read files of the application, or parts of it are loaded over plain http.',
    recommendation: 'Leave the setting off, and load only addresses that the application knows.',
  },
  {
    ...cookie,
    ...dart,
    over: 'code',
    pattern: /\.(?:httpOnly|secure)\s*=\s*false\b/g,
    needs: /\bCookie\s*\(/,
  },
];

/** Connections that trust anybody; weak keys, initialization vectors and cipher modes. */
export const dartCryptoRules: readonly TextRule[] = [
  {
    ...tls,
    ...dart,
    id: 'transport/unchecked-certificate',
    over: 'code',
    pattern:
      /\bbadCertificateCallback\s*=\s*\(?\s*\(?[^(){};=]{0,120}\)\s*(?:=>\s*true\b|\{\s*return\s+true\b)|\bvalidateCertificate\s*[:=]\s*\([^(){};=]{0,80}\)\s*(?:=>\s*true\b|\{\s*return\s+true\b)|\bServerTrustAuthResponse\s*\([^()]{0,60}\bServerTrustAuthResponseAction\.PROCEED\b|\bonBadCertificate\s*:\s*\([^(){};]{0,80}\)\s*(?:=>\s*true\b|\{\s*return\s+true\b)/g,
  },
  {
    ...dart,
    id: 'crypto/fixed-nonce',
    pattern: /\bIV\.from(?:Utf8|Base64|Base16|Length)\s*\(\s*(?:["'][^"'\n$]{4,}["']|\d+)\s*\)/g,
    needs: /\bEncrypter\b|\bAES\b/,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-329', 'CWE-1204'],
    description:
      'With the same nonce, equal plaintexts give equal ciphertexts, and in some modes the key stream repeats.',
    recommendation: 'Generate it for each message with IV.fromSecureRandom and send it along.',
  },
  {
    ...cipherText,
    ...dart,
    id: 'crypto/block-by-block',
    over: 'code',
    pattern: /\bAESMode\.ecb\b|\bECBBlockCipher\s*\(/g,
  },
  {
    ...dart,
    ...unsalted,
    pattern:
      /\b(?:sha(?:1|224|256|384|512)|md5)\s*\.\s*convert\s*\(\s*[^\n]{0,60}\b\w*(?:[pP]assword|passwd|passphrase)\b/g,
  },
  {
    ...dart,
    id: 'crypto/few-rounds',
    over: 'code',
    pattern:
      /\bPbkdf2Parameters\s*\([^(),]{1,120},\s*(\d[\d_]*)|\bPbkdf2\s*\([^{}]{0,200}\biterations\s*:\s*(\d[\d_]*)|\bPBKDF2KeyDerivator\b[^;]{0,300}\binit\s*\(\s*Pbkdf2Parameters\s*\([^(),]{1,120},\s*(\d[\d_]*)/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-916'],
    description: 'With so few iterations, passwords are cheap to guess.',
    recommendation: 'Use at least 600,000 iterations of PBKDF2-SHA256, or argon2id.',
    refine: (match) => Number((match[1] ?? match[2] ?? match[3] ?? '0').replaceAll('_', '')) < 10_000,
  },
];
