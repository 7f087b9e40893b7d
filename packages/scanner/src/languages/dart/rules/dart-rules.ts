import type { TextRule } from '../../../rules/text-rule.ts';
import { cipherText } from '../../shared/rules/crypto-rules.ts';
import { tls } from '../../shared/rules/transport-rules.ts';

const dart = { languages: ['Dart'], source: 'code' } as const;
const secretWord =
  /passw|passphrase|pass_?code|\bpwd\b|secret|api_?key|private_?key|access_?token|auth_?token|refresh_?token|_token\b|\btoken\b|credential|\bpin(?:_?code)?\b|cvv|card_?number|\bssn\b/i;
const notSecret = /has|is_|show|enable|changed|expir|date|count|attempt|remember|seen|valid|hint|length/i;

/** What an application keeps or shows more openly than it should. */
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
      'Settings are a plain file of the application: a backup, a debugger or whoever has the device reads it.',
    recommendation: 'Keep secrets in the keystore of the system, such as by flutter_secure_storage.',
    needs: /shared_preferences|SharedPreferences|hive|GetStorage|get_storage/,
    refine: (match, view) => {
      if (
        /SecureStorage/.test(match[0]) ||
        (/\b(?:storage|box)\b/.test(match[0]) && /SecureStorage|encryptionCipher/.test(view.text))
      )
        return false;
      const [key = '', ...rest] = match[1]!.split(',');
      return [key, rest.join(',').replace(/(["'])[^"']*\1/g, '')].some((name) => {
        const words = name.replace(/([a-z\d])([A-Z])/g, '$1_$2');
        return secretWord.test(words) && !notSecret.test(words);
      });
    },
  },
];

/** Connections that trust anybody, keys, vectors and modes that protect little. */
export const dartCryptoRules: readonly TextRule[] = [
  {
    ...tls,
    ...dart,
    id: 'transport/unchecked-certificate',
    over: 'code',
    pattern:
      /\bbadCertificateCallback\s*=\s*\(?\s*\(?[^(){};=]{0,120}\)\s*(?:=>\s*true\b|\{\s*return\s+true\b)|\bonBadCertificate\s*:\s*\([^(){};]{0,80}\)\s*(?:=>\s*true\b|\{\s*return\s+true\b)/g,
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
      'With the same nonce, equal texts give equal ciphertexts, and with some modes the key stream repeats.',
    recommendation: 'Draw it for each message with IV.fromSecureRandom and send it along.',
  },
  {
    ...cipherText,
    ...dart,
    id: 'crypto/block-by-block',
    over: 'code',
    pattern: /\bAESMode\.ecb\b|\bECBBlockCipher\s*\(/g,
  },
];
