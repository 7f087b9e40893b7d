import type { TextRule } from '../../../rules/text-rule.ts';

const opens = /[\u202a\u202b\u202d\u202e\u2066-\u2068]/g;
const closes = /[\u202c\u2069]/g;

/** Code that is not what it looks like. */
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
      'The direction of the text is changed and not restored on the line: a reader sees text and code in another order than the machine.',
    recommendation: 'Remove the characters, or write them as escapes.',
    references: ['https://trojansource.codes', 'https://nvd.nist.gov/vuln/detail/CVE-2021-42574'],
    // Text in right-to-left languages closes its direction marks again.
    refine: (match, view) => {
      const line = view.lineText(view.lineAt(match.index ?? 0));
      return (line.match(opens)?.length ?? 0) !== (line.match(closes)?.length ?? 0);
    },
  },
];
