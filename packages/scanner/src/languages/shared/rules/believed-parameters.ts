import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { js } from './session-rules.ts';

const right = String.raw`(?:is_?admin|admin|is_?staff|is_?super_?user|is_?root|is_?moderator)`;
const longestWay = 700;

/** Whoever may do something is whoever says so in his own request. */
export const believedParameters: readonly TextRule[] = [
  {
    id: 'access/believed-parameter',
    languages: [...js, 'Python', 'PHP', 'Ruby', 'Java', 'Kotlin', 'C#'],
    pattern: new RegExp(
      [
        String.raw`\b(?:req|request|ctx)\.(?:query|body|params|headers)(?:\.|\[\s*["'])(?:x-)?${right}\b`,
        String.raw`@(?:Query|Body|Headers|Param|RequestParam|RequestHeader)\s*\(\s*(?:value\s*=\s*|name\s*=\s*)?["']${right}["']`,
        String.raw`\brequest\.(?:args|form|json|GET|POST|values|query_params|headers)(?:\.get\(\s*|\[\s*)["']${right}["']`,
        String.raw`\$_(?:GET|POST|REQUEST)\[\s*["']${right}["']`,
        String.raw`(?<![\w.])params\[\s*[:"']${right}\b`,
        String.raw`\bgetParameter\s*\(\s*"${right}"`,
        String.raw`\bRequest\.(?:Query|Form|Headers)\[\s*"${right}"`,
      ].join('|'),
      'gi',
    ),
    needs: /admin|staff|super_?user|is_?root|moderator/i,
    impact: 'takeover',
    confidence: 0.6,
    cwe: ['CWE-807', 'CWE-639', 'CWE-285', 'CWE-863'],
    source: 'code',
    description: 'Whoever adds this to a request of his own has the right.',
    recommendation: 'Take rights from the session, or from a token whose signature is checked.',
    refine: (match, view) => refuses(view, match.index ?? 0),
  },
];

/** Behind it, whoever has not said so is turned away. */
function refuses(view: SourceView, at: number): boolean {
  const around = view.functionAt(view.lineAt(at));
  const end = around ? view.offsetOf(around.endLine + 1) : at + longestWay;
  const rest = view.withoutComments.slice(at, Math.min(end, at + longestWay));
  return /\b(?:if|unless|return)\b[^;{\n]{0,120}(?:admin|staff|super_?user|root|moderator)[\s\S]{0,160}?(?:\b40[13]\b|[uU]nauthori[sz]ed|[fF]orbidden|[dD]enied|[nN]ot ?[aA]llowed|PermissionError|NotAuthorized)/i.test(
    rest,
  );
}
