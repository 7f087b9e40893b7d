import { END, PIECE, TEXT, type Tokens, WORD } from './tokens.ts';

export interface Span {
  start: number;
  end: number;
}

/**
 * Thrown for code that cannot be parsed. Whoever reads a list of parts continues after the part. A single instance,
 * because hostile files cause hundreds of thousands, and each would collect a stack trace.
 */
export const unreadable = new Error('It cannot be read.');

/** Broken code has a few errors. After this many, the rest is skipped. */
const MAX_FAULTS = 1_000;

/** Real code is nested far less. Deeper code is skipped. */
const MAX_DEPTH = 160;

/** A position among the tokens of a file, for recursive descent parsers. */
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

  /** The end of the previous token. */
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

  /** Skips a symbol or word, if it is next. */
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

  /** Reads something that may contain itself. */
  nested<T>(read: () => T): T {
    if (this.#depth >= MAX_DEPTH) throw unreadable;
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }

  /** The result of `read` if it can parse this; otherwise the cursor stays. */
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

  /** Reads parts up to the closing bracket, and skips those that cannot be read. */
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

  /** Moves to the beginning of the next part, after the part that began at `from` could not be read. */
  protected abstract passOver(close: string, from: number): void;
}
