import type { TextRule } from '../../../rules/text-rule.ts';

/** Small mistakes in several languages: what is trusted, compared or sent in clear text. */
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
    description: 'Short passwords can be guessed, online or from a stolen table.',
    recommendation: 'Require at least 12 characters, and refuse passwords from known lists.',
  },
];
