import type { TextRule } from '../../../rules/text-rule.ts';
import { isCode, js } from '../../shared/rules/signing-key-rules.ts';

/** Signing keys of tokens and sessions that are written in the code. */
export const scriptSigningKeyRules: readonly TextRule[] = [
  {
    id: 'access/fixed-signing-key',
    languages: js,
    source: 'code',
    impact: 'disclosure',
    confidence: 0.8,
    cwe: ['CWE-798', 'CWE-321', 'CWE-259'],
    description:
      'Anybody who reads the code, or knows the example that it was copied from, can sign sessions for any user.',
    recommendation: 'Read the key from the environment or a secret store.',
    pattern:
      /\b(?:[sS]ession|cookieSession|expressSession|expressJwt|fastifySession)\s*\(\s*\{[^;]{0,300}?\b(?:secret|keys)\s*:\s*\[?\s*(["'`])([^"'`\n$]{2,200})\1|\bcookieParser\s*\(\s*(["'`])([^"'`\n$]{2,200})\3/g,
    refine: isCode,
  },
  {
    id: 'access/fixed-signing-key',
    languages: js,
    source: 'code',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-798', 'CWE-321', 'CWE-259'],
    description: 'The value is used wherever no other is set, and everybody who has the code knows it.',
    recommendation: 'Read it from the environment and refuse to start without it.',
    needs: /(?:secret|key|password)\s*[:=]\s*["'`]/i,
    pattern:
      /\b((?:cookie|session|jwt|token|crypto|signing|encryption|hmac|aes)_?(?:secret|key|password)(?:_?key)?)\s*[:=]\s*(["'`])([^"'`\n$]{6,200})\2\s*(?=[,;}\n])/gi,
    refine: (match, view) =>
      isCode(match, view) &&
      /\w/.test(match[3] ?? '') &&
      !/^(?:string|process\.env|utf-?8|hex|base64)$/i.test(match[3] ?? '') &&
      !/[\s].*[\s]/.test(match[3] ?? ''),
  },
];
