import type { TextRule } from '../../../rules/text-rule.ts';
import { cookieText, csrfText } from '../../shared/rules/session-rules.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The value of a product of numbers. */
function secondsOf(text: string): number {
  if (!/^\d/.test(text)) return Number.MAX_SAFE_INTEGER;
  return text.split('*').reduce((all, one) => all * Number(one.replace(/[_\s]/g, '')), 1);
}

/** Sessions and tokens: cookies without flags, CSRF, foreign origins, unchecked signatures. */
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
    id: 'access/endless-session',
    languages: ['Java', 'Kotlin'],
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-613'],
    source: 'code',
    // Zero and negative values mean never.
    pattern: /\bsetMaxInactiveInterval\s*\(\s*(?:-\s*\d+|0)\s*\)|\bmaxInactiveInterval\s*=\s*-\s*\d+/g,
    over: 'code',
    description: 'A session that was left open, or whose cookie was stolen, can be used for ever.',
    recommendation: 'Let unused sessions expire after minutes, and all sessions after some hours.',
  },
  {
    id: 'access/lasting-cookie',
    languages: ['Java', 'Kotlin'],
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-539'],
    source: 'code',
    pattern: /\.\s*setMaxAge\s*\(\s*(\d[\d_\s*]*|Integer\.MAX_VALUE)\s*\)/g,
    over: 'code',
    refine: (match) => secondsOf(match[1] ?? '') >= YEAR_SECONDS,
    description: 'Whoever uses the machine or its backup later can read the cookie.',
    recommendation: 'Let cookies with identities or secrets expire with the session.',
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
