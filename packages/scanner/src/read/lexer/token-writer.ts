import { newColumns, widen } from './columns.ts';
import type { LexerRules } from './lexer-rules.ts';
import { STRING, type TokenTable } from './tokens.ts';

/** One set of columns for all files of a thread: a table is valid until the next file is lexed. */
let scratch = newColumns(65_536);

/**
 * Writes tokens and line counts. A base class instead of a separate object, so that the per-character work
 * stays within one object.
 */
export abstract class TokenWriter {
  protected readonly source: string;
  protected readonly rules: LexerRules;
  protected readonly length: number;
  protected position = 0;
  protected count = 0;
  protected kind: Uint8Array;
  protected start: Int32Array;
  protected end: Int32Array;
  private line: Int32Array;
  private hash: Int32Array;
  private capacity: number;
  protected readonly lineStarts = [0];
  private lineStart = 0;
  protected readonly commentEndLines = new Set<number>();
  private readonly lines = { code: 0, comment: 0, blank: 0 };
  protected hasCode = false;
  protected hasComment = false;
  private longestLine = 0;

  constructor(source: string, rules: LexerRules) {
    this.source = source;
    this.rules = rules;
    this.length = source.length;
    const needed = Math.max(1024, source.length >> 2);
    if (scratch.kind.length < needed) scratch = newColumns(needed * 2);
    this.capacity = scratch.kind.length;
    this.kind = scratch.kind;
    this.start = scratch.start;
    this.end = scratch.end;
    this.line = scratch.line;
    this.hash = scratch.hash;
  }

  protected toTable(): TokenTable {
    if (this.length > this.lineStart) this.closeLine(this.length);
    return {
      source: this.source,
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

  /** Start of the last token; 0 before the first. */
  protected lastStart(): number {
    return this.start[this.count - 1] ?? 0;
  }

  protected lastEnd(): number {
    return this.end[this.count - 1] ?? 0;
  }

  protected pushString(from: number, to: number, line = this.lineStarts.length): void {
    let hash = 0x811c9dc5;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ this.source.charCodeAt(at), 0x01000193);
    this.push(STRING, from, to, hash, line);
  }

  protected push(kind: number, from: number, to: number, hash: number, line = this.lineStarts.length): void {
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

  /** A newline inside a comment or string: the line counts as what it is part of. */
  protected newline(isCode = false): void {
    if (isCode) this.hasCode = true;
    else this.hasComment = this.hasComment || this.position > this.lineStart;
    this.endLine();
  }

  protected endLine(): void {
    this.closeLine(this.position);
    this.lineStart = this.position + 1;
    this.lineStarts.push(this.lineStart);
  }

  private closeLine(end: number): void {
    const size = end - this.lineStart;
    if (size > this.longestLine) this.longestLine = size;
    if (this.hasCode) this.lines.code++;
    else if (this.hasComment) this.lines.comment++;
    else this.lines.blank++;
    this.hasCode = false;
    this.hasComment = false;
  }
}
