import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

export const js = [...jsLanguages];

export const listingText = {
  impact: 'weakening',
  confidence: 0.75,
  source: 'code',
  cwe: ['CWE-548', 'CWE-538'],
  description: 'Visitors can list and fetch every file in it, including files that no page links to.',
  recommendation: 'Serve only known files, or switch directory listing off.',
} as const;

/** What a service exposes to everybody without need: listings, metrics, tools for developers. */
export const exposureRules: readonly TextRule[] = [
  {
    id: 'access/client-chosen-limit-key',
    languages: [...js, 'Python', 'Go', 'Java', 'PHP', 'Ruby', 'C#'],
    impact: 'weakening',
    confidence: 0.8,
    source: 'code',
    cwe: ['CWE-307', 'CWE-348', 'CWE-290', 'CWE-799'],
    pattern:
      /\b(?:keyGenerator|key_?func|keyBy|getKey|rateLimitKey|limit_?key|identifier|resolveKey)\b[^;]{0,160}?["'](?:x-forwarded-for|x-real-ip|x-client-ip|true-client-ip|forwarded)["']/gi,
    description: 'With a new value in each request nobody is ever limited, and guessing goes on without end.',
    recommendation:
      'Count by the address of the connection (behind a known proxy: by the address that it reports) or by account.',
  },
];
