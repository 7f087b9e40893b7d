import { endOf, startOf, type TokenTable } from './tokens.ts';

const MAX_LENGTH = 16;

/** Rules out most tokens as any of some words, by first character and length, without slicing them. */
export class WordFilter {
  readonly #known = new Uint8Array(128 * MAX_LENGTH);

  /** ASCII, each shorter than 16 characters. */
  constructor(words: Iterable<string>) {
    for (const word of words) this.#known[word.charCodeAt(0) * MAX_LENGTH + word.length] = 1;
  }

  mayHold(table: TokenTable, index: number): boolean {
    const start = startOf(table, index);
    const length = endOf(table, index) - start;
    const code = table.source.charCodeAt(start);
    return length < MAX_LENGTH && code < 128 && this.#known[code * MAX_LENGTH + length] === 1;
  }
}
