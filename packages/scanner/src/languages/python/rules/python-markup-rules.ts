import type { TextRule } from '../../../rules/text-rule.ts';
import { cwe } from '../../shared/rules/cwe-page.ts';

/** Values that become markup: disabled escaping, bypassed sanitizers, data written as HTML. */
export const pythonMarkupRules: readonly TextRule[] = [
  {
    id: 'injection/autoescape-off',
    languages: ['Python'],
    pattern: /(?<!class )\b(?:jinja2\.)?Environment\s*\(((?:[^()]|\([^()]{0,300}\))*)\)/g,
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-79', 'CWE-94'],
    description: 'Without autoescape, values are inserted into pages unchanged, including any scripts.',
    recommendation: 'Pass autoescape=select_autoescape().',
    source: 'code',
    references: [cwe(79)],
    refine: (match, view) => {
      if (!/jinja2/.test(view.text)) return false;
      const given = match[1] ?? '';
      if (/autoescape\s*=\s*False/.test(given)) return true;
      return /autoescape/.test(given) ? false : { impact: 'weakening', confidence: 0.5 };
    },
  },
  {
    id: 'injection/autoescape-off',
    languages: ['Python'],
    pattern: /\bautoescape\s*=\s*False\b/g,
    over: 'code',
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-79', 'CWE-116'],
    description: 'Without autoescape, values are inserted into pages unchanged, including any scripts.',
    recommendation: 'Leave it on.',
    source: 'code',
    references: [cwe(79)],
    // Frameworks configure the engine themselves. An environment created by hand is reported above.
    refine: (match, view) =>
      /jinja/i.test(view.text) &&
      !/\bEnvironment\s*\([^)]*$/.test(view.code.slice(Math.max(0, (match.index ?? 0) - 400), match.index)) &&
      !/\.(?:txt|md|sql|ya?ml|tex|cfg|conf|sh|py)\.(?:j2|jinja2?)|LaTeX/i.test(view.text),
  },
];
