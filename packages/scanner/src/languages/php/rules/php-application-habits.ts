import type { TextRule } from '../../../rules/text-rule.ts';

/** What web applications in PHP disclose by themselves. */
export const phpApplicationHabits: readonly TextRule[] = [
  {
    languages: ['PHP'],
    source: 'code',
    id: 'access/evaluated-field',
    pattern: /\beval\s*\(\s*\$this\s*->\s*\w+\s*\)/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-95', 'CWE-94'],
    description: 'Whoever can set the field, for example with an object that is deserialized, runs code.',
    recommendation: 'Call a method from a fixed list.',
  },
];
