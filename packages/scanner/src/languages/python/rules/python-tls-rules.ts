import type { TextRule } from '../../../rules/text-rule.ts';
import { isShort, keyText, oldTls, tls } from '../../shared/rules/transport-rules.ts';

/** Checks of certificates that are off, versions and keys that are too weak, nonces that repeat. */
export const pythonTlsRules: readonly TextRule[] = [
  {
    ...tls,
    id: 'transport/unchecked-certificate',
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
    ...keyText,
    id: 'crypto/short-key',
    languages: ['Python'],
    pattern:
      /\b(?:RSA|DSA)\.generate\s*\(\s*(\d+)|\bkey_size\s*=\s*(\d+)|\brsa\.newkeys\s*\(\s*(\d+)|\bec\.(?:SECP192R1|SECT163\w+)\b/g,
    over: 'code',
    refine: (match) => isShort(match[1] ?? match[2] ?? match[3] ?? '0', match[0]),
  },
];
