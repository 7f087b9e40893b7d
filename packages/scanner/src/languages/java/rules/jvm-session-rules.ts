import type { TextRule } from '../../../rules/text-rule.ts';
import { cookieText, csrfText } from '../../shared/rules/session-rules.ts';

/** Sessions and tokens: cookies without flags, forged requests, foreign sites, signatures that nobody checks. */
export const jvmSessionRules: readonly TextRule[] = [
  {
    ...cookieText,
    id: 'access/cookie-flags',
    languages: ['Java', 'Kotlin'],
    pattern: /\b(\w+)\s*\.\s*set(Secure|HttpOnly)\s*\(\s*false\s*\)/g,
    over: 'code',
    refine: (match) => ({ cwe: [match[2] === 'Secure' ? 'CWE-614' : 'CWE-1004'] }),
  },
  {
    ...cookieText,
    id: 'access/cookie-flags',
    languages: ['Java', 'Kotlin'],
    confidence: 0.5,
    pattern: /\b(\w+)\s*=\s*new\s+(?:javax\.servlet\.http\.|jakarta\.servlet\.http\.)?Cookie\s*\(/g,
    over: 'code',
    refine: (match, view) =>
      !new RegExp(`\\b${match[1]}\\s*\\.\\s*setSecure\\s*\\(`).test(view.code) &&
      !/setMaxAge\s*\(\s*0\s*\)/.test(view.code),
  },
  {
    ...csrfText,
    id: 'access/csrf-off',
    languages: ['Java', 'Kotlin'],
    pattern:
      /\bcsrf\s*\(\s*\)\s*\.\s*disable\s*\(|\bcsrf\s*\(\s*(?:\w+\s*->\s*\w+\.disable\s*\(\s*\)|[\w.]+::disable|\{\s*it\.disable)/g,
    over: 'code',
  },
];
