import type { FixSite } from './fixer.ts';

/** An argument of a call, or the value of an assignment. Offsets refer to the file. */
export interface ArgumentPlace {
  /** The opening parenthesis of the call. */
  open: number;
  close: number;
  start: number;
  end: number;
  text: string;
}

const MAX_CALL_LENGTH = 4_000;

/** The bracket that closes the one at `open`, ignoring strings; -1 if there is none nearby. */
export function closingBracket(text: string, open: number): number {
  let depth = 0;
  let quote = '';
  for (let at = open; at < Math.min(text.length, open + MAX_CALL_LENGTH); at++) {
    const char = text.charAt(at);
    if (quote) {
      if (char === '\\') at++;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'" || char === '`') quote = char;
    else if (/[([{]/.test(char)) depth++;
    else if (/[)\]}]/.test(char) && --depth === 0) return at;
  }
  return -1;
}

/** The first argument of the first call that matches the pattern. */
export function firstArgument(site: FixSite, call: RegExp): ArgumentPlace | undefined {
  const match = call.exec(site.code);
  if (!match) return undefined;
  const open = site.start + match.index + match[0].length - 1;
  const close = closingBracket(site.text, open);
  if (close < 0) return undefined;
  const end = endOfArgument(site.text, open + 1, close);
  const raw = site.text.slice(open + 1, end);
  const start = open + 1 + raw.length - raw.trimStart().length;
  return { open, close, start, end: start + raw.trim().length, text: raw.trim() };
}

function endOfArgument(text: string, from: number, close: number): number {
  const [comma = close] = outermost(text, ',', from, close);
  return comma;
}

/** The positions of a character in part of a text, outside quotes and brackets that open there. */
function* outermost(text: string, sign: string, from: number, to: number): Iterable<number> {
  let depth = 0;
  let quote = '';
  for (let at = from; at < to; at++) {
    const char = text.charAt(at);
    if (quote) {
      if (char === '\\') at++;
      else if (char === quote) quote = '';
    } else if (/["'`]/.test(char)) quote = char;
    else if (/[([{]/.test(char)) depth++;
    else if (/[)\]}]/.test(char)) depth--;
    else if (char === sign && depth === 0) yield at;
  }
}

/** The last one-line value assigned to a name above the site; undefined if it is changed in between. */
export function assignmentOf(site: FixSite, name: string): ArgumentPlace | undefined {
  const above = site.text.slice(0, site.start);
  const pattern = new RegExp(
    `(?:^|[\\n;{])[ \\t]*(?:(?:var|let|const)[ \\t]+)?${name.replace(/\$/g, '\\$')}[ \\t]*(\\+?=)(?!=)[ \\t]*([^\\n]+)`,
    'g',
  );
  const last = [...above.matchAll(pattern)].at(-1);
  if (last?.[1] !== '=') return undefined;
  const [whole, , value = ''] = last;
  const text = value.trim().replace(/;$/, '').trim();
  const start = last.index + whole.length - value.length + value.indexOf(text);
  // More than twenty lines above, it may well be in another function.
  if (above.slice(start).split('\n').length > 20) return undefined;
  return { open: start, close: start + text.length, start, end: start + text.length, text };
}

/**
 * The literals and expressions of a string built with `+`, a template, or Python's formatting; undefined for anything
 * else.
 */
export function splitText(
  expression: string,
  isPython: boolean,
): { literals: string[]; values: string[] } | undefined {
  const template = isPython
    ? /^[fF](["'])((?:(?!\1)[^\\\n])*)\1$/.exec(expression)?.[2]
    : /^`((?:[^`\\]|\\.)*)`$/.exec(expression)?.[1];
  if (template !== undefined) {
    const parts = template.split(isPython ? /\{([^{}:!]+)\}/ : /\$\{((?:[^{}]|\{[^{}]*\})*)\}/);
    const values = parts.filter((_, index) => index % 2 === 1);
    return values.length === 0
      ? undefined
      : { literals: parts.filter((_, index) => index % 2 === 0), values };
  }
  const formatted = isPython ? splitFormat(expression) : undefined;
  return formatted ?? splitSum(expression);
}

/** `"… %s …" % (a, b)` and `"… {} …".format(a, b)`. */
function splitFormat(expression: string): { literals: string[]; values: string[] } | undefined {
  const match =
    /^(["'])((?:(?!\1)[^\\\n])*)\1\s*%\s*(?:\(([^()]*)\)|([\w.[\]"']+))$/.exec(expression) ??
    /^(["'])((?:(?!\1)[^\\\n])*)\1\.format\(([^()]*)\)$/.exec(expression);
  if (!match) return undefined;
  const [, , format = '', list, single = ''] = match;
  const values = (list ?? single)
    .split(/\s*,\s*/)
    .map((value) => value.trim())
    .filter(Boolean);
  const literals = format.split(/%s|\{\}/);
  return literals.length === values.length + 1 && values.length > 0 ? { literals, values } : undefined;
}

function splitSum(expression: string): { literals: string[]; values: string[] } | undefined {
  const literals: string[] = [];
  const values: string[] = [];
  for (const part of partsOfSum(expression)) {
    const [, , literal] = /^(["'])((?:(?!\1)[^\\]|\\.)*)\1$/.exec(part) ?? [];
    if (literal !== undefined) {
      if (literals.length > values.length) literals[literals.length - 1] += literal;
      else literals.push(literal);
    } else if (/^[\w$.[\]()'"]+$/.test(part)) {
      if (literals.length === values.length) literals.push('');
      values.push(part);
    } else return undefined;
  }
  if (literals.length === values.length) literals.push('');
  return values.length === 0 ? undefined : { literals, values };
}

/** The terms of a sum. A plus sign in quotes or brackets does not count. */
function partsOfSum(expression: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const at of outermost(expression, '+', 0, expression.length)) {
    parts.push(expression.slice(from, at).trim());
    from = at + 1;
  }
  return [...parts, expression.slice(from).trim()];
}
