import type { TextRule } from '../../../rules/text-rule.ts';

/** Small mistakes in several languages: what is trusted, compared or sent in clear text. */
export const jvmPlainHabitRules: readonly TextRule[] = [
  {
    id: 'reliability/compared-identity',
    languages: ['Java'],
    // String constants are a single object; a string that is read or built is another.
    pattern: /[\w)\]] (?:==|!=) "[^"\n]*"(?=\s*(?:\)|;|&&|\|\||\?))/g,
    impact: 'hygiene',
    confidence: 0.7,
    cwe: ['CWE-595', 'CWE-597'],
    source: 'code',
    description:
      'Two strings with the same characters may be different objects, and then they are not equal here.',
    recommendation: 'Compare with equals.',
  },
  {
    id: 'transport/plain-protocol',
    languages: ['Java', 'Kotlin'],
    pattern: /\bPROVIDER_URL\s*(?:,|\]\s*=)\s*"ldap:\/\/(?!localhost|127\.)/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-319', 'CWE-522', 'CWE-523'],
    source: 'code',
    description: 'Anybody on the network path can read the password of the bind.',
    recommendation: 'Use ldaps or StartTLS.',
    refine: (_match, view) => /SECURITY_CREDENTIALS/.test(view.code) && !/StartTls/i.test(view.code),
  },
];
