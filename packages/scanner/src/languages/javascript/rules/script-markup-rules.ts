import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { cwe } from '../../shared/rules/cwe-page.ts';
import { isDataInMarkup, isMadeSafe } from '../../shared/rules/markup-rules.ts';

/** Values that become markup: disabled escaping, bypassed sanitizers, data written as HTML. */
export const scriptMarkupRules: readonly TextRule[] = [
  {
    id: 'injection/autoescape-off',
    languages: [...jsLanguages],
    pattern: /\bautoescape\s*:\s*false\b|\bnoEscape\s*:\s*true\b/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-79', 'CWE-116'],
    description: 'Without escaping, values are inserted into pages unchanged, including any scripts.',
    recommendation: 'Leave escaping on and mark the few values that are HTML.',
    source: 'code',
    references: [cwe(79)],
  },
  {
    id: 'injection/trusted-markup',
    languages: [...jsLanguages],
    pattern:
      /\bbypassSecurityTrust(?:Html|Script|Url|ResourceUrl|Style)\s*\(\s*([^()\n]{1,160}(?:\([^()\n]*\))?[^()\n]{0,60})\)/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-79', 'CWE-80', 'CWE-116'],
    description:
      'The framework no longer removes scripts from the value; if a user wrote it, they run in the browsers of other users.',
    recommendation: 'Bind the value as text, or pass it through the sanitizer of the framework.',
    source: 'code',
    references: [cwe(79)],
    // Fixed text, a local file of the user, or the output of a sanitizer is the intended use.
    refine: (match, view) => {
      const given = (match[1] ?? '').trim();
      if (
        /^["'`][^$]*["'`]$/.test(given) ||
        /createObjectURL|sanitize|DOMPurify|purify|escape|^data:/i.test(given)
      )
        return false;
      return !new RegExp(
        String.raw`\b${/^[\w.]+/.exec(given)?.[0].split('.').at(-1) ?? '-'}\s*=\s*["'\x60][^$\x60]*["'\x60]\s*;?$`,
        'm',
      ).test(view.withoutComments);
    },
  },
  {
    id: 'injection/dom-markup',
    languages: [...jsLanguages],
    pattern: /\.(?:innerHTML|outerHTML)\s*\+?=(?!=)\s*([^;\n]{1,300})/g,
    impact: 'weakening',
    confidence: 0.45,
    cwe: ['CWE-79', 'CWE-80', 'CWE-116'],
    description: 'If a user wrote the value, a script in it runs in the browsers of other users.',
    recommendation: 'Set textContent, or sanitize the markup.',
    source: 'code',
    references: [cwe(79)],
    refine: (match) => isDataInMarkup(match[1] ?? ''),
  },
  {
    id: 'injection/dom-markup',
    languages: [...jsLanguages],
    pattern: /\bdangerouslySetInnerHTML\s*=\s*\{\s*\{\s*__html\s*:\s*([^}\n]{1,200})/g,
    impact: 'weakening',
    confidence: 0.45,
    cwe: ['CWE-79', 'CWE-80', 'CWE-116'],
    description: 'If a user wrote the value, a script in it runs in the browsers of other users.',
    recommendation: 'Render the value as text, or sanitize the markup.',
    source: 'code',
    references: [cwe(79)],
    refine: (match, view) => {
      const given = (match[1] ?? '').trim();
      if (/^["'`][^$]*["'`]$/.test(given) || isMadeSafe(given)) return false;
      const name = /^[\w$]+$/.exec(given)?.[0];
      // A variable with fixed text, or with the output of a sanitizer.
      return (
        name === undefined ||
        !new RegExp(
          String.raw`\b${name}\s*=\s*(?:["'][^"'\n]*["'];?\s*$|\x60[^$\x60]*\x60|[^\n]*(?:sanitize|purify|escape|highlight|JSON\.stringify))`,
          'im',
        ).test(view.withoutComments)
      );
    },
  },
];
