import type { TextRule } from '../../../rules/text-rule.ts';

/** What web applications in Go disclose by themselves. */
export const goApplicationHabits: readonly TextRule[] = [
  {
    languages: ['Go'],
    source: 'code',
    id: 'access/any-origin',
    pattern: /\.(?:Set|Add|Header)\s*\(\s*"Access-Control-Allow-Origin"\s*,\s*"\*"\s*\)/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-942', 'CWE-346'],
    description:
      'If clients are let in by address or network, any page that they open can read the responses.',
    recommendation: 'List the origins that may read the responses.',
  },
];
