import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { isSecurityUse } from './value-context.ts';

export const js = [...jsLanguages];
export const debugText = {
  impact: 'weakening',
  confidence: 0.7,
  source: 'code',
  cwe: ['CWE-489', 'CWE-215'],
  description: 'Error pages show code and settings, and some debuggers run code for whoever opens them.',
  recommendation: 'Read the switch from the environment, off by default.',
} as const;
export const massText = {
  impact: 'disclosure',
  confidence: 0.6,
  source: 'code',
  cwe: ['CWE-915'],
  description: 'A request can set fields that no form offers, such as a role or an owner.',
  recommendation: 'Select the fields that may be set, or validate against a schema that refuses others.',
} as const;

/** Missing or disabled guards: debug modes, mass assignment, details in error answers. */
export const accessRules: readonly TextRule[] = [
  {
    id: 'access/timing-comparison',
    languages: ['Python', ...js, 'PHP', 'Ruby'],
    source: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-208'],
    over: 'code',
    pattern:
      /\b\w{0,40}(?:signature|hmac|digest|api_?key|secret)\w{0,40}\s{0,20}(?:===?|!==?)\s{0,20}\w{0,40}(?:signature|hmac|digest|expected|computed|api_?key|secret)\w{0,40}\b(?!\s*\.)/gi,
    refine: (match, view) => /hmac|createHmac/i.test(view.text) && isSecurityUse(match.index ?? 0, view),
    description: 'The time of the comparison shows how much of a guess is right.',
    recommendation:
      'Use the constant-time comparison of the platform (timingSafeEqual, hmac.compare_digest, hash_equals).',
  },
  {
    id: 'access/root-privileges',
    languages: ['Python', 'C', 'C++'],
    source: 'code',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-250', 'CWE-269'],
    over: 'code',
    pattern: /\b(?:os\.)?set(?:e|re|res)?[ug]id\s*\(\s*0\b/g,
    description: 'If a program that runs with them is taken over, so is the machine.',
    recommendation: 'Drop the privileges before input is handled and never take them back.',
  },
];
