import type { CDeclarator, CExpression, CStatement, CType } from './c-tree.ts';
import { ExpressionParser } from './parse-expressions.ts';

const outlives = /^(?:static|extern|thread_local|__thread)$/;

/** Parses simple statements of C and C++. */
export class CParser extends ExpressionParser {
  constructor(source: string, from: number, end: number, isCpp = true) {
    super(source, from, end, isCpp);
  }

  statement(): Extract<CStatement, { kind: 'declaration' | 'expression' }> {
    const { at } = this.here();
    const declarators = this.declaration();
    if (declarators !== null) return { kind: 'declaration', declarators, at };
    return { kind: 'expression', expression: this.whole(), at };
  }

  /** The declared names, or null if this is not a declaration. */
  private declaration(): CDeclarator[] | null {
    const start = this.at;
    const base = this.type();
    if (base === null) return this.back(start);
    let isStatic = false;
    for (let at = start; at < this.at; at++) isStatic ||= outlives.test(this.token(at).text);
    const list: CDeclarator[] = [];
    for (;;) {
      const one = this.declarator(base, isStatic);
      if (one === null) return list.length > 0 ? list : this.back(start);
      list.push(one);
      if (this.here().text !== ',') break;
      this.at++;
    }
    return this.here().kind === 'end' ? list : this.back(start);
  }

  private declarator(base: CType, isStatic: boolean): CDeclarator | null {
    const type: CType = { ...base, dimensions: [] };
    this.pointers(type);
    let isFunctionPointer = false;
    if (this.here().text === '(' && this.tokens[this.at + 1]?.text === '*') {
      this.at += 2;
      isFunctionPointer = true;
    }
    const name = this.here();
    if (name.kind !== 'name') return null;
    this.at++;
    if (isFunctionPointer) {
      if (!this.take(')') || this.here().text !== '(') return null;
      this.skipBrackets();
      type.pointers = 1;
      type.width = 8;
    }
    while (this.take('[')) {
      type.dimensions.push(this.here().text === ']' ? null : this.comma());
      if (!this.take(']')) return null;
    }
    const next = this.here().text;
    let value: CExpression | null = null;
    if (this.take('=')) value = this.assignment();
    else if (next === '(' || next === '{') {
      if (next === '(' && base.pointers === 0 && this.looksLikeParameters()) return null;
      value = { kind: 'list', items: this.list(next === '(' ? ')' : '}'), at: name.at };
    } else if (next !== ',' && next !== '') return null;
    return { name: name.text, type, isStatic, value, at: name.at };
  }

  /** `T f(int a)` declares a function. */
  private looksLikeParameters(): boolean {
    const start = this.at++;
    const isType = this.here().text === ')' || (this.type() !== null && this.here().kind === 'name');
    this.at = start;
    return isType;
  }
}
