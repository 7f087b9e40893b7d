import type { TextRule } from '../../../rules/text-rule.ts';
import { atEnd } from '../../shared/rules/plain-habit-rules.ts';

/** Small mistakes in several languages: what is trusted, compared or sent in clear text. */
export const rubyPlainHabitRules: readonly TextRule[] = [
  {
    id: 'access/fixed-signing-key',
    languages: ['Ruby'],
    pattern: /\bRack::Session::\w+\s*,[^;]{0,200}?\bsecret(?::|\s*=>)\s*(["'])([^"'\n#]{6,200})\1/g,
    impact: 'disclosure',
    confidence: 0.75,
    cwe: ['CWE-798', 'CWE-321', 'CWE-259'],
    source: 'code',
    description: 'Anybody who reads the code can sign sessions for any user.',
    recommendation: 'Read the key from the environment or a secret store.',
    refine: atEnd,
  },
];
