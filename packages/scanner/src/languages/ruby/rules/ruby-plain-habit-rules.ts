import type { TextRule } from '../../../rules/text-rule.ts';
import { atEnd } from '../../shared/rules/plain-habit-rules.ts';

/** Small habits of several languages: who is believed, what is compared, what is sent plainly. */
export const rubyPlainHabitRules: readonly TextRule[] = [
  {
    id: 'access/fixed-signing-key',
    languages: ['Ruby'],
    pattern: /\bRack::Session::\w+\s*,[^;]{0,200}?\bsecret(?::|\s*=>)\s*(["'])([^"'\n#]{6,200})\1/g,
    impact: 'disclosure',
    confidence: 0.75,
    cwe: ['CWE-798', 'CWE-321', 'CWE-259'],
    source: 'code',
    description: 'Whoever reads the code can sign sessions of any user.',
    recommendation: 'Read the key from the environment or a secret store.',
    refine: atEnd,
  },
];
