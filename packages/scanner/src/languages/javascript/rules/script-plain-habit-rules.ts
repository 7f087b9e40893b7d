import type { TextRule } from '../../../rules/text-rule.ts';
import { js } from '../../shared/rules/plain-habit-rules.ts';

/** Small mistakes in several languages: what is trusted, compared or sent in clear text. */
export const scriptPlainHabitRules: readonly TextRule[] = [
  {
    id: 'access/fixed-signing-key',
    languages: js,
    pattern: /\bnew\s+TextEncoder\(\)\.encode\(\s*(["'`])([^"'`\n$]{6,200})\1\s*\)/g,
    impact: 'disclosure',
    confidence: 0.75,
    cwe: ['CWE-798', 'CWE-321', 'CWE-259'],
    source: 'code',
    description: 'Anybody who reads the code can sign tokens for any user.',
    recommendation: 'Read the key from the environment or a secret store.',
    refine: (match, view) =>
      /\b(?:SignJWT|jwtVerify|importKey)\b/.test(view.code) &&
      /(?:key|secret)\w*\s*(?::\s*\w+\s*)?=\s*$|(?:sign|jwtVerify|importKey)\s*\([^)]*$/i.test(
        view.withoutComments.slice(Math.max(0, (match.index ?? 0) - 80), match.index),
      ),
  },
];
