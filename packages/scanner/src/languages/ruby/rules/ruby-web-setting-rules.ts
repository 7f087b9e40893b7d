import type { TextRule } from '../../../rules/text-rule.ts';

const ruby = { languages: ['Ruby'], source: 'code' } as const;

/** Settings of Ruby applications that affect their own protection. */
export const rubyWebSettingRules: readonly TextRule[] = [
  {
    ...ruby,
    id: 'transport/no-forced-tls',
    pattern: /\bconfig\.force_ssl\s*=\s*false\b/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-311', 'CWE-319'],
    description: 'What is sent before a redirect, including cookies, can be read in transit.',
    recommendation: 'Set config.force_ssl = true where the application is served.',
    refine: (_, view) => !/(?:^|\/)(?:development|test)\.rb$/.test(view.path),
  },
  {
    ...ruby,
    id: 'access/line-anchors',
    pattern:
      /\bvalidates(?:_format_of)?\b[^\n]{1,160}?(?:\bwith:|:with\s*=>|:format\s*=>|\bformat:)\s*(?:\{\s*(?:with:|:with\s*=>)\s*)?\/(?:\^[^\n]{0,120}|[^\n]{0,120}(?:\$|\\Z))\/\w*/g,
    impact: 'hygiene',
    confidence: 0.7,
    cwe: ['CWE-185', 'CWE-20', 'CWE-777'],
    description:
      'In Ruby, ^ and $ match at the ends of any line: other lines of the value may contain anything.',
    recommendation: String.raw`Write \A and \z.`,
  },
];
