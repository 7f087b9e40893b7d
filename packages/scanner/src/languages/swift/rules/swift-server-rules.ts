import type { TextRule } from '../../../rules/text-rule.ts';
import { cookie } from '../../shared/rules/framework-rules.ts';

const swift = { languages: ['Swift'], source: 'code' } as const;

/** Insecure settings of servers in Swift. */
export const swiftServerRules: readonly TextRule[] = [
  {
    ...cookie,
    ...swift,
    over: 'code',
    pattern:
      /\b(?:HTTPCookies\.)?Value\s*\(\s*string\s*:[^\n]{0,300}\b(?:isSecure|isHTTPOnly)\s*:\s*false\b/g,
    confidence: 0.75,
  },
  {
    ...swift,
    id: 'access/open-cors',
    over: 'code',
    pattern: /\ballowedOrigin\s*:\s*\.(?:originBased|all)\b[^{}]{0,400}?\ballowCredentials\s*:\s*true\b/g,
    impact: 'disclosure',
    confidence: 0.75,
    cwe: ['CWE-942', 'CWE-346'],
    description: 'Any page can send requests in the name of its visitor, and read the response.',
    recommendation: 'Name the origins that may ask: .any(["https://app.example"]).',
  },
];

/** Deserialization without a check of the class. */
export const swiftArchiveRules: readonly TextRule[] = [
  {
    ...swift,
    id: 'injection/unsafe-deserialization',
    over: 'code',
    pattern:
      /\b\w+\.requiresSecureCoding\s*=\s*false\b|\bNSKeyedUnarchiver\.(?:unarchiveObject|unarchiveTopLevelObjectWithData)\s*\(/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-502'],
    description:
      'The data says which classes are created from it, so whoever writes it chooses code that runs.',
    recommendation: 'Use unarchivedObject(ofClass:from:) with the class that you expect, or Codable.',
  },
];
