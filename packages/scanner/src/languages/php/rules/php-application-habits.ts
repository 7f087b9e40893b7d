import type { TextRule } from '../../../rules/text-rule.ts';

/** What web applications in PHP give away of their own. */
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
    description: 'Whoever gets to fill the field, for one by an object that is read back, runs code.',
    recommendation: 'Call a method that is chosen from a fixed list.',
  },
];
