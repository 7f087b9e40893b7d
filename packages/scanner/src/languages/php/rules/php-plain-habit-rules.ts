import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

/** The place where the hash is compared with another variable by `==` or `!=` in the same function. */
function looselyCompared(match: RegExpMatchArray, view: SourceView) {
  const from = (match.index ?? 0) + match[0].length;
  const around = view.functionAt(view.lineAt(from));
  const end = Math.min(around ? view.offsetOf(around.endLine + 1) : view.code.length, from + 1_500);
  const name = (match[1] ?? '').replace('$', '\\$');
  const found = new RegExp(
    String.raw`${name}\s*[!=]=(?!=)\s*\$\w|\$[\w>\[\]'"-]+\s*(?<![!=])[!=]=(?!=)\s*${name}(?!\w)`,
  ).exec(view.code.slice(from, end));
  if (found === null) return false;
  const line = view.lineAt(from + found.index);
  return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
}

/** Small mistakes in several languages: what is trusted, compared or sent in clear text. */
export const phpPlainHabitRules: readonly TextRule[] = [
  {
    id: 'access/loose-comparison',
    languages: ['PHP'],
    pattern: /(\$\w+)\s*=\s*(?:md5|sha1)\s*\(/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.55,
    cwe: ['CWE-697', 'CWE-1254', 'CWE-208'],
    source: 'code',
    description:
      'Strings such as `0e1234` are equal here because both are read as the number 0, and the time of the comparison shows how much of a guess is right.',
    recommendation: 'Compare with hash_equals.',
    refine: looselyCompared,
  },
];
