import { noTokens, type Tokens } from './tokens.ts';

const comment = /\/\*|\*\//g;

/** Reads a source token by token. Skips whitespace and comments, which may be nested. */
export abstract class TokenReader {
  readonly tokens: Tokens = noTokens();
  protected readonly source: string;
  protected at = 0;
  readonly #passed: readonly RegExp[];

  /** @param passed Other text that is not a token, as sticky patterns. */
  constructor(source: string, passed: readonly RegExp[]) {
    this.source = source;
    this.#passed = passed;
  }

  run(): Tokens {
    while (this.at < this.source.length) if (!this.#pass()) this.next();
    return this.tokens;
  }

  /** Reads the next token, without skipping anything before it. */
  protected abstract next(): void;

  protected take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    return found === null || found[0] === '' ? null : found;
  }

  protected add(kind: number, text: string, length: number): void {
    const { kinds, texts, starts, ends } = this.tokens;
    kinds.push(kind);
    texts.push(text);
    starts.push(this.at);
    this.at += length;
    ends.push(this.at);
  }

  #pass(): boolean {
    for (const pattern of this.#passed) {
      const found = this.take(pattern);
      if (found === null) continue;
      this.at += found[0].length;
      return true;
    }
    if (!this.source.startsWith('/*', this.at)) return false;
    let depth = 0;
    comment.lastIndex = this.at;
    for (let found = comment.exec(this.source); found !== null; found = comment.exec(this.source)) {
      depth += found[0] === '/*' ? 1 : -1;
      if (depth > 0) continue;
      this.at = comment.lastIndex;
      return true;
    }
    this.at = this.source.length;
    return true;
  }
}
