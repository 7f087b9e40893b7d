import type { TextRule } from '../../../rules/text-rule.ts';

/** Missing or disabled guards: debug modes, mass assignment, details in error answers. */
export const jvmAccessRules: readonly TextRule[] = [
  {
    id: 'access/error-details',
    languages: ['Java'],
    source: 'code',
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-209'],
    over: 'code',
    pattern: /\b\w+\.printStackTrace\s*\(\s*(?:\w+\.getWriter\(\)|new\s+PrintWriter\s*\(\s*\w*resp\w*)/gi,
    description: 'Paths and versions in the text help an attacker.',
    recommendation: 'Log the details and answer with a reference to the log.',
  },
];
