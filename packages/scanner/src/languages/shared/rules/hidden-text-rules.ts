import type { TextRule } from '../../../rules/text-rule.ts';

const opens = /[\u202a\u202b\u202d\u202e\u2066-\u2068]/g;
const closes = /[\u202c\u2069]/g;

/** Code that looks other than it is. */
export const hiddenTextRules: readonly TextRule[] = [
  {
    id: 'access/hidden-direction',
    pattern: /[\u202a\u202b\u202d\u202e\u2066-\u2068]/g,
    over: 'text',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-1007'],
    source: 'code',
    description:
      'The direction of writing is turned and not turned back on the line: a reader sees text and code in another order than the machine.',
    recommendation: 'Remove the characters, or write them as escapes.',
    references: ['https://trojansource.codes', 'https://nvd.nist.gov/vuln/detail/CVE-2021-42574'],
    // Words of languages that are written to the left are closed again.
    refine: (match, view) => {
      const line = view.lineText(view.lineAt(match.index ?? 0));
      return (line.match(opens)?.length ?? 0) !== (line.match(closes)?.length ?? 0);
    },
  },
];
