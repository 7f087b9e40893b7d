import type { LexerFamily } from '../language-table.ts';
import { IDENT, lineOf, PUNCT, STRING, startOf, type TokenTable, tokenText } from '../lexer/tokens.ts';
import { betweenHeaderAndBody, controlKeywords } from './function-words.ts';

// What the tokens around a function or class tell about it: its name, parameters and visibility.

export interface Header {
  name: string;
  /** Index of the first token of the declaration. */
  from: number;
  parameters: number;
  isAsync: boolean;
}

/** Index of the `(` for each `)`. */
export type OpenOf = ReadonlyMap<number, number>;

/** Rust's `impl Trait for Type` and Go's `type Name struct` have the type's name elsewhere. */
export function className(table: TokenTable, index: number): string {
  const word = tokenText(table, index);
  if (word === 'impl') {
    for (let at = index + 1; at < index + 30 && tokenText(table, at) !== '{'; at++) {
      if (tokenText(table, at) === 'for') return tokenText(table, at + 1);
    }
  }
  return tokenText(table, index + 1);
}

/** `name = function`, `name: function`, `this.name = …`, `const name: Type = …`. */
export function nameFromAssignment(table: TokenTable, index: number): string {
  const at = tokenText(table, index - 1) === 'async' ? index - 2 : index - 1;
  const text = tokenText(table, at);
  if (text !== '=' && text !== ':' && text !== ':=') return '<anonymous>';
  const before = at - 1;
  if (table.kind[before] === IDENT) {
    // A typed constant: const name: Type = (…) =>
    if (text === '=' && tokenText(table, before - 1) === ':' && table.kind[before - 2] === IDENT)
      return tokenText(table, before - 2);
    return tokenText(table, before);
  }
  if (table.kind[before] === STRING && text === ':') return tokenText(table, before).slice(1, -1);
  return '<anonymous>';
}

/**
 * Kotlin's `fun <T> List<T>.name(…)`: the name follows type parameters and a receiver. `at` is the token
 * after it.
 */
export function nameAfterTypes(table: TokenTable, from: number): { name: string; at: number } {
  let name = '';
  let depth = 0;
  let at = from;
  for (; at < Math.min(table.count, from + 40); at++) {
    const text = tokenText(table, at);
    if (text === '<') depth++;
    else if (text === '>' || text === '>>') depth -= text.length;
    else if (depth === 0 && table.kind[at] === IDENT) {
      // Languages without parentheses around parameters continue with the parameters.
      if (at > from && table.kind[at - 1] === IDENT) break;
      name = text;
    } else if (depth === 0 && text !== '.' && text !== '?' && text !== '?.') break;
  }
  return { name, at };
}

export function countParameters(table: TokenTable, open: number, close: number): number {
  if (close <= open + 1) return 0;
  let depth = 0;
  let commas = 0;
  for (let at = open + 1; at < close; at++) {
    const text = tokenText(table, at);
    if (/^[([{<]$/.test(text)) depth++;
    else if (/^[)\]}>]$/.test(text)) depth--;
    else if (text === ',' && depth === 0 && at !== close - 1) commas++;
  }
  return commas + 1;
}

export function matchForward(table: TokenTable, open: number): number {
  let depth = 0;
  for (let at = open; at < Math.min(table.count, open + 4000); at++) {
    if (table.kind[at] !== PUNCT) continue;
    const code = table.source.charCodeAt(startOf(table, at));
    if (code === 40) depth++;
    else if (code === 41 && --depth === 0) return at;
  }
  return open;
}

export function isExported(table: TokenTable, family: LexerFamily, from: number, name: string): boolean {
  if (family === 'go') return /^[A-Z]/.test(name.slice(name.lastIndexOf('.') + 1));
  const line = lineOf(table, from);
  for (let at = from - 1; at >= 0 && at > from - 12 && lineOf(table, at) >= line - 1; at--) {
    const text = tokenText(table, at);
    if (text === ';' || text === '}' || text === '{') return false;
    if (text === 'export' || text === 'public' || text === 'pub' || text === 'open') return true;
    if (text === 'private' || text === 'protected' || text === 'internal') return false;
    if (text === 'exports') return true;
  }
  return family === 'kotlin';
}

export function hasDoc(table: TokenTable, from: number): boolean {
  let line = lineOf(table, from);
  // Annotations, modifiers and the like are between the comment and the name.
  for (let at = from - 1; at >= 0 && at > from - 25 && lineOf(table, at) >= line - 1; at--) {
    const text = tokenText(table, at);
    if (text === '}' || text === '{' || text === ';') break;
    line = Math.min(line, lineOf(table, at));
  }
  return table.commentEndLines.has(line - 1) || table.commentEndLines.has(lineOf(table, from) - 1);
}

/** `name(...) {`, perhaps with a return type or `throws` in between. */
export function headerBefore(
  table: TokenTable,
  openOf: OpenOf,
  family: LexerFamily,
  index: number,
): Header | null {
  let at = index - 1;
  for (let steps = 0; steps < 40 && at > 0; steps++, at--) {
    const text = tokenText(table, at);
    if (text === ')') break;
    const isType =
      table.kind[at] === IDENT ? !controlKeywords.has(text) : /^(?:[<>,.:?&|[\]*]|::|->|>>)$/.test(text);
    if (!isType && !betweenHeaderAndBody.has(text) && table.kind[at] !== STRING) return null;
    if (text === ']') {
      const open = openOf.get(at);
      if (open === undefined) return null;
      at = open;
    }
  }
  const last = openOf.get(at);
  if (last === undefined || last < 1 || tokenText(table, last) !== '(') return null;
  const open = family === 'c' ? beforeInitializers(table, openOf, last) : last;
  if (table.kind[open - 1] !== IDENT) return null;
  const name = tokenText(table, open - 1);
  if (controlKeywords.has(name)) return null;
  const before = tokenText(table, open - 2);
  if (before === '.' || before === 'new' || before === '->' || before === '?.') return null;
  if (family === 'go' || family === 'rust' || family === 'kotlin' || family === 'php') return null;
  if (family === 'javascript' && at !== index - 1 && tokenText(table, at + 1) !== ':') return null;
  return {
    name,
    from: open - 1,
    parameters: countParameters(table, open, open === last ? at : matchForward(table, open)),
    isAsync: before === 'async' || tokenText(table, open - 3) === 'async',
  };
}

/** A C++ constructor has its parameters before the initializer list: `Job(int n) : n_(n), m_(0) {`. */
function beforeInitializers(table: TokenTable, openOf: OpenOf, last: number): number {
  let open = last;
  for (let steps = 0; steps < 60 && table.kind[open - 1] === IDENT; steps++) {
    const before = tokenText(table, open - 2);
    if (before !== ',' && before !== ':') return last;
    const close = tokenText(table, open - 3) === 'noexcept' ? open - 4 : open - 3;
    const previous = openOf.get(close);
    if (previous === undefined || tokenText(table, previous) !== '(') return last;
    if (before === ':') return previous;
    open = previous;
  }
  return last;
}

export function arrowHeader(table: TokenTable, openOf: OpenOf, index: number): Header {
  let from = index - 1;
  let parameters = 1;
  // Skip a return type: (a): Promise<void> => {
  for (let steps = 0; steps < 30 && from > 0 && tokenText(table, from) !== ')'; steps++) {
    if (table.kind[from] === IDENT && steps === 0 && !/^[>.|:]$/.test(tokenText(table, from - 1))) break;
    from--;
  }
  if (tokenText(table, from) === ')') {
    const open = openOf.get(from) ?? from;
    parameters = countParameters(table, open, from);
    from = open;
  } else {
    from = index - 1;
  }
  const isAsync = tokenText(table, from - 1) === 'async';
  if (isAsync) from--;
  return { name: nameFromAssignment(table, from), from, parameters, isAsync };
}
