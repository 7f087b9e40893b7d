import { CParser } from './parse-statements.ts';

/** Brackets do not match, or a statement has no end. */
export class Unreadable extends Error {}

/** Finds the ends of statements. */
export class StatementEnds extends CParser {
  private readonly source: string;

  constructor(source: string, from: number, end: number, isCpp: boolean) {
    super(source, from, end, isCpp);
    this.source = source;
  }

  /** The token that closes the bracket at `open`. */
  protected closing(open: number): number {
    let depth = 0;
    for (let at = open; at < this.limit; at++) {
      const { text } = this.token(at);
      if (text === '(' || text === '{' || text === '[') depth++;
      else if ((text === ')' || text === '}' || text === ']') && --depth === 0) return at;
    }
    throw new Unreadable();
  }

  /** The token after this statement, and the one where the next statement begins. */
  protected end(): [number, number] {
    for (let at = this.at; at < this.limit; at++) {
      const { text } = this.token(at);
      if (text === ';') return [at, at + 1];
      if (text === '}') throw new Unreadable();
      if (text !== '(' && text !== '{' && text !== '[') continue;
      at = this.closing(at);
      // A macro with a block, or a local class: it ends without a semicolon.
      if (text === '{' && this.endsLine(at)) return [at + 1, at + 1];
    }
    throw new Unreadable();
  }

  private endsLine(at: number): boolean {
    const next = this.token(at + 1);
    return next.text === '}' || this.source.slice(this.token(at).at, next.at).includes('\n');
  }
}
