import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

/** Where the hash is compared with another variable by two signs in the same function. */
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

/** Small habits of several languages: who is believed, what is compared, what is sent plainly. */
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
      'Texts such as `0e1234` are equal here because both are read as the number 0, and the time tells how much of a guess is right.',
    recommendation: 'Compare with hash_equals.',
    refine: looselyCompared,
  },
];
