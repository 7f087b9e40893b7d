import type { TextRule } from '../../../rules/text-rule.ts';
import { cookieText, csrfText } from '../../shared/rules/session-rules.ts';

/** Sessions and tokens: cookies without flags, forged requests, foreign sites, signatures that nobody checks. */
export const csharpSessionRules: readonly TextRule[] = [
  {
    ...cookieText,
    id: 'access/cookie-flags',
    languages: ['C#'],
    pattern: /\b(?:Secure|HttpOnly)\s*=\s*false\b|CookieSecurePolicy\.None/g,
    over: 'code',
  },
  {
    ...csrfText,
    id: 'access/csrf-off',
    languages: ['C#'],
    pattern: /\[IgnoreAntiforgeryToken\]|\bnew\s+IgnoreAntiforgeryTokenAttribute\s*\(/g,
    over: 'code',
  },
];
