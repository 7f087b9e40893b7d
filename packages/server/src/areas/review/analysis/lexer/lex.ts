import { isCharLiteral, isIdentPart, isIdentStart, isLetter } from './characters.ts';
import { newColumns, widen } from './columns.ts';
import type { LexerRules } from './lexer-rules.ts';
import { operators, regexBefore } from './operators.ts';
import { IDENT, NUMBER, PUNCT, STRING, type TokenTable } from './tokens.ts';

/** One set of columns for all files of a thread: a table is good until the next file is lexed. */
let scratch = newColumns(65_536);

/** One pass over a file: tokens, lines of code, comment and blank. Never throws; an open string or comment ends with the file. */
export function lex(source: string, rules: LexerRules): TokenTable {
  return new Lexer(source, rules).run();
}

class Lexer {
  private readonly source: string;
  private readonly rules: LexerRules;
  private readonly length: number;
  private readonly extra: Set<number>;
  private position = 0;
  private count = 0;
  private capacity: number;
  private kind: Uint8Array;
  private start: Int32Array;
  private end: Int32Array;
  private line: Int32Array;
  private hash: Int32Array;
  private readonly lineStarts = [0];
  private readonly commentEndLines = new Set<number>();
  private readonly lines = { code: 0, comment: 0, blank: 0 };
  private hasCode = false;
  private hasComment = false;
  private longestLine = 0;
  private depth = 0;
  /** Depth of braces at which a template literal goes on. */
  private readonly templates: number[] = [];
  private pendingHeredocs: string[] = [];

  constructor(source: string, rules: LexerRules) {
    this.source = source;
    this.rules = rules;
    this.length = source.length;
    this.extra = new Set([...rules.identifier].map((character) => character.charCodeAt(0)));
    const needed = Math.max(1024, source.length >> 2);
    if (scratch.kind.length < needed) scratch = newColumns(needed * 2);
    this.capacity = scratch.kind.length;
    this.kind = scratch.kind;
    this.start = scratch.start;
    this.end = scratch.end;
    this.line = scratch.line;
    this.hash = scratch.hash;
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
    if (this.length > this.lineStarts.at(-1)!) this.closeLine(this.length);
    return {
      source,
      count: this.count,
      kind: this.kind.subarray(0, this.count),
      start: this.start.subarray(0, this.count),
      end: this.end.subarray(0, this.count),
      line: this.line.subarray(0, this.count),
      hash: this.hash.subarray(0, this.count),
      lines: this.lines,
      lineStarts: this.lineStarts,
      commentEndLines: this.commentEndLines,
      longestLine: this.longestLine,
    };
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
    } else if (code === 47 && rules.regex && this.regexMayStand()) {
      if (this.readRegex()) return;
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
    // Python's and C++'s string prefixes belong to the string.
    if (at - from <= 3 && this.rules.quotes !== '' && this.isPrefixedString(from, at)) {
      this.position = at;
      const quote = this.source.charCodeAt(at);
      this.readQuoted(quote, from);
      return;
    }
    this.push(IDENT, from, at, hash);
    this.position = at;
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
      // PHP's attributes and Rust's need no care: `#[` is code in PHP only.
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

  /** A newline inside a comment or string: the line it ends counts as what it is part of. */
  private newline(isCode = false): void {
    if (isCode) this.hasCode = true;
    else this.hasComment = this.hasComment || this.position > this.lineStarts.at(-1)!;
    this.endLine();
  }

  private readQuoted(quote: number, from = this.position): void {
    const { source, rules } = this;
    const at = this.position;
    if (rules.triple && source.charCodeAt(at + 1) === quote && source.charCodeAt(at + 2) === quote) {
      this.readTriple(quote, from);
      return;
    }
    if (quote === 39 && rules.apostropheIsChar && !isCharLiteral(source, at)) {
      this.push(PUNCT, at, at + 1, 39);
      this.position = at + 1;
      return;
    }
    let end = at + 1;
    while (end < this.length) {
      const code = source.charCodeAt(end);
      if (code === 92) {
        end++;
        if (source.charCodeAt(end) === 10) {
          this.position = end;
          this.newline(true);
        }
      } else if (code === quote) break;
      else if (code === 10) {
        if (rules.heredoc === null) break;
        this.position = end;
        this.newline(true);
      }
      end++;
    }
    const closed = source.charCodeAt(end) === quote ? end + 1 : end;
    this.pushString(from, closed);
    this.position = Math.min(closed, this.length);
  }

  private readTriple(quote: number, from: number): void {
    const { source } = this;
    const close = String.fromCharCode(quote).repeat(3);
    let end = this.position + 3;
    const isDoc = this.rules.docstrings && this.isStatementStart();
    const startLine = this.lineStarts.length;
    while (end < this.length && !source.startsWith(close, end)) {
      const code = source.charCodeAt(end);
      if (code === 92) end++;
      if (source.charCodeAt(end) === 10) {
        this.position = end;
        this.newline(!isDoc);
        if (isDoc) this.hasComment = true;
      }
      end++;
    }
    end = Math.min(end + 3, this.length);
    if (isDoc) {
      this.hasComment = true;
      this.commentEndLines.add(this.lineStarts.length);
    } else {
      this.pushString(from, end, startLine);
    }
    this.position = end;
  }

  /** Nothing but blanks stands before on this line, and no bracket is open. */
  private isStatementStart(): boolean {
    for (let at = this.position - 1; at >= 0; at--) {
      const code = this.source.charCodeAt(at);
      if (code === 10) break;
      if (code > 32 && !/[rRuUbB]/.test(this.source[at]!)) return false;
    }
    if (this.count === 0) return true;
    const before = this.source.charCodeAt(this.end[this.count - 1]! - 1);
    return (
      before === 58 || !(before === 40 || before === 91 || before === 44 || before === 61 || before === 123)
    );
  }

  private readBacktick(): void {
    const from = this.position;
    if (this.rules.backtick === 'template') {
      this.readTemplate(from);
      return;
    }
    let end = from + 1;
    while (end < this.length && this.source.charCodeAt(end) !== 96) {
      if (this.source.charCodeAt(end) === 92 && this.rules.backtick === 'quote') end++;
      if (this.source.charCodeAt(end) === 10) {
        this.position = end;
        this.newline(true);
      }
      end++;
    }
    this.pushString(from, Math.min(end + 1, this.length));
    this.position = Math.min(end + 1, this.length);
  }

  /** Reads a template's text up to its end or its next `${`. */
  private readTemplate(from: number): void {
    const { source } = this;
    let end = from + 1;
    while (end < this.length) {
      const code = source.charCodeAt(end);
      if (code === 92) end++;
      else if (code === 96) {
        end++;
        break;
      } else if (code === 36 && source.charCodeAt(end + 1) === 123) {
        this.templates.push(this.depth);
        this.depth++;
        end += 2;
        break;
      }
      if (source.charCodeAt(end) === 10) {
        this.position = end;
        this.newline(true);
      }
      end++;
    }
    end = Math.min(end, this.length);
    this.pushString(from, end);
    this.position = end;
  }

  private regexMayStand(): boolean {
    if (this.count === 0) return true;
    const last = this.count - 1;
    const kind = this.kind[last]!;
    if (kind === NUMBER || kind === STRING) return false;
    const text = this.source.slice(this.start[last]!, this.end[last]!);
    if (kind === IDENT) return regexBefore.has(text);
    return text !== ')' && text !== ']' && text !== '}' && text !== '++' && text !== '--';
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

  private readVerbatim(): boolean {
    const { source } = this;
    let at = this.position + 1;
    if (source.charCodeAt(at) === 36) at++;
    if (source.charCodeAt(at) !== 34) return false;
    const from = this.position;
    let end = at + 1;
    while (end < this.length) {
      if (source.charCodeAt(end) === 34) {
        if (source.charCodeAt(end + 1) !== 34) break;
        end++;
      } else if (source.charCodeAt(end) === 10) {
        this.position = end;
        this.newline(true);
      }
      end++;
    }
    this.pushString(from, Math.min(end + 1, this.length));
    this.position = Math.min(end + 1, this.length);
    return true;
  }

  private readHeredocStart(): boolean {
    const pattern =
      this.rules.heredoc === '<<<'
        ? /<<<[ \t]*(["']?)([A-Za-z_]\w*)\1/y
        : /<<([~-]?)(["']?)([A-Z_][A-Z0-9_]*)\2/y;
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.source);
    if (match === null) return false;
    this.pendingHeredocs.push(match.at(-1)!);
    this.pushString(this.position, this.position + match[0].length);
    this.position += match[0].length;
    return true;
  }

  private readHeredocs(): void {
    for (const name of this.pendingHeredocs) {
      while (this.position < this.length) {
        let end = this.source.indexOf('\n', this.position);
        if (end === -1) end = this.length;
        const text = this.source.slice(this.position, end).trim();
        this.hasCode = true;
        const closes =
          text === name ||
          (this.rules.heredoc === '<<<' && text.startsWith(name) && !/^\w/.test(text.slice(name.length)));
        if (closes && this.rules.heredoc === '<<<') {
          this.position += this.source.slice(this.position, end).indexOf(name) + name.length;
          break;
        }
        this.position = end;
        if (this.position < this.length) {
          this.endLine();
          this.position++;
        }
        if (closes) break;
      }
    }
    this.pendingHeredocs = [];
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

  private pushString(from: number, to: number, line = this.lineStarts.length): void {
    let hash = 0x811c9dc5;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ this.source.charCodeAt(at), 0x01000193);
    this.push(STRING, from, to, hash, line);
  }

  private push(kind: number, from: number, to: number, hash: number, line = this.lineStarts.length): void {
    if (this.count === this.capacity) this.grow();
    const index = this.count++;
    this.kind[index] = kind;
    this.start[index] = from;
    this.end[index] = to;
    this.line[index] = line;
    this.hash[index] = Math.imul(hash, 5) + kind;
    this.hasCode = true;
  }

  private grow(): void {
    this.capacity *= 2;
    this.kind = widen(this.kind, new Uint8Array(this.capacity));
    this.start = widen(this.start, new Int32Array(this.capacity));
    this.end = widen(this.end, new Int32Array(this.capacity));
    this.line = widen(this.line, new Int32Array(this.capacity));
    this.hash = widen(this.hash, new Int32Array(this.capacity));
    scratch = { kind: this.kind, start: this.start, end: this.end, line: this.line, hash: this.hash };
  }

  private endLine(): void {
    this.closeLine(this.position);
    this.lineStarts.push(this.position + 1);
  }

  private closeLine(end: number): void {
    const size = end - this.lineStarts.at(-1)!;
    if (size > this.longestLine) this.longestLine = size;
    if (this.hasCode) this.lines.code++;
    else if (this.hasComment) this.lines.comment++;
    else this.lines.blank++;
    this.hasCode = false;
    this.hasComment = false;
  }
}
