import type { CCase, CExpression, CLoop, CStatement } from './c-tree.ts';
import { StatementEnds, Unreadable } from './statement-ends.ts';

const MAX_NESTING = 60;

/**
 * The statements of a function whose opening brace is at `open`. Null if braces do not match, or if a preprocessor
 * condition starts in the function and ends outside. `source` has no comments.
 */
export function parseBody(source: string, open: number, end: number, isCpp: boolean): CStatement[] | null {
  return new BodyParser(source, open + 1, end, isCpp).body();
}

/** Parses compound statements. */
class BodyParser extends StatementEnds {
  private nesting = 0;

  body(): CStatement[] | null {
    if (this.isCut) return null;
    try {
      return this.statements();
    } catch (error) {
      if (error instanceof Unreadable || error instanceof RangeError) return null;
      throw error;
    }
  }

  /** Up to the closing brace of the block. */
  private statements(): CStatement[] {
    const list: CStatement[] = [];
    if (++this.nesting > MAX_NESTING) throw new Unreadable();
    while (!this.take('}')) this.into(list);
    this.nesting--;
    return list;
  }

  private into(list: CStatement[]): void {
    const { kind, text, at } = this.here();
    if (kind === 'end' || text === 'else') throw new Unreadable();
    if (this.take(';')) return;
    if (this.take('{')) {
      list.push(...this.statements());
      return;
    }
    if (kind === 'name' && this.control(text, at, list)) return;
    if (kind === 'name' && this.tokens[this.at + 1]?.text === ':') {
      this.at += 2;
      list.push({ kind: 'label', name: text, at });
      return;
    }
    list.push(this.plain(at));
  }

  /** Whether the word starts a statement other than an expression or a declaration. */
  private control(word: string, at: number, list: CStatement[]): boolean {
    switch (word) {
      case 'if':
        this.condition(list);
        return true;
      case 'for':
        list.push(this.forLoop(at));
        return true;
      case 'while':
        this.at++;
        list.push(this.loop(at, { test: this.head(), body: this.block() }));
        return true;
      case 'do':
        list.push(this.postLoop(at));
        return true;
      case 'switch':
        list.push(this.choice(at));
        return true;
      case 'try':
        list.push(this.attempt(at));
        return true;
      case 'case':
      case 'default':
        return this.mark() !== undefined;
      default:
        return this.leaving(word, at, list);
    }
  }

  private leaving(word: string, at: number, list: CStatement[]): boolean {
    switch (word) {
      case 'return':
      case 'co_return':
        list.push({ kind: 'return', value: this.rest(), at });
        return true;
      case 'throw':
        list.push({ kind: 'throw', value: this.rest(), at });
        return true;
      case 'goto':
        list.push({ kind: 'goto', label: this.tokens[this.at + 1]?.text ?? '', at });
        this.rest();
        return true;
      case 'break':
      case 'continue':
        list.push({ kind: 'leave', isBreak: word === 'break', at });
        this.rest();
        return true;
      default:
        return false;
    }
  }

  private plain(at: number): CStatement {
    const [end, next] = this.end();
    const names = this.namesOfBlock(end);
    const statement =
      names === null ? this.within(end, () => this.statement()) : { kind: 'opaque' as const, names, at };
    this.at = next;
    return statement;
  }

  /** The names in assembly, and in a statement that ends with a block or declares a type; null for all others. */
  private namesOfBlock(end: number): ReadonlySet<string> | null {
    const first = this.here().text;
    let isOpaque = this.tokens[end - 1]?.text === '}' || /^(?:__)?asm(?:__)?$/.test(first);
    const names = new Set<string>();
    for (let at = this.at; at < end; at++) {
      const { kind, text } = this.token(at);
      if (kind === 'name') names.add(text);
      if (text !== '{') continue;
      // An initializer list.
      if (this.tokens[at - 1]?.text === '=') return null;
      isOpaque ||= /^(?:typedef|struct|union|enum|class)$/.test(first);
    }
    return isOpaque ? names : null;
  }

  /** The expression from a keyword to the semicolon. */
  private rest(): CExpression | null {
    this.at++;
    const [end, next] = this.end();
    const value = this.part(end, () => this.whole());
    this.at = next;
    return value;
  }

  private head(): CExpression {
    if (this.here().text !== '(') throw new Unreadable();
    const close = this.closing(this.at);
    this.at++;
    return this.part(close, () => this.whole()) ?? { kind: 'unknown', parts: [], at: this.here().at };
  }

  private block(): CStatement[] {
    const list: CStatement[] = [];
    if (++this.nesting > MAX_NESTING) throw new Unreadable();
    this.into(list);
    this.nesting--;
    return list;
  }

  private condition(list: CStatement[]): void {
    this.at++;
    this.take('constexpr');
    const parts = this.partsOfHead();
    // `if (T x = f(); x > 0)`
    const [made, close] = parts.length === 2 ? [parts[0], parts[1]] : [undefined, parts.at(-1)];
    if (close === undefined) throw new Unreadable();
    const first = made === undefined ? null : this.part(made, () => this.statement());
    if (first !== null) list.push(first);
    const test = this.within(close, () => this.whole());
    this.at++;
    const then = this.block();
    const other = this.take('else') ? this.block() : [];
    list.push({ kind: 'if', test, then, other, at: test.at });
  }

  /** The semicolons in the parentheses of a statement, and the closing parenthesis. */
  private partsOfHead(): number[] {
    if (this.here().text !== '(') throw new Unreadable();
    const close = this.closing(this.at);
    this.at++;
    const parts: number[] = [];
    for (let at = this.at; at < close; at++) {
      const { text } = this.token(at);
      if (text === '(' || text === '{' || text === '[') at = this.closing(at);
      else if (text === ';') parts.push(at);
    }
    return [...parts, close];
  }

  private loop(at: number, more: Partial<CLoop>): CLoop {
    const none = { first: null, test: null, step: null, over: null, body: [] };
    return { kind: 'loop', isFor: false, isPost: false, ...none, ...more, at };
  }

  private forLoop(at: number): CLoop {
    this.at++;
    const [first, second, third, ...more] = this.partsOfHead();
    if (first === undefined || more.length > 0) throw new Unreadable();
    if (second === undefined || third === undefined) return this.rangeLoop(at, second ?? first);
    const before = this.part(first, () => this.statement());
    const test = this.part(second, () => this.whole());
    const step = this.part(third, () => this.whole());
    return this.loop(at, { isFor: true, first: before, test, step, body: this.block() });
  }

  /** Reads the part before the token at `end` and skips that token; null if the part is empty. */
  private part<Part>(end: number, read: () => Part): Part | null {
    const part = this.at >= end ? null : this.within(end, read);
    this.at = end + 1;
    return part;
  }

  /** `for (T &one : all)`, and loops whose head is a macro. Nothing is known about when the latter end. */
  private rangeLoop(at: number, close: number): CLoop {
    let colon = this.at;
    while (colon < close && this.token(colon).text !== ':') colon++;
    const first = this.within(colon, () => this.statement());
    this.at = Math.min(close, colon + 1);
    const over = this.within(close, () => this.whole());
    this.at = close + 1;
    const test: CExpression = { kind: 'unknown', parts: [], at };
    return this.loop(at, { isFor: true, first, test, over, body: this.block() });
  }

  private postLoop(at: number): CLoop {
    this.at++;
    const body = this.block();
    if (!this.take('while')) throw new Unreadable();
    const test = this.head();
    this.take(';');
    return this.loop(at, { isPost: true, test, body });
  }

  private choice(at: number): CStatement {
    this.at++;
    const value = this.head();
    if (!this.take('{')) throw new Unreadable();
    const cases: CCase[] = [];
    if (++this.nesting > MAX_NESTING) throw new Unreadable();
    while (!this.take('}')) {
      const mark = this.mark();
      const open = cases.at(-1);
      if (mark !== undefined) cases.push({ mark, body: [] });
      else if (open === undefined) throw new Unreadable();
      else this.into(open.body);
    }
    this.nesting--;
    return { kind: 'switch', value, cases, at };
  }

  /** `case 1:`, `default:`; undefined if there is none. */
  private mark(): CExpression | null | undefined {
    const { text } = this.here();
    if (text !== 'case' && text !== 'default') return undefined;
    this.at++;
    let colon = this.at;
    while (colon < this.limit && this.token(colon).text !== ':') colon++;
    const mark = text === 'case' ? this.within(colon, () => this.whole()) : null;
    this.at = colon + 1;
    return mark;
  }

  private attempt(at: number): CStatement {
    this.at++;
    const body = this.block();
    const catches: CStatement[][] = [];
    while (this.take('catch')) {
      if (this.here().text !== '(') throw new Unreadable();
      this.at = this.closing(this.at) + 1;
      catches.push(this.block());
    }
    return { kind: 'try', body, catches, at };
  }
}
