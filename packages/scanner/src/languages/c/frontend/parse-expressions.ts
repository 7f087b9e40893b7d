import type { CExpression } from './c-tree.ts';
import { isBuiltInType, typeOfWords } from './c-types.ts';
import { characterLiteral, numberLiteral, textLength } from './literals.ts';
import { TypeParser } from './parse-types.ts';

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
const MAX_NESTING = 60;

/** Parses expressions of C and C++. Anything it does not know becomes `unknown`. */
export class ExpressionParser extends TypeParser {
  private depth = 0;

  /** The expression up to the end, including anything left over. */
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

  protected comma(): CExpression {
    const first = this.assignment();
    if (this.here().text !== ',') return first;
    const parts = [first];
    while (this.take(',')) parts.push(this.assignment());
    return { kind: 'unknown', parts, at: first.at };
  }

  protected assignment(): CExpression {
    if (++this.depth > MAX_NESTING) {
      this.depth--;
      this.at = this.limit;
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
      const isTagged = /^(?:struct|union|enum|class)$/.test(this.here().text);
      const type = this.type();
      if (type !== null) {
        this.pointers(type);
        if (this.take(')') && (isTagged || isBuiltInType(type.name) || type.pointers > 0))
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

  protected list(close: string): CExpression[] {
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
      return numberLiteral(text, at);
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
        name = this.token(this.at + 1).text;
        this.at += 2;
      }
      return { kind: 'name', name, at };
    }
    if (text === '(') {
      this.at++;
      const inner = this.comma();
      this.take(')');
      return inner.kind === 'assign' ? { ...inner, isBracketed: true } : inner;
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
    if (text.startsWith("'")) return characterLiteral(text, at);
    const written = text.slice(1, -1);
    let length = textLength(text);
    for (;;) {
      const next = this.here();
      // Adjacent string literals are one. With a macro in between, the length is unknown.
      if (next.kind === 'text') length += textLength(next.text);
      else if (next.kind !== 'name') return { kind: 'text', written, length, unit, at };
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

  /** `make<T>(…)`: skips the template arguments. */
  private templateCall(): boolean {
    const start = this.at;
    if (this.skipAngles() && this.here().text === '(') return true;
    this.at = start;
    return false;
  }
}
