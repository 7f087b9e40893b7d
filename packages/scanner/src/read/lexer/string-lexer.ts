import { isCharLiteral } from './characters.ts';
import { TokenWriter } from './token-writer.ts';
import { PUNCT } from './tokens.ts';

const closers = new Map([...'([{<'].map((open, at) => [open.charCodeAt(0), ')]}>'.charCodeAt(at)]));

/** In characters: an unclosed expression is scanned once for each one that begins inside it. */
const MAX_INTERPOLATION = 2_000;

/** Strings in all forms: quoted, tripled, templates, verbatim, heredocs. */
export abstract class StringLexer extends TokenWriter {
  protected depth = 0;
  /** Brace depths at which a template literal continues. */
  protected readonly templates: number[] = [];
  protected pendingHeredocs: string[] = [];

  protected readQuoted(quote: number, from = this.position): void {
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
    const opener = rules.interpolation === null ? -1 : rules.interpolation.charCodeAt(0);
    let end = at + 1;
    while (end < this.length) {
      const code = source.charCodeAt(end);
      if (code === 92 && rules.escapedBrackets && source.charCodeAt(end + 1) === 40) {
        end = this.endOfInterpolation(end + 2, 40);
        continue;
      }
      if (code === 92) {
        end++;
        if (source.charCodeAt(end) === 10) {
          this.position = end;
          this.newline(true);
        }
      } else if (code === quote) break;
      else if (code === opener && quote === 34 && source.charCodeAt(end + 1) === 123) {
        end = this.endOfInterpolation(end + 2, 123);
        continue;
      } else if (code === 10) {
        if (!rules.multiline) break;
        this.position = end;
        this.newline(true);
      }
      end++;
    }
    const closed = source.charCodeAt(end) === quote ? end + 1 : end;
    this.pushString(from, closed);
    this.position = Math.min(closed, this.length);
  }

  /**
   * The position after the closing bracket of an expression in a string, if on the same line; otherwise its
   * start.
   */
  private endOfInterpolation(from: number, open: number): number {
    const { source } = this;
    const close = open === 40 ? 41 : 125;
    const last = Math.min(this.length, from + MAX_INTERPOLATION);
    let depth = 1;
    for (let at = from; at < last; at++) {
      const code = source.charCodeAt(at);
      if (code === 10) break;
      if (code === open) depth++;
      else if (code === close && --depth === 0) return at + 1;
      else if (code === 34) {
        at++;
        while (at < last && source.charCodeAt(at) !== 34 && source.charCodeAt(at) !== 10)
          at += source.charCodeAt(at) === 92 ? 2 : 1;
        if (source.charCodeAt(at) !== 34) break;
      }
    }
    return from;
  }

  /** `r"…"`, `r#"…"#`, `R"tag(…)tag"`: the prefix starts at `from`, and the quote or `#` is here. */
  protected readRaw(from: number): boolean {
    const { source } = this;
    const opening = this.rules.rawString === 'hashes' ? /#*"/y : /"[^\s()\\]{0,16}\(/y;
    opening.lastIndex = this.position;
    const open = opening.exec(source)?.[0];
    if (open === undefined) return false;
    const close = this.rules.rawString === 'hashes' ? `"${open.slice(0, -1)}` : `)${open.slice(1, -1)}"`;
    const found = source.indexOf(close, this.position + open.length);
    this.finishString(from, this.position + open.length, found < 0 ? this.length : found + close.length);
    return true;
  }

  /** `%w[…]` and similar, with nested brackets of the same kind. */
  protected readPercent(): boolean {
    const { source } = this;
    const opening = /%[wWiIqQrxs]?([([{<|!/])/y;
    opening.lastIndex = this.position;
    const match = opening.exec(source);
    if (match === null) return false;
    const open = source.charCodeAt(opening.lastIndex - 1);
    const close = closers.get(open) ?? open;
    let depth = 1;
    let end = this.position + match[0].length;
    for (; end < this.length && depth > 0; end++) {
      const code = source.charCodeAt(end);
      if (code === 92) end++;
      else if (code === close) depth--;
      else if (code === open) depth++;
    }
    this.finishString(this.position, this.position + match[0].length, Math.min(end, this.length));
    return true;
  }

  /** Pushes a string and counts the lines in its text, which starts at `text`. */
  private finishString(from: number, text: number, end: number): void {
    const line = this.lineStarts.length;
    for (
      let at = this.source.indexOf('\n', text);
      at !== -1 && at < end;
      at = this.source.indexOf('\n', at + 1)
    ) {
      this.position = at;
      this.newline(true);
    }
    this.pushString(from, end, line);
    this.position = end;
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

  /** Only whitespace precedes it on this line, and no bracket is open. */
  private isStatementStart(): boolean {
    for (let at = this.position - 1; at >= 0; at--) {
      const code = this.source.charCodeAt(at);
      if (code === 10) break;
      if (code > 32 && !/[rRuUbB]/.test(this.source.charAt(at))) return false;
    }
    if (this.count === 0) return true;
    const before = this.source.charCodeAt(this.lastEnd() - 1);
    return (
      before === 58 || !(before === 40 || before === 91 || before === 44 || before === 61 || before === 123)
    );
  }

  protected readBacktick(): void {
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

  /** Reads a template's text up to its end or the next `${`. */
  protected readTemplate(from: number): void {
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

  protected readVerbatim(): boolean {
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

  protected readHeredocStart(): boolean {
    const pattern =
      this.rules.heredoc === '<<<'
        ? /<<<[ \t]*(["']?)([A-Za-z_]\w*)\1/y
        : /<<([~-]?)(["'`]?)([A-Z_]\w*|(?<=[~-]["'`]?)[a-z_]\w*)\2/y;
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.source);
    const end = match?.at(-1);
    if (match === null || end === undefined) return false;
    this.pendingHeredocs.push(end);
    this.pushString(this.position, this.position + match[0].length);
    this.position += match[0].length;
    return true;
  }

  protected readHeredocs(): void {
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
}
