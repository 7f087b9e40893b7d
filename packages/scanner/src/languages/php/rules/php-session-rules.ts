import type { TextRule } from '../../../rules/text-rule.ts';
import { cookieText } from '../../shared/rules/session-rules.ts';

/** Sessions and tokens: cookies without flags, CSRF, foreign origins, unchecked signatures. */
export const phpSessionRules: readonly TextRule[] = [
  {
    ...cookieText,
    id: 'access/cookie-flags',
    languages: ['PHP'],
    pattern: /(?<![>:\w])setcookie\s*\(([^;]{0,300})\)\s*;/g,
    over: 'code',
    refine: (match) =>
      (match[1] ?? '').split(',').length < 6 && !/\[/.test(match[1] ?? '') && { confidence: 0.6 },
  },
];
