/** Token kinds; comments and blanks are counted, not stored. */
export const IDENT = 1;
export const NUMBER = 2;
export const STRING = 3;
export const PUNCT = 4;

/** A file's tokens as columns; a token's text is sliced from the source on demand. */
export interface TokenTable {
  source: string;
  count: number;
  kind: Uint8Array;
  start: Int32Array;
  end: Int32Array;
  /** Line of each token's first character, from 1. */
  line: Int32Array;
  /** Hash of kind and text, including the text of strings and numbers. */
  hash: Int32Array;
  lines: { code: number; comment: number; blank: number };
  /** Offset of each line's first character. */
  lineStarts: number[];
  /** Last line of each comment, to find the documentation of a declaration. */
  commentEndLines: Set<number>;
  longestLine: number;
}

/** Empty out of bounds. */
export function tokenText(table: TokenTable, index: number): string {
  return index >= 0 && index < table.count
    ? table.source.slice(startOf(table, index), endOf(table, index))
    : '';
}

/** From 1; 0 out of bounds. */
export function lineOf(table: TokenTable, index: number): number {
  return table.line[index] ?? 0;
}

/** After the last token, the end of the text. */
export function startOf(table: TokenTable, index: number): number {
  return table.start[index] ?? table.source.length;
}

export function endOf(table: TokenTable, index: number): number {
  return table.end[index] ?? table.source.length;
}

export function columnOf(table: TokenTable, index: number): number {
  return startOf(table, index) - (table.lineStarts[lineOf(table, index) - 1] ?? 0) + 1;
}
