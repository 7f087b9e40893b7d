import type { TextRule } from '../../../rules/text-rule.ts';

/** Small habits of several languages: who is believed, what is compared, what is sent plainly. */
export const csharpPlainHabitRules: readonly TextRule[] = [
  {
    id: 'access/weak-password-rule',
    languages: ['C#'],
    pattern: /\bPassword\.RequiredLength\s*=\s*[1-7]\s*;/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-521'],
    source: 'code',
    description: 'Short passwords are guessed, online or from a stolen table.',
    recommendation: 'Ask for 12 signs or more, and refuse passwords from known lists.',
  },
];
