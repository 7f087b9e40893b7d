import type { TextRule } from '../../../rules/text-rule.ts';

/** Passwords that are written in the code, stored in clear text, or too short. */
export const pythonPasswordRules: readonly TextRule[] = [
  {
    id: 'access/empty-password',
    languages: ['Python'],
    pattern: /^[^\S\n]*["']PASSWORD["']\s*:\s*(["'])\1\s*,?\s*$/gm,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-521', 'CWE-258'],
    description: 'Anybody who reaches the port is signed in.',
    recommendation: 'Give the account a password, and read it from the environment.',
    source: 'code',
    refine: (match, view) =>
      /DATABASES\b/.test(view.text) &&
      !/sqlite3/.test(view.text.slice(Math.max(0, (match.index ?? 0) - 400), match.index)),
  },
];
