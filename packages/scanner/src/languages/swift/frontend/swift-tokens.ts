import { TokenReader } from '../../frontend/token-reader.ts';
import { NUMBER, OPENS_VALUE, PIECE, SIGN, TEXT, type Tokens, WORD } from '../../frontend/tokens.ts';

const blank = /(?:[\s\uFEFF\u200B\u2060\u202A-\u202E\u2066-\u2069;]+|\/\/[^\r\n]*)+/y;
/** Both branches of conditional compilation are read. */
const directive = /#(?:if|elseif|else|endif|error|warning|sourceLocation)\b[^\r\n]*/y;
const word = /`[^`\r\n]*`|\$\d+|[#@]?[A-Za-z_\u0080-\uFFFF$][\w\u0080-\uFFFF$]*/y;
const number = /0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][-+]?\d[\d_]*)?/y;
const sign =
  /===|!==|==|!=|<=|>=|&&|\|\||\?\?|\.\.\.|\.\.<|->|\+=|-=|\*=|\/=|%=|&\+=|&-=|&\*=|&\+|&-|&\*|&<<|&>>|<-|\|>|<<=|>>=|<<|\|=|&=|\^=|~=|[\s\S]/y;
// Parts that may be missing are limited, because each is searched for at many places of a line.
const opensText = /(#{0,8})("""|")/y;
const extendedPattern = /(#{1,8})\/(?:\\[^\r\n]|[^\\\r\n]){0,1000}?\/\1/y;
const barePattern = /\/(?![\s/*)])(?:\\[^\r\n]|\[(?:\\[^\r\n]|[^\]\\\r\n]){0,200}\]|[^\\/[\r\n]){1,1000}\//y;
/** Tokens after which a slash begins a regular expression. */
const beforePattern = /^(?:[(,=:[{!&|?]|return|in|try|&&|\|\|)$/;

/** An open string, with the bracket depth in its current value. */
interface OpenText {
  quotes: string;
  hashes: string;
  depth: number;
}

class Tokenizer extends TokenReader {
  readonly #open: OpenText[] = [];

  constructor(source: string) {
    super(source, [blank, directive]);
  }

  protected override next(): void {
    if (!this.#beginsText()) this.#nextOfCode();
  }

  #beginsText(): boolean {
    const first = this.source[this.at];
    if (first !== '"' && first !== '#') return false;
    const opened = this.take(opensText);
    if (opened === null) return false;
    const from = this.at;
    this.at += opened[0].length;
    this.#readText({ quotes: opened[2] ?? '', hashes: opened[1] ?? '', depth: 0 }, from, false);
    return true;
  }

  /** Reads up to the end of a string, or to the next value in it. */
  #readText(open: OpenText, from: number, isWithin: boolean): void {
    const { quotes, hashes } = open;
    const source = this.source;
    const end = quotes + hashes;
    const escaping = `\\${hashes}`;
    let value = '';
    let at = this.at;
    const finish = (kind: number): void => {
      this.at = from;
      this.add(kind, value, at - from);
    };
    for (;;) {
      const char = source[at];
      if (char === undefined || (quotes === '"' && (char === '\n' || char === '\r'))) break;
      if (char === '"' && source.startsWith(end, at)) {
        at += end.length;
        break;
      }
      if (char !== '\\' || !source.startsWith(escaping, at)) {
        value += char;
        at++;
        continue;
      }
      at += escaping.length;
      if (source[at] === '(') {
        at -= escaping.length;
        finish(PIECE);
        this.add(SIGN, OPENS_VALUE, escaping.length + 1);
        this.#open.push(open);
        return;
      }
      value += escapes[source[at] ?? ''] ?? source[at] ?? '';
      at++;
    }
    finish(isWithin ? PIECE : TEXT);
  }

  #nextOfCode(): void {
    const open = this.#open.at(-1);
    const char = this.source.charAt(this.at);
    if (open !== undefined) {
      if (char === '(') open.depth++;
      if (char === ')' && --open.depth < 0) {
        this.add(SIGN, ')', 1);
        this.#open.pop();
        this.#readText({ ...open, depth: 0 }, this.at, true);
        return;
      }
    }
    if (char === '#' || char === '/') {
      const pattern = this.take(extendedPattern) ?? (this.#mayBePattern() ? this.take(barePattern) : null);
      if (pattern !== null) {
        this.add(TEXT, pattern[0].replace(/^#*\/|\/#*$/g, ''), pattern[0].length);
        return;
      }
    }
    const name = this.take(word)?.[0];
    if (name !== undefined) {
      this.add(WORD, name.replaceAll('`', ''), name.length);
      return;
    }
    const digits = char >= '0' && char <= '9' ? this.take(number)?.[0] : undefined;
    if (digits !== undefined) this.add(NUMBER, digits, digits.length);
    else {
      const found = this.take(sign)?.[0] ?? char;
      this.add(SIGN, found, found.length);
    }
  }

  #mayBePattern(): boolean {
    return this.source[this.at] === '/' && beforePattern.test(this.tokens.texts.at(-1) ?? '(');
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };

/** The tokens of a Swift file. A string with interpolated values is split into pieces. */
export function readSwiftTokens(source: string): Tokens {
  return new Tokenizer(source).run();
}
