import type { TextRule } from '../../../rules/text-rule.ts';
import { isShort, keyText, tls } from '../../shared/rules/transport-rules.ts';

/** Disabled certificate checks, outdated versions, weak keys, repeated nonces. */
export const jvmTlsRules: readonly TextRule[] = [
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    languages: ['Java', 'Kotlin'],
    pattern:
      /\bALLOW_ALL_HOSTNAME_VERIFIER\b|\bNoopHostnameVerifier\b|\bTrustAllStrategy\b|\bvoid\s+checkServerTrusted\s*\([^)]{0,300}\)(?:\s*throws\s+\w+)?\s*\{\s*\}|\b(?:set(?:Default)?H|h)ostnameVerifier\s*\(\s*\(?[^()]{0,120}\)?\s*->\s*(?:true|\{\s*return\s+true)|\bboolean\s+verify\s*\(\s*(?:final\s+)?String\s+\w+\s*,\s*(?:final\s+)?SSLSession\s+\w+\s*\)\s*\{\s*return\s+true\s*;|\bfun\s+verify\s*\([^()]{0,80}SSLSession\??\s*\)\s*(?::\s*Boolean\s*)?(?:=\s*true|\{\s*return\s+true)/g,
    over: 'code',
    // An import is not a use.
    refine: (match, view) => !/^\s*import\b/.test(view.lineText(view.lineAt(match.index ?? 0))),
  },
  {
    ...keyText,
    id: 'crypto/short-key',
    languages: ['Java', 'Kotlin'],
    pattern: /KeyPairGenerator\.getInstance\s*\(\s*"(?:RSA|DSA|DH)"[\s\S]{0,300}?\.initialize\s*\(\s*(\d+)/g,
    refine: (match) => isShort(match[1] ?? '', ''),
  },
];
