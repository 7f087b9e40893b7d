import {
  type CDeclarator,
  type CExpression,
  type CStatement,
  type CToken,
  type CType,
  textLength,
  tokenize,
} from './c-tree.ts';
import { isBuiltInType, typeOfWords } from './c-types.ts';

const precedence: Record<string, number> = {
  '||': 1,
  '&&': 2,
  '|': 3,
  '^': 4,
  '&': 5,
  '==': 6,
  '!=': 6,
  '<': 7,
  '>': 7,
  '<=': 7,
  '>=': 7,
  '<<': 8,
  '>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  '%': 10,
};
const assigning = /^(?:=|[-+*/%&|^]=|<<=|>>=)$/;
const qualifier =
  /^(?:const|volatile|static|extern|register|inline|typename|mutable|constexpr|restrict|__restrict|auto|thread_local|__thread)$/;
const noType =
  /^(?:return|throw|delete|new|sizeof|goto|case|else|using|typedef|namespace|co_await|co_yield)$/;
const mostNesting = 60;

/** Reads the statements of C and C++ that hold no others; what it does not know becomes `unknown`. */
export class CParser {
  private readonly tokens: CToken[];
  private at = 0;
  private depth = 0;

  private readonly isCpp: boolean;

  constructor(source: string, from: number, end: number, isCpp = true) {
    this.isCpp = isCpp;
    this.tokens = tokenize(source, from, end);
  }

  statement(): CStatement {
    const declarators = this.declaration();
    if (declarators !== null) return { kind: 'declaration', declarators };
    return { kind: 'expression', expression: this.whole() };
  }

  /** The expression up to the end, whatever is left over. */
  whole(): CExpression {
    const first = this.comma();
    const parts = [first];
    while (this.here().kind !== 'end') {
      const before = this.at;
      parts.push(this.comma());
      if (this.at === before) this.at++;
    }
    return parts.length === 1 ? first : { kind: 'unknown', parts, at: first.at };
  }

  /** Declarations of names, or null where none begins here. */
  private declaration(): CDeclarator[] | null {
    const start = this.at;
    const isStatic = this.here().text === 'static';
    const base = this.type();
    if (base === null) return this.back(start);
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

  private back(to: number): null {
    this.at = to;
    return null;
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

  private pointers(type: CType): void {
    for (;;) {
      const { text } = this.here();
      if (text === '*') type.pointers++;
      else if (text === '&' || text === '&&') type.isReference = true;
      else if (!qualifier.test(text)) return;
      this.at++;
    }
  }

  /** The words of a type without its pointers; null where none stands. */
  private type(): CType | null {
    const start = this.at;
    const words: string[] = [];
    let isNamed = false;
    for (;;) {
      const { kind, text } = this.here();
      if (kind !== 'name') break;
      if (text === 'auto' && words.length === 0) {
        words.push('auto');
        isNamed = true;
        this.at++;
        continue;
      }
      if (qualifier.test(text)) {
        this.at++;
        continue;
      }
      if (noType.test(text) && (this.isCpp || !/^(?:new|delete|using|namespace)$/.test(text)))
        return this.back(start);
      if (text === 'struct' || text === 'union' || text === 'enum' || text === 'class') {
        this.at++;
        words.push(this.here().text);
        this.at++;
        isNamed = true;
        continue;
      }
      if (isNamed || (words.length > 0 && !isBuiltInType(text))) break;
      if (!isBuiltInType(text)) isNamed = true;
      words.push(text);
      this.at++;
      while (this.here().text === '::') {
        this.at += 2;
        words[words.length - 1] = this.tokens[this.at - 1]?.text ?? '';
      }
      if (isNamed && this.here().text === '<' && !this.skipAngles()) return this.back(start);
    }
    return words.length === 0 ? this.back(start) : typeOfWords(words);
  }

  private skipAngles(): boolean {
    let depth = 0;
    for (let at = this.at; at < this.tokens.length; at++) {
      const { text } = this.tokens[at]!;
      if (text === '<') depth++;
      else if (text === '>' || text === '>>') {
        depth -= text.length;
        if (depth <= 0) {
          this.at = at + 1;
          return true;
        }
      } else if (!/^(?:\w+|[,*&:]|::)$/.test(text)) return false;
    }
    return false;
  }

  private skipBrackets(): void {
    let depth = 0;
    while (this.here().kind !== 'end') {
      const { text } = this.here();
      this.at++;
      if (text === '(') depth++;
      else if (text === ')' && --depth === 0) return;
    }
  }

  private here(): CToken {
    return this.tokens[this.at] ?? this.tokens.at(-1)!;
  }

  private take(text: string): boolean {
    if (this.here().text !== text || this.here().kind === 'text') return false;
    this.at++;
    return true;
  }

  private comma(): CExpression {
    const first = this.assignment();
    if (this.here().text !== ',') return first;
    const parts = [first];
    while (this.take(',')) parts.push(this.assignment());
    return { kind: 'unknown', parts, at: first.at };
  }

  private assignment(): CExpression {
    if (++this.depth > mostNesting) {
      this.depth--;
      this.at = this.tokens.length - 1;
      return { kind: 'unknown', parts: [], at: this.here().at };
    }
    const left = this.binary(0);
    const sign = this.here();
    let whole = left;
    if (sign.kind === 'sign' && sign.text === '?') {
      this.at++;
      const yes = this.comma();
      this.take(':');
      whole = { kind: 'choice', test: left, yes, no: this.assignment(), at: left.at };
    } else if (sign.kind === 'sign' && assigning.test(sign.text)) {
      this.at++;
      whole = { kind: 'assign', op: sign.text, left, right: this.assignment(), at: left.at };
    }
    this.depth--;
    return whole;
  }

  private binary(least: number): CExpression {
    let left = this.unary();
    for (;;) {
      const sign = this.here();
      const strength = sign.kind === 'sign' ? precedence[sign.text] : undefined;
      if (strength === undefined || strength <= least) return left;
      this.at++;
      left = { kind: 'binary', op: sign.text, left, right: this.binary(strength), at: sign.at };
    }
  }

  private unary(): CExpression {
    const token = this.here();
    const { text, at } = token;
    if (token.kind === 'sign') {
      if (text === '++' || text === '--') {
        this.at++;
        return { kind: 'step', op: text, of: this.unary(), isPost: false, at };
      }
      if (/^[-+!~*&]$/.test(text)) {
        this.at++;
        return { kind: 'unary', op: text, of: this.unary(), at };
      }
      if (text === '(') {
        const cast = this.cast();
        if (cast !== null) return cast;
      }
    } else if (token.kind === 'name') {
      if (text === 'sizeof') return this.sizeOf();
      if (this.isCpp && text === 'new') return this.made();
      if (this.isCpp && text === 'delete') {
        this.at++;
        const isArray = this.take('[') && this.take(']');
        return { kind: 'delete', isArray, of: this.unary(), at };
      }
      if (/^(?:static|reinterpret|const|dynamic)_cast$/.test(text)) return this.namedCast();
      if (text === 'return' || text === 'throw') {
        this.at++;
        return this.here().kind === 'end' ? { kind: 'unknown', parts: [], at } : this.unaryRest(at);
      }
    }
    return this.postfix(this.primary());
  }

  private unaryRest(at: number): CExpression {
    return { kind: 'unknown', parts: [this.comma()], at };
  }

  private cast(): CExpression | null {
    const start = this.at++;
    const { at } = this.here();
    const type = this.type();
    if (type === null) return this.back(start);
    this.pointers(type);
    if (!this.take(')')) return this.back(start);
    const next = this.here();
    const goesOn =
      next.kind === 'name' ||
      next.kind === 'number' ||
      next.kind === 'text' ||
      next.text === '(' ||
      next.text === '{' ||
      ((isBuiltInType(type.name) || type.pointers > 0 || /^[A-Z][A-Z\d_]+$|_t$/.test(type.name)) &&
        /^[-*&~!+]$|^\+\+$|^--$/.test(next.text));
    if (!goesOn) return this.back(start);
    if (next.text === '{') return { kind: 'list', items: this.list('}'), at };
    return { kind: 'cast', type, of: this.unary(), at };
  }

  private namedCast(): CExpression {
    const { at } = this.here();
    this.at++;
    const angle = this.at++;
    const type = this.type();
    if (type !== null) this.pointers(type);
    if (type === null || !this.take('>')) {
      this.at = angle;
      if (!this.skipAngles()) return { kind: 'unknown', parts: [], at };
    }
    const of = this.unary();
    return type === null ? of : { kind: 'cast', type, of, at };
  }

  private sizeOf(): CExpression {
    const { at } = this.here();
    this.at++;
    const start = this.at;
    if (this.take('(')) {
      const type = this.type();
      if (type !== null) {
        this.pointers(type);
        if (this.take(')') && (isBuiltInType(type.name) || type.pointers > 0))
          return { kind: 'sizeof', type, of: null, at };
      }
      this.at = start;
    }
    return { kind: 'sizeof', type: null, of: this.unary(), at };
  }

  private made(): CExpression {
    const { at } = this.here();
    this.at++;
    let place: CExpression | null = null;
    if (this.here().text === '(') {
      const items = this.list(')');
      place = items[0] ?? { kind: 'unknown', parts: [], at };
    }
    const type = this.type() ?? typeOfWords(['auto']);
    this.pointers(type);
    let count: CExpression | null = null;
    if (this.take('[')) {
      count = this.comma();
      this.take(']');
    }
    const next = this.here().text;
    const args = next === '(' ? this.list(')') : next === '{' ? this.list('}') : [];
    return this.postfix({ kind: 'new', type, count, place, args, at });
  }

  private list(close: string): CExpression[] {
    this.at++;
    const items: CExpression[] = [];
    while (this.here().kind !== 'end' && this.here().text !== close) {
      const before = this.at;
      items.push(this.assignment());
      this.take(',');
      if (this.at === before) this.at++;
    }
    this.take(close);
    return items;
  }

  private primary(): CExpression {
    const token = this.here();
    const { at, text } = token;
    if (token.kind === 'end') return { kind: 'unknown', parts: [], at };
    if (token.kind === 'number') {
      this.at++;
      const isFloat = !/^0[xX]/.test(text) && /[.eE]/.test(text);
      const plain = text.replaceAll("'", '').replace(/^(0[xX][\da-fA-F]+|[\d.]+(?:[eE][-+]?\d+)?).*$/, '$1');
      const value = /^0[0-7]+$/.test(plain) ? Number.parseInt(plain, 8) : Number(plain);
      return { kind: 'number', value, isFloat, isLong: /[lLuU]/.test(text.replace(/^0[xX]/, '')), at };
    }
    if (token.kind === 'text') return this.text(1);
    if (token.kind === 'name') {
      const next = this.tokens[this.at + 1];
      if (/^(?:L|u8?|U)$/.test(text) && next?.kind === 'text' && next.at === at + text.length) {
        this.at++;
        return this.text(text === 'L' || text === 'U' ? 4 : text === 'u' ? 2 : 1);
      }
      this.at++;
      let name = text;
      while (this.here().text === '::' && this.tokens[this.at + 1]?.kind === 'name') {
        name = this.tokens[this.at + 1]!.text;
        this.at += 2;
      }
      return { kind: 'name', name, at };
    }
    if (text === '(') {
      this.at++;
      const inner = this.comma();
      this.take(')');
      return inner;
    }
    if (text === '{') return { kind: 'list', items: this.list('}'), at };
    if (text === '::') {
      this.at++;
      return this.primary();
    }
    if (text !== ')' && text !== ']' && text !== '}') this.at++;
    return { kind: 'unknown', parts: [], at };
  }

  private text(unit: number): CExpression {
    const { at, text } = this.here();
    this.at++;
    if (text.startsWith("'")) {
      const inner = text.slice(1, -1);
      const value =
        inner.length === 1 ? inner.charCodeAt(0) : inner === '\\0' ? 0 : inner === '\\n' ? 10 : 65;
      return { kind: 'number', value, isFloat: false, at };
    }
    let length = textLength(text);
    for (;;) {
      const next = this.here();
      // Texts that stand side by side are one; a macro in between makes its length unknown.
      if (next.kind === 'text') length += textLength(next.text);
      else if (next.kind !== 'name') return { kind: 'text', length, unit, at };
      else if (!/^[LuU]8?$/.test(next.text)) length = Number.NaN;
      this.at++;
    }
  }

  private postfix(from: CExpression): CExpression {
    let left = from;
    for (;;) {
      const { kind, text } = this.here();
      if (kind !== 'sign') return left;
      if (text === '(') left = { kind: 'call', callee: left, args: this.list(')'), at: left.at };
      else if (text === '[') {
        this.at++;
        const index = this.comma();
        this.take(']');
        left = { kind: 'index', of: left, index, at: left.at };
      } else if (text === '.' || text === '->') {
        this.at++;
        const name = this.here();
        if (name.kind === 'name' || name.text === '~') this.at++;
        left = { kind: 'member', of: left, name: name.text, isArrow: text === '->', at: left.at };
      } else if (text === '++' || text === '--') {
        this.at++;
        left = { kind: 'step', op: text, of: left, isPost: true, at: left.at };
      } else if (text === '<' && left.kind === 'name' && this.templateCall()) continue;
      else return left;
    }
  }

  /** `make<T>(…)`: the angles are stepped over. */
  private templateCall(): boolean {
    const start = this.at;
    if (this.skipAngles() && this.here().text === '(') return true;
    this.at = start;
    return false;
  }
}
