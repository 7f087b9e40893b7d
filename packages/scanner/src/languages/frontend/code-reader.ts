import type { ClassIr, Expr, FunctionIr, Stmt } from '../../ir/ir.ts';
import { Cursor, unreadable } from './cursor.ts';
import { inFunction, type LowerContext } from './lower-context.ts';
import { matchBrackets, NUMBER, SIGN, type Tokens, WORD } from './tokens.ts';

/**
 * Expressions contain statements and declarations, and the reverse. The parts meet here, because imports would be
 * circular.
 */
export interface CodeParts {
  expr(r: CodeReader): Expr;
  /** An assignment, or an expression with everything that may surround it. */
  stmt(r: CodeReader): Stmt[];
  /** Statements that are allowed in place of a value. */
  branches(r: CodeReader): Stmt[];
}

const withinAngles = new Set([',', '.', ':', '?', '!', '->', '&', '==', '...', '??', '~']);
/** Type arguments are short. */
const MAX_IN_ANGLES = 60;

/** A position in a file of a language with a recursive descent parser, and in the code lowered from it. */
export class CodeReader extends Cursor {
  context: LowerContext;
  readonly parts: CodeParts;
  /** The types of the file by name. */
  readonly classes = new Map<string, ClassIr>();
  /** A brace here begins the body of a statement, not a closure. */
  noClosures = false;
  /** The number of tokens that were read again after errors. */
  #readAgain = 0;
  readonly #closes: Int32Array;
  readonly #beginsLine: Uint8Array;

  constructor(tokens: Tokens, context: LowerContext, parts: CodeParts) {
    super(tokens);
    this.context = context;
    this.parts = parts;
    this.#closes = matchBrackets(tokens);
    this.#beginsLine = new Uint8Array(tokens.kinds.length);
    const { text } = context.file;
    let from = tokens.ends[0] ?? 0;
    for (const [at, to] of tokens.starts.entries()) {
      if (to > from && /[\n;]/.test(text.slice(from, to))) this.#beginsLine[at] = 1;
      from = tokens.ends[at] ?? to;
    }
  }

  /** Whether a line break or a semicolon comes before the token this many steps ahead. */
  beginsLine(steps = 0): boolean {
    return this.#beginsLine[this.at + steps] === 1;
  }

  /** Whether whitespace comes before the token this many steps ahead. */
  isSeparated(steps = 0): boolean {
    const at = this.at + steps;
    return this.tokens.starts[at] !== this.tokens.ends[at - 1];
  }

  isWord(): boolean {
    return this.kind === WORD;
  }

  isSign(steps = 0): boolean {
    return this.kindAfter(steps) === SIGN;
  }

  /** The position of the bracket that closes the one this many steps ahead. */
  closeAfter(steps = 0): number {
    const close = this.#closes[this.at + steps];
    if (close === undefined || close < 0) throw unreadable;
    return close;
  }

  textAt(at: number): string {
    return this.tokens.texts[at] ?? '';
  }

  isSignAt(at: number, text: string): boolean {
    return this.tokens.kinds[at] === SIGN && this.tokens.texts[at] === text;
  }

  /** Skips to after the bracket that closes the one here. */
  skipBrackets(): void {
    this.at = this.closeAfter() + 1;
  }

  place(start: number): { pos: number; end: number } {
    return { pos: start, end: Math.max(start, this.lastEnd) };
  }

  /** Reads inside brackets, where a brace begins a closure again. */
  inBrackets<T>(read: () => T): T {
    return this.withClosures(true, read);
  }

  withClosures<T>(may: boolean, read: () => T): T {
    const before = this.noClosures;
    this.noClosures = !may;
    try {
      return this.nested(read);
    } finally {
      this.noClosures = before;
    }
  }

  within<T>(context: LowerContext, read: () => T): T {
    const before = this.context;
    this.context = context;
    try {
      return read();
    } finally {
      this.context = before;
    }
  }

  /** A function of the program, filled by `read`. */
  inFunction(name: string, start: number, read: (fn: FunctionIr) => void): FunctionIr {
    const inner = inFunction(this.context, { start, end: start }, name);
    this.within(inner, () => this.withClosures(true, () => read(inner.fn)));
    inner.fn.end = Math.max(start, this.lastEnd);
    return inner.fn;
  }

  /** The statements of the block here. */
  block(): Stmt[] {
    this.expect('{');
    const body: Stmt[] = [];
    this.withClosures(true, () => this.list('}', () => body.push(...this.parts.stmt(this))));
    return body;
  }

  /** The position after the `>` for the `<` here; -1 if this is not a list of types. */
  behindAngles(): number {
    let depth = 0;
    for (let steps = 0; steps < MAX_IN_ANGLES; steps++) {
      const kind = this.kindAfter(steps);
      const text = this.textAfter(steps);
      if (kind === WORD || kind === NUMBER) continue;
      if (kind !== SIGN) return -1;
      if (text === '<') depth++;
      else if (text === '>') {
        if (--depth === 0) return this.at + steps + 1;
      } else if (text === '(' || text === '[' || text === '{') {
        const close = this.#closes[this.at + steps] ?? -1;
        if (close < 0) return -1;
        steps = close - this.at;
      } else if (!withinAngles.has(text)) return -1;
    }
    return -1;
  }

  /** A type of the file. An extension of one adds to it. */
  openType(name: string, kind: { isInterface: boolean; extends: boolean }, start: number): ClassIr {
    const known = kind.extends ? this.classes.get(name) : undefined;
    if (known !== undefined) return known;
    const { file, cls: outer } = this.context;
    const cls: ClassIr = {
      name,
      file,
      bases: [],
      fields: [],
      methods: new Map(),
      annotations: [],
      isInterface: kind.isInterface,
      outer,
      setup: [],
      pos: start,
    };
    file.classes.push(cls);
    this.classes.set(name, cls);
    return cls;
  }

  /**
   * Reads the members of a type. The lowering treats them as if at the top of the file, wherever the type is
   * declared.
   */
  members(cls: ClassIr, readMember: () => void): void {
    const { file } = this.context;
    this.within({ ...this.context, cls, fn: file.top }, () =>
      this.withClosures(true, () => this.list('}', readMember)),
    );
  }

  /** Skips to the next line of the same depth, or to a block whose statements can be read. */
  protected override passOver(close: string, from: number): void {
    const isFirst = this.at === from;
    // After an error, the rest is read again line by line, but not the whole file for each line.
    this.#readAgain += this.at - from;
    if (this.#readAgain <= this.tokens.kinds.length) this.at = from;
    for (let steps = 0; !this.isAtEnd; steps++) {
      if (steps > 0 && (this.beginsLine() || (!isFirst && this.isSign() && this.is('{')))) return;
      if (this.isSign() && this.is(close)) return;
      if (this.pass(';')) return;
      const end = this.isSign() ? (this.#closes[this.at] ?? -1) : -1;
      this.at = (end < 0 ? this.at : end) + 1;
    }
  }
}
