import type { TextRule } from '../../../rules/text-rule.ts';
import { isShort, keyText, oldTls, tls } from '../../shared/rules/transport-rules.ts';

/** Disabled certificate checks, outdated versions, weak keys, repeated nonces. */
export const pythonTlsRules: readonly TextRule[] = [
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    languages: ['Python'],
    pattern:
      /\bverify\s*=\s*False\b|\bssl\._create_unverified_context\b|\bCERT_NONE\b|\bcheck_hostname\s*=\s*False\b|\bverify_ssl\s*=\s*False\b|disable_ssl_certificate_validation\s*=\s*True|\bAutoAddPolicy\b|\bWarningPolicy\b/g,
    over: 'code',
    refine: (match, view) => {
      const at = match.index ?? 0;
      const line = view.lineText(view.lineAt(at));
      // The same words name other checks: another rule handles the signatures of tokens.
      if (/jwt|decode\(|verify_signature/.test(line)) return false;
      if (!/^(?:CERT_NONE|AutoAddPolicy|WarningPolicy)$/.test(match[0])) return !isOwnCall(line);
      return isChosen(view.code.slice(Math.max(0, at - 200), at), line);
    },
  },
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    languages: ['Python'],
    impact: 'weakening',
    confidence: 0.55,
    // This library checks nothing by default.
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

/** A name that is passed or assigned, not one that is imported, declared, compared, listed or one of two. */
function isChosen(before: string, line: string): boolean {
  if (/^\s*(?:from|import|class|elif|if|case|return)\b|[=!]=\s*[\w.]*CERT_NONE|\belse\b/.test(line))
    return false;
  return (
    /(?:\w\s*=|\(|\bverify_mode\b[^\n]*)\s*(?:[\w.]+\.)?$/.test(before) && !/\bimport\s*\([^)]*$/.test(before)
  );
}

/** `cls._context(verify=False)`: what the program's own function does with the argument is reported there. */
function isOwnCall(line: string): boolean {
  return (
    /\b(?:self|cls)\.\w+\([^)]*\bverify(?:_ssl)?\s*=\s*False/.test(line) &&
    !/\b(?:get|post|put|patch|delete|request|session)\w*\(/.test(line)
  );
}
