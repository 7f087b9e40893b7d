import type { TextRule } from '../../../rules/text-rule.ts';
import { lineOfComparison, timing } from '../../shared/rules/comparison-rules.ts';

/** Secrets that are not compared in constant time: computed message codes, keys from the environment. */
export const phpComparisonRules: readonly TextRule[] = [
  {
    ...timing,
    languages: ['PHP'],
    cwe: ['CWE-697', 'CWE-208', 'CWE-1025'],
    // Read from the environment or a constant, then compared by name.
    pattern: /(\$\w*(?:key|token|secret|signature)\w*)\s*=\s*(?:getenv\s*\(|\$_ENV\b|env\s*\(|config\s*\()/gi,
    over: 'code',
    refine: (match, view) => {
      const end = (match.index ?? 0) + match[0].length;
      return lineOfComparison(view, end, match[1] ?? '');
    },
  },
];
