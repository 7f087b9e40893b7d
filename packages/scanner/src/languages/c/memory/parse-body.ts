/** The body of a function of C or C++ as far as control flow goes; everything else is text with its offset. */
export type NativeStatement =
  | { kind: 'plain'; text: string; at: number }
  | { kind: 'if'; head: string; at: number; then: NativeStatement[]; other: NativeStatement[] }
  | {
      kind: 'loop';
      head: string;
      at: number;
      isFor: boolean;
      isPost: boolean;
      body: NativeStatement[];
      end: number;
    }
  | {
      kind: 'switch';
      head: string;
      at: number;
      cases: NativeStatement[][];
      marks: string[];
      hasDefault: boolean;
    }
  | { kind: 'try'; body: NativeStatement[]; catches: NativeStatement[][] }
  | { kind: 'return'; text: string; at: number }
  | { kind: 'goto'; label: string; at: number }
  | { kind: 'label'; name: string; at: number }
  | { kind: 'leave'; at: number; isBreak: boolean }
  | { kind: 'throw'; text: string; at: number };

class Unreadable extends Error {}

/**
 * Statements between the braces of `code[open]`; null where braces and conditions of the preprocessor do not nest, and
 * for what is longer than any function that somebody wrote.
 */
export function parseBody(code: string, open: number, end: number): NativeStatement[] | null {
  if (/^[ \t]*#\s*(?:else|elif)\b/m.test(code.slice(open, end))) return null;
  const reader = new BodyReader(code, open + 1, end);
  try {
    return reader.statements();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

class BodyReader {
  private readonly code: string;
  private at: number;
  private readonly end: number;
  private depth = 0;

  constructor(code: string, at: number, end: number) {
    this.code = code;
    this.at = at;
    this.end = end;
  }

  /** Up to the brace that closes the block. */
  statements(): NativeStatement[] {
    const list: NativeStatement[] = [];
    if (++this.depth > 60) throw new Unreadable();
    for (;;) {
      this.skip();
      if (this.at >= this.end) throw new Unreadable();
      if (this.code[this.at] === '}') {
        this.at++;
        this.depth--;
        return list;
      }
      this.statement(list);
    }
  }

  private skip(): void {
    for (;;) {
      while (this.at < this.end && this.code.charCodeAt(this.at) <= 32) this.at++;
      if (this.code[this.at] !== '#') return;
      // A directive with the lines that a backslash adds to it.
      do {
        const next = this.code.indexOf('\n', this.at);
        if (next < 0) throw new Unreadable();
        this.at = next + 1;
      } while (/\\\r?\n$/.test(this.code.slice(Math.max(0, this.at - 3), this.at)));
    }
  }

  private word(): string {
    return /^[A-Za-z_]\w*/.exec(this.code.slice(this.at, this.at + 40))?.[0] ?? '';
  }

  private statement(into: NativeStatement[]): void {
    const start = this.at;
    if (this.code[start] === '{') {
      this.at++;
      into.push(...this.statements());
      return;
    }
    const word = this.word();
    switch (word) {
      case 'if':
        into.push(this.condition());
        return;
      case 'for':
      case 'while':
        into.push({
          kind: 'loop',
          isFor: word === 'for',
          isPost: false,
          ...this.head(word.length),
          body: this.block(),
          end: this.at,
        });
        return;
      case 'do': {
        this.at += 2;
        const body = this.block();
        this.skip();
        if (this.word() !== 'while') throw new Unreadable();
        into.push({ kind: 'loop', isFor: false, isPost: true, ...this.head(5), body, end: this.at });
        this.semicolon();
        return;
      }
      case 'switch':
        into.push(this.choice());
        return;
      case 'try':
        into.push(this.attempt());
        return;
      case 'return':
      case 'co_return': {
        const text = this.semicolon();
        into.push({ kind: 'return', text, at: start });
        return;
      }
      case 'throw':
        into.push({ kind: 'throw', text: this.semicolon(), at: start });
        return;
      case 'goto': {
        const text = this.semicolon();
        into.push({ kind: 'goto', label: text.slice(4).trim(), at: start });
        return;
      }
      case 'break':
      case 'continue':
        this.semicolon();
        into.push({ kind: 'leave', at: start, isBreak: word === 'break' });
        return;
      case 'else':
        throw new Unreadable();
      default:
    }
    const label = /^([A-Za-z_]\w*)\s*:(?!:)/.exec(this.code.slice(start, start + 80));
    if (label !== null && word !== 'default') {
      this.at += label[0].length;
      into.push({ kind: 'label', name: label[1]!, at: start });
      return;
    }
    into.push({ kind: 'plain', text: this.semicolon(), at: start });
  }

  private head(skipped: number): { head: string; at: number } {
    this.at += skipped;
    this.skip();
    if (this.word() === 'constexpr') this.at += 9;
    this.skip();
    if (this.code[this.at] !== '(') throw new Unreadable();
    const at = this.at + 1;
    this.at = this.closing(this.at);
    return { head: this.code.slice(at, this.at - 1), at };
  }

  /** Offset behind the bracket that closes the one at `from`. */
  private closing(from: number): number {
    let depth = 0;
    for (let at = from; at < this.end; at++) {
      const sign = this.code[at];
      if (sign === '(' || sign === '{' || sign === '[') depth++;
      else if (sign === ')' || sign === '}' || sign === ']') {
        if (--depth === 0) return at + 1;
      }
    }
    throw new Unreadable();
  }

  private block(): NativeStatement[] {
    const list: NativeStatement[] = [];
    this.skip();
    if (this.code[this.at] === ';') {
      this.at++;
      return list;
    }
    if (++this.depth > 60) throw new Unreadable();
    this.statement(list);
    this.depth--;
    return list;
  }

  private condition(): NativeStatement {
    const { head, at } = this.head(2);
    const then = this.block();
    this.skip();
    let other: NativeStatement[] = [];
    if (this.word() === 'else') {
      this.at += 4;
      other = this.block();
    }
    return { kind: 'if', head, at, then, other };
  }

  private choice(): NativeStatement {
    const { head, at } = this.head(6);
    this.skip();
    if (this.code[this.at] !== '{') throw new Unreadable();
    this.at++;
    const cases: NativeStatement[][] = [];
    const marks: string[] = [];
    let hasDefault = false;
    for (;;) {
      this.skip();
      if (this.at >= this.end) throw new Unreadable();
      if (this.code[this.at] === '}') {
        this.at++;
        return { kind: 'switch', head, at, cases, marks, hasDefault };
      }
      const mark = /^(?:case\b[^:;{}]*(?:::[^:;{}]*)*|default\s*):(?!:)/.exec(
        this.code.slice(this.at, this.at + 200),
      );
      if (mark !== null) {
        this.at += mark[0].length;
        hasDefault ||= mark[0].startsWith('default');
        cases.push([]);
        marks.push(mark[0].replace(/^case\b|:$/g, '').trim());
        continue;
      }
      const current = cases.at(-1);
      if (current === undefined) throw new Unreadable();
      this.statement(current);
    }
  }

  private attempt(): NativeStatement {
    this.at += 3;
    const body = this.block();
    const catches: NativeStatement[][] = [];
    for (;;) {
      this.skip();
      if (this.word() !== 'catch') return { kind: 'try', body, catches };
      this.head(5);
      catches.push(this.block());
    }
  }

  /** The text up to the semicolon at this depth, which is stepped over. */
  private semicolon(): string {
    const start = this.at;
    for (let at = start; at < this.end; at++) {
      const sign = this.code[at];
      if (sign === ';') {
        this.at = at + 1;
        return this.code.slice(start, at);
      }
      if (sign === '(' || sign === '{' || sign === '[') {
        at = this.closing(at) - 1;
        // A macro with a block, or a class inside of the function: it ends without a semicolon.
        if (sign === '{' && /^\s*(?:\n|\})/.test(this.code.slice(at + 1, at + 40))) {
          this.at = at + 1;
          return this.code.slice(start, at + 1);
        }
      } else if (sign === '}') throw new Unreadable();
    }
    throw new Unreadable();
  }
}
