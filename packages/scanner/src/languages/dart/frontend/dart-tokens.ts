import { TokenReader } from '../../frontend/token-reader.ts';
import { NUMBER, OPENS_VALUE, PIECE, SIGN, TEXT, type Tokens, WORD } from '../../frontend/tokens.ts';

const blank = /(?:[\s\uFEFF\u200B\u2060\u202A-\u202E\u2066-\u2069]+|\/\/[^\r\n]*)+/y;
const word = /[#@]?[A-Za-z_$][\w$]*/y;
const number = /0[xX][\da-fA-F_]+|\.\d[\d_]*(?:[eE][-+]?\d+)?|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][-+]?\d[\d_]*)?/y;
const sign =
  /\?\?=|\?\.\.|\.\.\.\?|\.\.\.|\.\.|\?\.|\?\?|=>|==|!=|<=|>=|&&|\|\||\+\+|--|\+=|-=|\*=|\/=|%=|~\/=|~\/|&=|\|=|\^=|<<=|<<|[\s\S]/y;
const opensText = /(r?)('''|"""|'|")/y;
const plainName = /\$([A-Za-z_]\w*)/y;

/** An open string, with the brace depth in its current value. */
interface OpenText {
  quotes: string;
  depth: number;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' };

class Tokenizer extends TokenReader {
  readonly #open: OpenText[] = [];

  constructor(source: string) {
    super(source, [blank]);
  }

  protected override next(): void {
    const opened = this.take(opensText);
    if (opened === null) {
      this.#nextOfCode();
      return;
    }
    const from = this.at;
    this.at += opened[0].length;
    this.#readText({ quotes: opened[2] ?? '', depth: 0 }, from, opened[1] === 'r', false);
  }

  /** Reads up to the end of a string, or to the next value in braces. A value that is a single name is read as well. */
  #readText(open: OpenText, begun: number, isRaw: boolean, isLater: boolean): void {
    const { quotes } = open;
    const source = this.source;
    let from = begun;
    let isWithin = isLater;
    let value = '';
    let at = this.at;
    const finish = (kind: number): void => {
      this.at = from;
      this.add(kind, value, at - from);
      value = '';
    };
    for (;;) {
      const char = source[at];
      if (char === undefined || (quotes.length === 1 && (char === '\n' || char === '\r'))) break;
      if (char === quotes[0] && source.startsWith(quotes, at)) {
        at += quotes.length;
        break;
      }
      if (isRaw || (char !== '\\' && char !== '$')) value += char;
      else if (char === '\\') {
        value += escapes[source[at + 1] ?? ''] ?? source[at + 1] ?? '';
        at++;
      } else if (source[at + 1] === '{') {
        finish(PIECE);
        this.add(SIGN, OPENS_VALUE, 2);
        this.#open.push(open);
        return;
      } else {
        plainName.lastIndex = at;
        const name = plainName.exec(source)?.[1];
        if (name === undefined) value += char;
        else {
          finish(PIECE);
          this.add(SIGN, OPENS_VALUE, 1);
          this.add(WORD, name, name.length);
          this.add(SIGN, ')', 0);
          at = this.at;
          from = at;
          isWithin = true;
          continue;
        }
      }
      at++;
    }
    finish(isWithin ? PIECE : TEXT);
  }

  #nextOfCode(): void {
    const open = this.#open.at(-1);
    const char = this.source.charAt(this.at);
    if (open !== undefined) {
      if (char === '{') open.depth++;
      if (char === '}' && --open.depth < 0) {
        this.add(SIGN, ')', 1);
        this.#open.pop();
        this.#readText({ ...open, depth: 0 }, this.at, false, true);
        return;
      }
    }
    const name = this.take(word)?.[0];
    if (name !== undefined) {
      this.add(WORD, name, name.length);
      return;
    }
    const isDigit = char === '.' ? /\d/.test(this.source[this.at + 1] ?? '') : char >= '0' && char <= '9';
    const digits = isDigit ? this.take(number)?.[0] : undefined;
    if (digits !== undefined) this.add(NUMBER, digits, digits.length);
    else {
      const found = this.take(sign)?.[0] ?? char;
      this.add(SIGN, found, found.length);
    }
  }
}

/** The tokens of a Dart file. A string with interpolated values is split into pieces. */
export function readDartTokens(source: string): Tokens {
  return new Tokenizer(source).run();
}
