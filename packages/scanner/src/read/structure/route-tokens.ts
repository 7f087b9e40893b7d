import type { RouteFact } from '../../types/file-facts.ts';
import { IDENT, STRING, type TokenTable, tokenText } from '../lexer/tokens.ts';

/** A route whose file is not set yet. */
export type FoundRoute = Omit<RouteFact, 'file'>;

/** The HTTP verb of a router's method; ANY for all verbs. */
export function verb(method: string): string {
  const plain = method.replace(/^Map/, '').toUpperCase();
  return /^(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)$/.test(plain) ? plain : 'ANY';
}

/** Each argument's name: an identifier or the last part of a member; null for an inline function. */
export function argumentNames(table: TokenTable, open: number): (string | null)[] {
  const names: (string | null)[] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open; at < Math.min(table.count, open + 6000); at++) {
    const text = tokenText(table, at);
    if (/^[([{]$/.test(text)) depth++;
    else if (/^[)\]}]$/.test(text)) depth--;
    if ((text === ',' && depth === 1) || depth === 0) {
      if (at > start) names.push(nameIn(table, start, at));
      start = at + 1;
      if (depth === 0) break;
    }
  }
  return names;
}

function nameIn(table: TokenTable, from: number, to: number): string | null {
  let name = '';
  for (let at = from; at < to; at++) {
    const text = tokenText(table, at);
    if (text === '=>' || text === 'function' || text === 'func' || text === '{') return null;
    if (table.kind[at] === IDENT && text !== 'async' && text !== 'await' && text !== 'new')
      name =
        name === '' || tokenText(table, at - 1) !== '.' ? (name === '' ? text : name) : `${name}.${text}`;
    if (text === '(' && name !== '') return name;
  }
  return name === '' ? null : name;
}

/** The first string among the arguments of a call. */
export function firstString(table: TokenTable, index: number): string | null {
  if (tokenText(table, index + 1) !== '(') return null;
  for (let at = index + 2; at < index + 12 && tokenText(table, at) !== ')'; at++)
    if (table.kind[at] === STRING) return tokenText(table, at).slice(1, -1);
  return null;
}
