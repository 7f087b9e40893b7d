import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { js } from './session-rules.ts';

const right = '(?:is_?admin|admin|is_?staff|is_?super_?user|is_?root|is_?moderator)';
const MAX_PATH_LENGTH = 700;

/** Access decided by a parameter of the request itself. */
export const trustedParameters: readonly TextRule[] = [
  {
    id: 'access/believed-parameter',
    languages: [...js, 'Python', 'PHP', 'Ruby', 'Java', 'Kotlin', 'C#'],
    pattern: new RegExp(
      [
        String.raw`\b(?:req|request|ctx)\.(?:query|body|params|headers)(?:\.|\[\s*["'])(?:x-)?${right}\b`,
        String.raw`@(?:Query|Body|Headers|Param|RequestParam|RequestHeader)\s*\(\s*(?:value\s*=\s*|name\s*=\s*)?["']${right}["']`,
        String.raw`\brequest\.(?:args|form|json|GET|POST|values|query_params|headers)(?:\.get\(\s*|\[\s*)["']${right}["']`,
        String.raw`\$_(?:GET|POST|REQUEST)\[\s*["']${right}["']`,
        String.raw`(?<![\w.])params\[\s*[:"']${right}\b`,
        String.raw`\bgetParameter\s*\(\s*"${right}"`,
        String.raw`\bRequest\.(?:Query|Form|Headers)\[\s*"${right}"`,
      ].join('|'),
      'gi',
    ),
    needs: /admin|staff|super_?user|is_?root|moderator/i,
    impact: 'takeover',
    confidence: 0.6,
    cwe: ['CWE-807', 'CWE-639', 'CWE-285', 'CWE-863'],
    source: 'code',
    description: 'Anybody who adds this to a request gets the permission.',
    recommendation: 'Take permissions from the session, or from a token whose signature is checked.',
    refine: (match, view) => refuses(view, match.index ?? 0, match[0].length),
  },
];

const refusal = String.raw`[\s\S]{0,160}?(?:\b40[13]\b|[uU]nauthori[sz]ed|[fF]orbidden|[dD]enied|[nN]ot ?[aA]llowed|PermissionError)`;

/** Whether a request without the parameter is refused, by its own name or by the variable that holds it. */
function refuses(view: SourceView, at: number, length: number): boolean {
  const around = view.functionAt(view.lineAt(at));
  const end = around ? view.offsetOf(around.endLine + 1) : at + MAX_PATH_LENGTH;
  const rest = view.withoutComments.slice(at, Math.min(end, at + MAX_PATH_LENGTH));
  const before = view.withoutComments.slice(view.offsetOf(view.lineAt(at)), at);
  if (/\b(?:if|unless)\b[^;{\n]*$/.test(before)) return new RegExp(`^${refusal}`).test(rest);
  const given = /[$]?(\w+)\s*(?::\s*\w+\s*)?=\s*[^=;\n]*$/.exec(before)?.[1] ?? named(rest.slice(length));
  if (given === undefined) return false;
  const names = [given, ...derived(rest, given)].map((name) => String.raw`\b${name}\b`).join('|');
  return new RegExp(String.raw`\b(?:if|unless)\b[^;{\n]{0,120}(?:${names})[^\n]{0,80}${refusal}`).test(rest);
}

/** `@Query('isAdmin') isAdmin: string`, `@RequestParam("isAdmin") String isAdmin` */
function named(rest: string): string | undefined {
  return /^["']?\s*\)\s*(?:[A-Z]\w*\s+|boolean\s+)?(\w+)\s*[:,)]/.exec(rest)?.[1];
}

/** Variables that are computed from it. */
function derived(rest: string, name: string): string[] {
  return [
    ...rest.matchAll(new RegExp(String.raw`(\w+)\s*=(?!=)\s*[^;\n]{0,80}\n?[^;\n]{0,80}\b${name}\b`, 'g')),
  ].map(([, made = '']) => made);
}
