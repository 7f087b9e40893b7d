import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

/** Origins: CORS headers that echo the origin, messages from other windows. */
export const originRules: readonly TextRule[] = [
  {
    id: 'access/open-cors',
    languages: ['Ruby', 'PHP', 'Python'],
    pattern:
      /Access-Control-Allow-Origin["']?\s*(?:\]\s*=|=>|:\s*["']\s*\.|:\s*(?=\{?\$)|,)\s*(?:\{?\$?[a-z_]\w*\}?(?=\s*["']?\s*[,)}\];\n])|request\.(?:headers|env|origin)[^\n]{0,40})/gi,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-942', 'CWE-346'],
    source: 'code',
    description:
      'The origin of the request is sent back without a check, so any site can read what its visitors see.',
    recommendation: 'Send back only origins from a list.',
    refine: (match, view) => echoesOrigin(match, view),
  },
];

/** Whether the value is the origin of the request, and the function does not check it. */
function echoesOrigin(match: RegExpMatchArray, view: SourceView): boolean {
  const at = match.index ?? 0;
  const around = view.functionAt(view.lineAt(at));
  const from = around ? view.offsetOf(around.line) : Math.max(0, at - 800);
  const before = view.withoutComments.slice(from, at + match[0].length);
  const name = /(\$?[a-z_]\w*)\}?$/i.exec(match[0])?.[1] ?? '';
  const given = /request\.(?:headers|env|origin)[^\n]*$/i.exec(match[0])?.[0];
  const isOrigin =
    given === undefined
      ? new RegExp(
          String.raw`${name.replace('$', '\\$')}\s*=(?!=)[^\n]{0,120}(?:HTTP_ORIGIN|["']Origin["']|\.origin\b)`,
          'i',
        ).test(before)
      : /origin/i.test(given);
  return (
    isOrigin &&
    !/\b(?:if|unless|elsif|case|and|or|filter|preg_match|in_array|array_search|include\?|match\?|=~|in)\b[^\n]{0,120}(?:origin|allow|trusted)/i.test(
      before
        .replace(/\bif\s+origin\s*:?\s*$/gim, '')
        .replace(/^.*=(?!=|~|>).*(?:HTTP_ORIGIN|["']Origin["']).*$/gim, ''),
    )
  );
}
