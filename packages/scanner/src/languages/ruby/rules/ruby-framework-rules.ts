import type { TextRule } from '../../../rules/text-rule.ts';
import { cookie } from '../../shared/rules/framework-rules.ts';

/** Unsafe framework settings in Ruby. */
export const rubyFrameworkRules: readonly TextRule[] = [
  {
    ...cookie,
    languages: ['Ruby'],
    pattern:
      /(?<![\w.])cookies(?:\.(?:permanent|signed|encrypted)){0,2}\[\s*:?["']?\w*(?:session|token|remember|auth|user|account|login)\w*["']?\s*\]\s*=(?!=)(?!\s*nil\b)/gi,
    refine: (match, view) => {
      const text = view.withoutComments.slice((match.index ?? 0) + match[0].length).slice(0, 400);
      const options = /^\s*(\{[^{}]*\})/.exec(text)?.[1];
      return (
        options === undefined ||
        !/\bsecure\b[^,}]*true/.test(options) ||
        !/\bhttp_?only\b[^,}]*true/.test(options)
      );
    },
  },
  {
    id: 'access/mass-assignment',
    languages: ['Ruby'],
    over: 'code',
    pattern: /\.permit\s*\([^)\n]{0,300}:(?:admin|is_admin|role|roles|role_id|superuser|permissions)\b/g,
    impact: 'weakening',
    confidence: 0.6,
    source: 'code',
    cwe: ['CWE-915', 'CWE-269'],
    description: 'Whoever sends the request can give themselves the role.',
    recommendation: 'Set such fields in a separate place, only for users who may do so.',
    refine: (match, view) => !/admin/i.test(view.path) || /\bcurrent_user\b/.test(match[0]),
  },
  {
    id: 'access/line-anchors',
    languages: ['Ruby'],
    pattern:
      /\bparams\b[^\n]{0,60}(?:=~|!~|\.match\??\s*\()\s*\/\^[^/\n]{1,200}\$\/|\/\^[^/\n]{1,200}\$\/[imx]*(?:\.match\??\s*\(|\s*=~\s*)[^\n]{0,40}\bparams\b|\bformat:?\s*(?:=>)?\s*\{[^}\n]{0,40}\bwith:\s*\/\^(?:\\.|[^/\n\\])+\$\/[ix]*\s*[,}]/g,
    impact: 'hygiene',
    confidence: 0.7,
    source: 'code',
    cwe: ['CWE-625', 'CWE-777', 'CWE-20'],
    description: 'Here ^ and $ match at the ends of a line: a second line may contain anything.',
    recommendation: 'Use \\A and \\z.',
  },
];
