import type { ImportFact } from '../../types/file-facts.ts';
import { type TokenTable, tokenText } from '../lexer/tokens.ts';

/** An import as written. */
export type FoundImport = Pick<ImportFact, 'specifier' | 'line' | 'names'>;

export function startsStatement(table: TokenTable, index: number): boolean {
  return (
    index === 0 || table.line[index - 1] !== table.line[index] || /^[;:]$/.test(tokenText(table, index - 1))
  );
}

/** The text of a string. */
export function unquote(table: TokenTable, index: number): string {
  return tokenText(table, index).replace(/^[A-Za-z@$]*["'`]|["'`]$/g, '');
}
