import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

export const openEnvironment = {
  impact: 'disclosure',
  confidence: 0.75,
  cwe: ['CWE-497', 'CWE-200', 'CWE-526'],
  description:
    'Keys and passwords of the service are in its environment, and anybody who sends the request gets them.',
  recommendation: 'Return only the few values that the client needs, by name.',
} as const;

/** What web applications in Ruby, Python and JavaScript disclose by themselves. */
export const applicationHabits: readonly TextRule[] = [
  {
    languages: [...jsLanguages, 'Python', 'PHP', 'Ruby', 'Go', 'Java'],
    source: 'code',
    id: 'access/client-chosen-address',
    pattern:
      /\b(?:ip|ip_?addr(?:ess)?|client_?ip|remote_?(?:ip|addr)|user_?ip)\s*(?::=|=(?!=))\s*[^\n;]{0,80}?["'](?:http_)?x[-_]forwarded[-_]for["']/gi,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-348', 'CWE-290', 'CWE-807'],
    description:
      'With a new value in each request the client always looks like another one, and bypasses limits, lists and logs.',
    recommendation: 'Use the address of the connection, or what a known proxy in front reports.',
    refine: (_, view) =>
      /rate_?limit|throttl|attempts?\b|blocked|whitelist|allow_?list|banned|brute/i.test(view.code) &&
      !/trusted_?prox/i.test(view.code),
  },
  {
    languages: [...jsLanguages, 'Python', 'PHP', 'Ruby'],
    source: 'code',
    id: 'access/client-chosen-address',
    // An access decision that uses the first address in the header.
    pattern:
      /["'](?:http_)?x[-_]forwarded[-_]for["'][\s\S]{0,400}?\b(?:ip|ip_?addr(?:ess)?|client_?ip|remote_?(?:ip|addr))\s*={2,3}\s*["'](?:127\.0\.0\.1|::1|localhost|10\.|192\.168\.)/gi,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-348', 'CWE-290', 'CWE-807'],
    description: 'Whoever sends the header is treated as one of your own machines.',
    recommendation: 'Use the address of the connection, or what a known proxy in front reports.',
    refine: (_, view) => !/trusted_?prox/i.test(view.code),
  },
];
