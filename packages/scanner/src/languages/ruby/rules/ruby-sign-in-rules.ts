import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { bodyAround, fixation } from '../../shared/rules/sign-in-rules.ts';

/** Whether no guard of the controller covers an action that changes data. */
function leavesOpen(match: RegExpMatchArray, view: SourceView): boolean | { severity: 'medium' } {
  if (!/controllers\//.test(view.path)) return false;
  const text = view.withoutComments;
  const guarded = new Set<string>();
  for (const line of text.matchAll(
    /^[ \t]*(?:before_action|load_and_authorize_resource|authorize_resource)\b([^\n]*)/gm,
  )) {
    const limits = /\bonly(?::|\s*=>)\s*(\[[^\]]*\]|:\w+|%[iw]\[[^\]]*\])/.exec(line[1] ?? '')?.[1];
    const isGuard = /require|authenticate|ensure|check|authorize|verify|admin|login/i.test(line[0]);
    if (isGuard && limits === undefined && !/\bexcept\b/.test(line[1] ?? '')) return false;
    if (isGuard) for (const name of (limits ?? '').matchAll(/\w+/g)) guarded.add(name[0]);
  }
  const excepted =
    match[1] === 'except' ? new Set([...(match[2] ?? '').matchAll(/\w+/g)].map((one) => one[0])) : null;
  const actions = /^[ \t]*def\s+(update|destroy|delete|remove|create|approve|promote|ban)\b/gm;
  for (const action of text.matchAll(actions)) {
    const [, name = ''] = action;
    if (excepted ? excepted.has(name) && name !== 'create' : !guarded.has(name)) {
      const body = bodyAround(view, action.index);
      if (
        !/current_user|authorize|can\?|policy|head :forbidden/.test(body) &&
        !/sessions?_controller|passwords?_controller|registrations?_controller/.test(view.path)
      )
        return { severity: 'medium' };
    }
  }
  return false;
}

/** Mistakes at sign-in: sessions, comparison of hashes, signatures of tokens. */
export const rubySignInRules: readonly TextRule[] = [
  {
    ...fixation,
    languages: ['Ruby'],
    pattern:
      /(?<![\w.])session\[\s*:?["']?\w*(?:user|account|member|admin)\w*["']?\s*\]\s*=(?!=)(?!\s*nil\b)/g,
    recommendation: 'Call reset_session before you store the user in the session.',
    refine: (match, view) => {
      const body = bodyAround(view, match.index ?? 0);
      // A method that only signs in may be called after the reset.
      return (
        /\bauthenticate\w*\b|valid_password\?|BCrypt/.test(body) &&
        !/reset_session|session\.(?:clear|destroy|options)|renew/.test(view.withoutComments)
      );
    },
  },
  {
    id: 'injection/sql',
    languages: ['Ruby'],
    pattern:
      /\bscope\s+:\w+\s*,\s*(?:->|lambda|proc)\s*[({|\s]*(\w+)\b[^\n]{0,120}\b(?:where|order|joins|having|from|group|select|find_by_sql)\s*\(?\s*"[^"\n]*#\{\s*\1\b/g,
    impact: 'disclosure',
    confidence: 0.6,
    source: 'code',
    cwe: ['CWE-89', 'CWE-20'],
    description: 'Whoever gives the argument decides what the database runs.',
    recommendation: 'Pass the value separately, with a question mark in its place in the text.',
  },
  {
    id: 'access/unverified-token',
    languages: ['Ruby'],
    pattern:
      /\bJWT\.decode\s*\(?\s*[^,()\n]{1,120},\s*[^,\n]{1,120},\s*false\b|\bJWT\.decode\b[^\n]{0,160}['"]none['"]/g,
    impact: 'takeover',
    confidence: 0.85,
    source: 'code',
    cwe: ['CWE-347', 'CWE-345'],
    description: 'Anybody can forge a token for any user.',
    recommendation: 'Verify the signature with one fixed algorithm before you read the claims.',
  },
  {
    id: 'access/partly-guarded',
    languages: ['Ruby'],
    pattern:
      /^[ \t]*before_action\s+:(?:require|authenticate|ensure|check|authorize|verify|admin|login)\w*!?\s*,\s*(only|except)(?::|\s*=>)\s*(\[[^\]]*\]|:\w+|%[iw]\[[^\]]*\])/gm,
    impact: 'disclosure',
    confidence: 0.55,
    source: 'code',
    cwe: ['CWE-862', 'CWE-306', 'CWE-285'],
    description: 'The guard covers some actions of the controller, and others change records without it.',
    recommendation: 'Guard all actions, and exempt by name those that everybody may call.',
    refine: (match, view) => leavesOpen(match, view),
  },
];
