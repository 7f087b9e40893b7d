import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { openEnvironment } from '../../shared/rules/application-habits.ts';

const js = { languages: [...jsLanguages], source: 'code' } as const;

/** What web applications in JavaScript and TypeScript disclose by themselves. */
export const scriptApplicationHabits: readonly TextRule[] = [
  {
    ...js,
    ...openEnvironment,
    id: 'access/open-environment',
    pattern:
      /(?:\b\w+\s*:\s*|\b(?:json|send|end|write|stringify)\s*\(\s*)process\.env\s*(?=[,})\n])(?!\s*\)\s*\.parse)/g,
    over: 'code',
    refine: (match, view) => {
      const at = match.index ?? 0;
      const around = view.functionAt(view.lineAt(at));
      if (!around) return false;
      const body = view.linesOf(around, 'code');
      // If it is passed to a started program or a server-side template, it does not leave the server.
      if (/\b(?:spawn|exec\w*|fork|execa|render|Worker|webpack|defineConfig)\s*\(/.test(body)) return false;
      return /\b(?:res|response|reply|ctx|c)\.(?:status\([^()]*\)\s*\.)?(?:json|send|end|write|body\s*=)/.test(
        body,
      );
    },
  },
  {
    ...js,
    id: 'access/open-cors',
    pattern:
      /\{[^{}]{0,200}?\borigin\s*:\s*true\b[^{}]{0,200}?\bcredentials\s*:\s*true\b|\{[^{}]{0,200}?\bcredentials\s*:\s*true\b[^{}]{0,200}?\borigin\s*:\s*true\b/g,
    needs: /\bcors\b/i,
    over: 'code',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-942', 'CWE-346'],
    description:
      'The origin of the request is sent back, so any site can read the responses to its visitors, with their cookies.',
    recommendation: 'List the allowed origins.',
    refine: (match, view) => {
      const line = view.lineAt((match.index ?? 0) + match[0].search(/\borigin\s*:/));
      return { line, snippet: view.lineText(line) };
    },
  },
  {
    ...js,
    id: 'access/cookie-flags',
    pattern: /["'`]Set-Cookie["'`]\s*[,:]\s*\[?\s*(["'`])((?:\\.|(?!\1)[^\n]){3,300})\1/gi,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-614', 'CWE-1004'],
    description: 'Without these flags the cookie is sent over plain http and scripts can read it.',
    recommendation: 'Add Secure, HttpOnly and SameSite.',
    refine: ({ 2: cookie, index = 0 }, view) => {
      const text = cookie ?? '';
      if (
        /(?:expect\w*|assert\w*|equal\w*|match\w*)\s*\(\s*$/.test(
          view.code.slice(Math.max(0, index - 40), index),
        )
      )
        return false;
      if (!/^[^;]*(?:sess|sid|token|auth|jwt|user|login|\$\{)[^;]*(?:;|$)/i.test(text)) return false;
      if (/max-age=0|expires=Thu, 01 Jan 1970|=\s*;/i.test(text)) return false;
      const lacks = ['Secure', 'HttpOnly'].filter((flag) => !new RegExp(`;\\s*${flag}\\b`, 'i').test(text));
      // The flag may be in an interpolated part.
      if (/;[^=]*\$\{/.test(text)) return false;
      return lacks.length > 0 && { cwe: lacks.map((flag) => (flag === 'Secure' ? 'CWE-614' : 'CWE-1004')) };
    },
  },
];
