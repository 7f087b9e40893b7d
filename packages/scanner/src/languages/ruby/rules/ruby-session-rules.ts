import type { TextRule } from '../../../rules/text-rule.ts';
import { csrfText } from '../../shared/rules/session-rules.ts';

/** Sessions and tokens: cookies without flags, CSRF, foreign origins, unchecked signatures. */
export const rubySessionRules: readonly TextRule[] = [
  {
    ...csrfText,
    id: 'access/csrf-off',
    languages: ['Ruby'],
    pattern:
      /\bskip_before_action\s+:verify_authenticity_token|\bprotect_from_forgery\s+(?:with:\s*:null_session|(?:[^\n]{0,80}\s)?except:)/g,
    // Programs call these with a token or a signature, not with a cookie.
    refine: (_, view) => !/(?:^|\/)(?:api|webhooks?)(?:\/|_controller\.rb$)/.test(view.path),
  },
  {
    ...csrfText,
    id: 'access/csrf-off',
    languages: ['Ruby'],
    pattern: /\ballow_forgery_protection\s*=\s*false\b/g,
    refine: (_, view) => !/(?:^|\/)(?:test|spec)/.test(view.path),
  },
];
