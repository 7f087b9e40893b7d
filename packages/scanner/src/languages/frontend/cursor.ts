import { END, PIECE, TEXT, type Tokens, WORD } from './tokens.ts';

export interface Span {
  start: number;
  end: number;
}

/**
 * What cannot be read here; whoever reads a list of parts goes on behind the part. One for all: hostile files have
 * hundreds of thousands, and each of its own would note from where it was thrown.
 */
export const unreadable = new Error('It cannot be read.');

/** Broken code of people has a few; then the rest is left. */
const MAX_FAULTS = 1_000;

/** Code of people nests far less; deeper code is passed over. */
const MAX_DEPTH = 160;

/** A place among the tokens of a file, for readers that go down from the whole to its parts. */
export abstract class Cursor {
  at = 0;
  hasErrors = false;
  #depth = 0;
  #faults = 0;
  protected readonly tokens: Tokens;

  constructor(tokens: Tokens) {
    this.tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.at >= this.tokens.kinds.length;
  }

  get text(): string {
    return this.tokens.texts[this.at] ?? '';
  }

  get kind(): number {
    return this.tokens.kinds[this.at] ?? END;
  }

  get start(): number {
    return this.tokens.starts[this.at] ?? this.tokens.ends.at(-1) ?? 0;
  }

  /** Where the token before ends. */
  get lastEnd(): number {
    return this.tokens.ends[this.at - 1] ?? 0;
  }

  textAfter(steps: number): string {
    return this.tokens.texts[this.at + steps] ?? '';
  }

  kindAfter(steps: number): number {
    return this.tokens.kinds[this.at + steps] ?? END;
  }

  is(text: string): boolean {
    return this.text === text && this.kind !== TEXT && this.kind !== PIECE;
  }

  /** Goes past a sign or word, if it stands here. */
  pass(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }

  expect(text: string): void {
    if (!this.pass(text)) throw unreadable;
  }

  word(): string {
    if (this.kind !== WORD) throw unreadable;
    const { text } = this;
    this.at++;
    return text;
  }

  spanFrom(start: number): Span {
    return { start, end: this.lastEnd };
  }

  /** Reads what may stand in itself. */
  nested<T>(read: () => T): T {
    if (this.#depth >= MAX_DEPTH) throw unreadable;
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }

  /** What stands here if it can be read so; else the cursor stays. */
  attempt<T>(read: () => T | null): T | null {
    const { at } = this;
    try {
      const found = read();
      if (found !== null) return found;
    } catch (error) {
      if (error !== unreadable) throw error;
    }
    this.at = at;
    return null;
  }

  /** Reads parts until the closing bracket; what cannot be read is passed over. */
  list(close: string, readPart: () => void): void {
    while (!this.isAtEnd && !this.is(close)) {
      const { at } = this;
      try {
        readPart();
      } catch (error) {
        if (error !== unreadable) throw error;
        this.hasErrors = true;
        if (++this.#faults > MAX_FAULTS) this.at = this.tokens.kinds.length;
        this.at = Math.max(this.at, at);
        this.passOver(close, at);
      }
      if (this.at === at) this.at++;
    }
    this.pass(close);
  }

  /** Goes on to where the next part begins, from where the part that began at `from` could not be read. */
  protected abstract passOver(close: string, from: number): void;
}
