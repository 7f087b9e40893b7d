import type { SourceView } from '../../../rules/source-view.ts';

const requestRead =
  /\b(?:flask\.)?request\.(?:GET|POST|FILES|args|form|values|json|data|params|cookies|headers|query_params|match_info|matchdict|get_json|body)\b|\bself\.get_(?:query_|body_)?argument\s*\(|\bevent\s*(?:\[|\.get\s*\()/;

/** The Python function around an offset, before and after it. */
export function aroundOf(view: SourceView, offset: number): { before: string; after: string } {
  const around = view.functionAt(view.lineAt(offset));
  const from = around ? view.offsetOf(around.line) : 0;
  const to = around ? view.offsetOf(around.endLine + 1) : Math.min(view.code.length, offset + 4_000);
  return {
    before: view.withoutComments.slice(Math.max(from, offset - 8_000), offset),
    after: view.withoutComments.slice(offset, to),
  };
}

/** The last value assigned to a name in a text; undefined if there is none. */
export function lastAssigned(name: string, text: string): string | undefined {
  const assignment = new RegExp(String.raw`(?:^|[;\n])[ \t]*${name}\s*(?::[^=\n]{1,40})?=(?!=)([^\n]*)`, 'g');
  const last = [...text.matchAll(assignment)].at(-1);
  if (last === undefined) return undefined;
  const rest = text.slice(last.index + last[0].length, last.index + last[0].length + 1_000);
  // A string over several lines, or with brackets that are still open.
  const [, given = ''] = last;
  const quotes = /("""|''')(?![\s\S]*\1)/.exec(given)?.[1];
  if (quotes === undefined) return given;
  const end = rest.indexOf(quotes);
  const tail = end < 0 ? '' : (rest.slice(end).split('\n')[0] ?? '');
  return given + (end < 0 ? rest : rest.slice(0, end)) + tail;
}

/** Whether an expression contains request data, directly or through variables of the enclosing function. */
export function holdsRequest(expression: string, before: string, depth = 0): boolean {
  if (requestRead.test(expression)) return true;
  if (depth > 2) return false;
  const names = new Set(withoutTexts(expression).match(/(?<![\w.])[a-z_]\w*\b(?!\s*\()/gi));
  return [...names].slice(0, 8).some((name) => {
    const given = lastAssigned(name, before);
    return given !== undefined && holdsRequest(given, before, depth + 1);
  });
}

/** An expression without the content of strings, except for the fields of f-strings. */
function withoutTexts(expression: string): string {
  return expression.replace(
    /\b([rbuf]{1,2})?(["'])([^"'\n]*)\2/gi,
    (_whole, prefix = '', _quote, text: string) =>
      /f/i.test(prefix) ? (text.match(/\{[^{}:!]*/g) ?? []).join(' ') : '',
  );
}

/** Whether an expression is unchanged request data, directly or through one variable. */
export function isRequestValue(expression: string, before: string): boolean {
  const asIs = new RegExp(`^\\s*(?:${requestRead.source})[^()]*(?:\\([^()]*\\))?\\s*$`);
  if (asIs.test(expression)) return true;
  const name = /^\s*([a-z_]\w*)\s*$/i.exec(expression)?.[1];
  return name !== undefined && asIs.test(lastAssigned(name, before) ?? '');
}

/** A string built from a value: with a format, a concatenation or an f-string. */
export function isBuilt(expression: string): boolean {
  return (
    /^\s*\(?\s*[rR]?[fF][rR]?(["'])[\s\S]*?(?<!\{)\{(?!\{)/.test(expression) ||
    /["']\s*(?:%(?!\s*\()\s*\(?\s*[A-Za-z_]|%\s*\(\s*[A-Za-z_]|\.format\s*\(|\+\s*[A-Za-z_])/.test(
      expression,
    ) ||
    /[\w)\]]\s*\+\s*[rRbB]?["']/.test(expression)
  );
}
