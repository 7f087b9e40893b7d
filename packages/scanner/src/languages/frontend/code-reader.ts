import type { ClassIr, Expr, FunctionIr, Stmt } from '../../ir/ir.ts';
import { Cursor, unreadable } from './cursor.ts';
import { inFunction, type LowerContext } from './lower-context.ts';
import { matchBrackets, NUMBER, SIGN, type Tokens, WORD } from './tokens.ts';

/** Expressions hold statements and declarations, and the other way round: the parts meet here, not by import. */
export interface CodeParts {
  expr(r: CodeReader): Expr;
  /** An assignment, or an expression with all that may stand around it. */
  stmt(r: CodeReader): Stmt[];
  /** Statements that may stand where a value does. */
  branches(r: CodeReader): Stmt[];
}

const withinAngles = new Set([',', '.', ':', '?', '!', '->', '&', '==', '...', '??', '~']);
/** Types in angle brackets are short. */
const MAX_IN_ANGLES = 60;

/** A place in a file of a language that is read from the whole to its parts, and in what is lowered of it. */
export class CodeReader extends Cursor {
  context: LowerContext;
  readonly parts: CodeParts;
  /** The types of the file by their names. */
  readonly classes = new Map<string, ClassIr>();
  /** A brace begins the body of a statement here, no closure. */
  noClosures = false;
  /** How many tokens faults have had read once more. */
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

  /** A new line or a semicolon stands before the token here, or so many after it. */
  beginsLine(steps = 0): boolean {
    return this.#beginsLine[this.at + steps] === 1;
  }

  /** A blank stands before the token so many after this. */
  isApart(steps = 0): boolean {
    const at = this.at + steps;
    return this.tokens.starts[at] !== this.tokens.ends[at - 1];
  }

  isWord(): boolean {
    return this.kind === WORD;
  }

  isSign(steps = 0): boolean {
    return this.kindAfter(steps) === SIGN;
  }

  /** The place of the bracket that closes the one so many tokens after this. */
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

  /** Behind the bracket that closes the one here. */
  skipBrackets(): void {
    this.at = this.closeAfter() + 1;
  }

  place(start: number): { pos: number; end: number } {
    return { pos: start, end: Math.max(start, this.lastEnd) };
  }

  /** Reads inside of brackets, where a brace begins a closure again. */
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

  /** A function of the program with what `read` puts into it. */
  inFunction(name: string, start: number, read: (fn: FunctionIr) => void): FunctionIr {
    const inner = inFunction(this.context, { start, end: start }, name);
    this.within(inner, () => this.withClosures(true, () => read(inner.fn)));
    inner.fn.end = Math.max(start, this.lastEnd);
    return inner.fn;
  }

  /** The statements between the braces here. */
  block(): Stmt[] {
    this.expect('{');
    const body: Stmt[] = [];
    this.withClosures(true, () => this.list('}', () => body.push(...this.parts.stmt(this))));
    return body;
  }

  /** The place behind the `>` for the `<` here; -1 where what stands between is no list of types. */
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

  /** A type of the file. What extends a type of this file adds to it. */
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

  /** Reads the members of a type: they stand at the top of the file for the lowering, wherever it is declared. */
  members(cls: ClassIr, readMember: () => void): void {
    const { file } = this.context;
    this.within({ ...this.context, cls, fn: file.top }, () =>
      this.withClosures(true, () => this.list('}', readMember)),
    );
  }

  /** Up to the next line of the same depth, or to a block, whose statements can be read. */
  protected override passOver(close: string, from: number): void {
    const isFirst = this.at === from;
    // What could not be read is read again by its lines, but not all of a file for each of its lines.
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
