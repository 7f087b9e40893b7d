import type { TextRule } from '../../../rules/text-rule.ts';

/** What web applications in Go give away of their own. */
export const goApplicationHabits: readonly TextRule[] = [
  {
    languages: ['Go'],
    source: 'code',
    id: 'access/any-origin',
    pattern: /\.(?:Set|Add|Header)\s*\(\s*"Access-Control-Allow-Origin"\s*,\s*"\*"\s*\)/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-942', 'CWE-346'],
    description: 'Whatever is answered to someone who is let in by address or network is open to any page.',
    recommendation: 'Name the origins that may read the answers.',
  },
];
