import type { TextRule } from '../../../rules/text-rule.ts';
import { cookieText } from '../../shared/rules/session-rules.ts';

/** Sessions and tokens: cookies without flags, forged requests, foreign sites, signatures that nobody checks. */
export const goSessionRules: readonly TextRule[] = [
  {
    ...cookieText,
    id: 'access/cookie-flags',
    languages: ['Go'],
    pattern: /&?\bhttp\.Cookie\s*\{([^}]{0,800})\}/g,
    over: 'code',
    // One that is sent to a server, or that takes another back, is kept by no browser.
    refine: (match, view) =>
      !/Secure\s*:/.test(match[1] ?? '') &&
      !/MaxAge\s*:\s*-1/.test(match[1] ?? '') &&
      !/\.AddCookie\s*\(\s*$/.test(view.code.slice(Math.max(0, (match.index ?? 0) - 40), match.index)) && {
        confidence: 0.55,
      },
  },
];
