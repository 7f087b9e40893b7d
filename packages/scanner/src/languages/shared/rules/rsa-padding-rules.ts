import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const paddingText = {
  id: 'crypto/weak-padding',
  impact: 'weakening',
  confidence: 0.6,
  cwe: ['CWE-780', 'CWE-327'],
  source: 'code',
  description:
    'An attacker who sees whether a ciphertext is refused can decrypt others (Bleichenbacher); without padding equal texts give equal ciphertexts.',
  recommendation: 'Encrypt with RSA-OAEP, or agree on a key and use an authenticated cipher.',
} as const;

/** RSA encryption with PKCS #1 v1.5 padding, or with none. Signatures with that padding are allowed. */
export const rsaPaddingRules: readonly TextRule[] = [
  {
    ...paddingText,
    languages: ['Java', 'Kotlin'],
    pattern: /\bCipher\s*\.\s*getInstance\s*\(\s*"RSA(?:\/[^"\n/]{1,12}\/(?:PKCS1Padding|NoPadding))?"/gi,
  },
  {
    ...paddingText,
    languages: ['C#'],
    pattern:
      /\bRSAEncryptionPadding\s*\.\s*Pkcs1\b|\bnew\s+RSAPKCS1KeyExchange(?:Formatter|Deformatter)\s*\(|\b(?:rsa|RSA|provider|csp)\w*\s*\.\s*(?:Encrypt|Decrypt)\s*\(\s*[^,()\n]{1,80}(?:\([^()\n]{0,60}\))?[^,()\n]{0,40},\s*(?:fOAEP\s*:\s*)?false\s*\)/g,
  },
  {
    ...paddingText,
    languages: ['Python'],
    pattern:
      /\bPKCS1_v1_5\s*\.\s*new\s*\(|\b(?:encrypt|decrypt)\s*\([^()\n]{0,80}\bpadding\s*\.\s*PKCS1v15\s*\(/g,
    // Signatures use the same name.
    refine: (match, view) =>
      !match[0].startsWith('PKCS1') ||
      /from\s+Crypto(?:dome)?\.Cipher\s+import|Cipher\.PKCS1_v1_5/.test(view.text),
  },
  {
    ...paddingText,
    languages: ['Go'],
    pattern: /\brsa\s*\.\s*(?:Encrypt|Decrypt)PKCS1v15(?:SessionKey)?\s*\(/g,
  },
  {
    ...paddingText,
    languages: [...jsLanguages],
    pattern:
      /\b(?:publicEncrypt|privateDecrypt)\s*\(\s*\{[^{}]{0,300}?\bpadding\s*:\s*[\w.]{0,40}RSA_(?:PKCS1|NO)_PADDING|\bencryptionScheme\s*:\s*["']pkcs1["']|\.encrypt\s*\([^()\n]{1,80},\s*["']RSAES-PKCS1-V1_5["']/g,
  },
  {
    ...paddingText,
    languages: ['PHP'],
    pattern:
      /\bopenssl_(?:public_encrypt|private_decrypt)\s*\(\s*[^,()\n]{1,80},\s*[^,()\n]{1,80},\s*[^,()\n]{1,80}(?:\)|,\s*OPENSSL_(?:PKCS1|NO)_PADDING)/g,
  },
  {
    ...paddingText,
    languages: ['Ruby'],
    pattern:
      /\.(?:public_encrypt|private_decrypt)\s*\(\s*[^,()\n]{1,80}\)|\bOpenSSL::PKey::RSA::(?:PKCS1|NO)_PADDING\b/g,
  },
];
