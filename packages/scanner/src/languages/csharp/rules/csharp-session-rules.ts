import type { TextRule } from '../../../rules/text-rule.ts';
import { cookieText, csrfText } from '../../shared/rules/session-rules.ts';

/** Sessions and tokens: cookies without flags, CSRF, foreign origins, unchecked signatures. */
export const csharpSessionRules: readonly TextRule[] = [
  {
    ...cookieText,
    id: 'access/cookie-flags',
    languages: ['C#'],
    pattern: /\b(?:Secure|HttpOnly)\s*=\s*false\b|CookieSecurePolicy\.None/g,
    over: 'code',
  },
  {
    id: 'access/lasting-cookie',
    languages: ['C#'],
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-539'],
    source: 'code',
    pattern:
      /\bExpires\s*=\s*(?:DateTime(?:Offset)?\.(?:(?:Utc)?Now\.AddYears\s*\(\s*[1-9]|MaxValue))|\bMaxAge\s*=\s*TimeSpan\.FromDays\s*\(\s*(?:36[5-9]|3[7-9]\d|[4-9]\d\d|\d{4,})/g,
    over: 'code',
    needs: /[cC]ookie/,
    description: 'Whoever uses the machine or its backup later can read the cookie.',
    recommendation: 'Let cookies with identities or secrets expire with the session.',
  },
  {
    ...csrfText,
    id: 'access/csrf-off',
    languages: ['C#'],
    pattern: /\[IgnoreAntiforgeryToken\]|\bnew\s+IgnoreAntiforgeryTokenAttribute\s*\(/g,
    over: 'code',
  },
];
