import type { TextRule } from '../../../rules/text-rule.ts';
import { cookie } from '../../shared/rules/framework-rules.ts';

/** Unsafe framework settings in Kotlin and on Android. */
export const kotlinFrameworkRules: readonly TextRule[] = [
  {
    ...cookie,
    languages: ['Kotlin'],
    over: 'code',
    pattern: /\bcookies\.append\s*\(\s*(?:Cookie\s*\()?/g,
    refine: (match, view) => {
      const [text = ''] = view.withoutComments
        .slice(match.index ?? 0, (match.index ?? 0) + 300)
        .split(/\n\s*\n/);
      return !/\bsecure\s*=\s*true/.test(text) && /session|token|auth|remember|user/i.test(text);
    },
  },
];

/** The same for connections and random generators. */
export const kotlinFrameworkTransportRules: readonly TextRule[] = [
  {
    id: 'transport/unchecked-certificate',
    languages: ['Kotlin'],
    over: 'code',
    pattern:
      /\bfun\s+checkServerTrusted\s*\([^)]{0,300}\)\s*(?::\s*\w+\s*)?(?:\{\s*\}|=\s*Unit)|\bHostnameVerifier\s*\{\s*(?:[\w:,\s]{1,60}->)?\s*true\s*\}|\bhostnameVerifier\s*(?:\(\s*)?\{\s*(?:[\w:,\s]{1,60}->)?\s*true\s*\}/g,
    impact: 'disclosure',
    confidence: 0.85,
    source: 'code',
    cwe: ['CWE-295', 'CWE-297'],
    description:
      'The other side is not verified, so anybody on the network path can read and change what is sent.',
    recommendation:
      'Leave the check on; if the other side has its own certificate authority, add it to the trusted ones.',
  },
];
