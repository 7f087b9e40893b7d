import { isIdentPart, isIdentStart, isLetter } from './characters.ts';
import type { LexerRules } from './lexer-rules.ts';
import { operators, regexBefore } from './operators.ts';
import { StringLexer } from './string-lexer.ts';
import { IDENT, NUMBER, PUNCT, STRING, type TokenTable } from './tokens.ts';

/**
 * One pass over a file: tokens, lines of code, comments and blank lines. Never throws; an unclosed string or
 * comment ends with the file.
 */
export function lex(source: string, rules: LexerRules): TokenTable {
  return new Lexer(source, rules).run();
}

class Lexer extends StringLexer {
  private readonly extra: Set<number>;

  constructor(source: string, rules: LexerRules) {
    super(source, rules);
    this.extra = new Set([...rules.identifier].map((character) => character.charCodeAt(0)));
  }

  run(): TokenTable {
    const { source, length } = this;
    while (this.position < length) {
      const code = source.charCodeAt(this.position);
      if (code === 10) {
        this.endLine();
        this.position++;
        if (this.pendingHeredocs.length > 0) this.readHeredocs();
      } else if (code <= 32 || code === 0xfeff || code === 0xa0) {
        this.position++;
      } else {
        this.readVisible(code);
      }
    }
    return this.toTable();
  }

  private readVisible(code: number): void {
    const { rules } = this;
    if (code < 128 ? isIdentStart[code] === 1 || this.extra.has(code) : isLetter(code)) {
      this.readIdentifier();
      return;
    }
    if (code >= 48 && code <= 57) {
      this.readNumber();
      return;
    }
    if (this.skipComment(code)) return;
    if (code === 34 || code === 39) {
      if (rules.quotes.includes(code === 34 ? '"' : "'")) {
        this.readQuoted(code);
        return;
      }
    } else if (code === 96 && rules.backtick !== null) {
      this.readBacktick();
      return;
    } else if (code === 47 && rules.regex && (this.regexMayStand() || this.isBareArgument())) {
      if (this.readRegex()) return;
    } else if (code === 37 && rules.percent && (this.regexMayStand() || this.isBareArgument())) {
      if (this.readPercent()) return;
    } else if (code === 64 && rules.verbatim && this.readVerbatim()) {
      return;
    } else if (code === 60 && rules.heredoc !== null && this.readHeredocStart()) {
      return;
    }
    this.readOperator(code);
  }

  private readIdentifier(): void {
    const from = this.position;
    let hash = 0x811c9dc5;
    let at = from;
    while (at < this.length) {
      const code = this.source.charCodeAt(at);
      if (code < 128 ? isIdentPart[code] !== 1 && !this.extra.has(code) : !isLetter(code)) break;
      hash = Math.imul(hash ^ code, 0x01000193);
      at++;
    }
    if (at - from <= 3 && this.isPrefixOfRaw(from, at)) {
      this.position = at;
      if (this.readRaw(from)) return;
    }
    // Ruby's variables for the last match contain a quote: $' and $`.
    if (
      at === from + 1 &&
      this.rules.percent &&
      this.source[from] === '$' &&
      /["'`&]/.test(this.source[at] ?? '')
    )
      at++;
    // String prefixes of Python and C++ are part of the string.
    if (at - from <= 3 && this.rules.quotes !== '' && this.isPrefixedString(from, at)) {
      this.position = at;
      const quote = this.source.charCodeAt(at);
      this.readQuoted(quote, from);
      return;
    }
    this.push(IDENT, from, at, hash);
    this.position = at;
  }

  private isPrefixOfRaw(from: number, at: number): boolean {
    const code = this.source.charCodeAt(at);
    if (this.rules.rawString === null || (code !== 34 && code !== 35)) return false;
    const prefix = this.source.slice(from, at);
    return this.rules.rawString === 'hashes' ? /^[bc]?r$/.test(prefix) : /^(?:u8|[uUL])?R$/.test(prefix);
  }

  private isPrefixedString(from: number, at: number): boolean {
    const code = this.source.charCodeAt(at);
    if (code !== 34 && code !== 39) return false;
    const prefix = this.source.slice(from, at).toLowerCase();
    return this.rules.docstrings
      ? /^(?:r|b|u|f|br|rb|fr|rf|t)$/.test(prefix)
      : code === 34 && /^(?:u8?|l|b|r)$/.test(prefix);
  }

  private readNumber(): void {
    const from = this.position;
    let at = from + 1;
    let hash = 0x811c9dc5 ^ this.source.charCodeAt(from);
    while (at < this.length) {
      const code = this.source.charCodeAt(at);
      const isDot =
        code === 46 && this.source.charCodeAt(at + 1) >= 48 && this.source.charCodeAt(at + 1) <= 57;
      if (!isDot && !(code < 128 && isIdentPart[code] === 1)) break;
      hash = Math.imul(hash ^ code, 0x01000193);
      at++;
    }
    this.push(NUMBER, from, at, hash);
    this.position = at;
  }

  private skipComment(code: number): boolean {
    const { rules, source, position } = this;
    for (const open of rules.lineComments) {
      if (code !== open.charCodeAt(0) || !source.startsWith(open, position)) continue;
      // Attributes of PHP and Rust need no special handling: `#[` is code only in PHP.
      if (open === '#' && rules.heredoc === '<<<' && source.charCodeAt(position + 1) === 91) continue;
      let end = source.indexOf('\n', position);
      if (end === -1) end = this.length;
      this.hasComment = true;
      this.commentEndLines.add(this.lineStarts.length);
      this.position = end;
      return true;
    }
    for (const [open, close] of rules.blockComments) {
      const atLineStart = open.startsWith('\n');
      const opening = atLineStart ? open.slice(1) : open;
      if (code !== opening.charCodeAt(0) || !source.startsWith(opening, position)) continue;
      if (atLineStart && position !== this.lineStarts.at(-1)) continue;
      this.position = position + opening.length;
      let depth = 1;
      while (this.position < this.length && depth > 0) {
        if (source.startsWith(close, this.position)) {
          depth--;
          if (atLineStart) this.newline();
          this.position += close.length;
        } else if (rules.nests && source.startsWith(open, this.position)) {
          depth++;
          this.position += open.length;
        } else {
          if (source.charCodeAt(this.position) === 10) this.newline();
          this.position++;
        }
        this.hasComment = true;
      }
      this.commentEndLines.add(this.lineStarts.length);
      return true;
    }
    return false;
  }

  private regexMayStand(): boolean {
    if (this.count === 0) return true;
    const kind = this.kind[this.count - 1];
    if (kind === NUMBER || kind === STRING) return false;
    const text = this.source.slice(this.lastStart(), this.lastEnd());
    if (kind === IDENT) return regexBefore.has(text);
    return text !== ')' && text !== ']' && text !== '}' && text !== '++' && text !== '--';
  }

  /** Ruby: `split /,/` and `words %w[a b]` pass an argument without parentheses; `a / b` divides. */
  private isBareArgument(): boolean {
    if (!this.rules.percent || this.kind[this.count - 1] !== IDENT) return false;
    const { source, position } = this;
    const end = this.lastEnd();
    const isConstantOrVariable = /[A-Z@$]/.test(source.charAt(this.lastStart()));
    const next = source.charCodeAt(position + 1);
    return end < position && next > 32 && next !== 61 && !isConstantOrVariable;
  }

  private readRegex(): boolean {
    const { source } = this;
    let end = this.position + 1;
    let inClass = false;
    for (; end < this.length; end++) {
      const code = source.charCodeAt(end);
      if (code === 10) return false;
      if (code === 92) end++;
      else if (code === 91) inClass = true;
      else if (code === 93) inClass = false;
      else if (code === 47 && !inClass) break;
    }
    if (end >= this.length) return false;
    end++;
    while (end < this.length && isIdentPart[source.charCodeAt(end)] === 1) end++;
    this.pushString(this.position, end);
    this.position = end;
    return true;
  }

  private readOperator(code: number): void {
    const from = this.position;
    let length = 1;
    if (code === 123) this.depth++;
    else if (code === 125) {
      this.depth--;
      if (this.templates.at(-1) === this.depth) {
        this.templates.pop();
        this.readTemplate(from);
        return;
      }
    } else {
      for (const operator of operators.get(code) ?? []) {
        if (this.source.startsWith(operator, from)) {
          length = operator.length;
          break;
        }
      }
    }
    let hash = code;
    for (let at = 1; at < length; at++) hash = Math.imul(hash, 131) + this.source.charCodeAt(from + at);
    this.push(PUNCT, from, from + length, hash);
    this.position = from + length;
  }
}
