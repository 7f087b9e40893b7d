import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { cwe } from '../../shared/rules/cwe-page.ts';
import { isDataInMarkup, isMadeSafe } from '../../shared/rules/markup-rules.ts';

/** Values that become markup: escaping switched off, sanitizers passed by, data written as HTML. */
export const scriptMarkupRules: readonly TextRule[] = [
  {
    id: 'injection/autoescape-off',
    languages: [...jsLanguages],
    pattern: /\bautoescape\s*:\s*false\b|\bnoEscape\s*:\s*true\b/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-79', 'CWE-116'],
    description: 'Without escaping, values stand in pages as they are, script and all.',
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
      'The framework no longer takes script out of the value; where it holds what a user wrote, it runs in the browsers of others.',
    recommendation: 'Bind the value as text, or let the sanitizer of the framework work on it.',
    source: 'code',
    references: [cwe(79)],
    // A text of the code, a file chosen on this machine, or what a sanitizer made is what the call is for.
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
    description: 'Where the value holds what a user wrote, script in it runs in the browsers of others.',
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
    description: 'Where the value holds what a user wrote, script in it runs in the browsers of others.',
    recommendation: 'Render the value as text, or sanitize the markup.',
    source: 'code',
    references: [cwe(79)],
    refine: (match, view) => {
      const given = (match[1] ?? '').trim();
      if (/^["'`][^$]*["'`]$/.test(given) || isMadeSafe(given)) return false;
      const name = /^[\w$]+$/.exec(given)?.[0];
      // A name that is given a text of the code, or what a sanitizer made.
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
