/** One record of a file, or a line that could not be made one. */
export interface CsvRow {
  /** Of the physical line that it begins on, from 1. */
  line: number;
  cells: string[];
  /** As it stands in the file; only with a problem. */
  raw?: string;
  problem?: 'unterminated_quote';
}

const MAX_RECORD_LINES = 1_000;
const MAX_RECORD_LENGTH = 1_048_576;

interface PhysicalLine {
  text: string;
  ending: string;
}

/**
 * Reads records as spreadsheets write them, and goes on where a strict reader gives up: quotes inside
 * an unquoted cell are text, a quote that never closes costs the line it stands on, and every kind of
 * line ending ends a line. Lines without anything in them are left out. Feed it text as it comes.
 */
export class CsvRowReader {
  readonly #delimiter: string;
  /** Of a line whose end has not come yet. */
  #parts: string[] = [];
  #openLength = 0;
  #pending: PhysicalLine[] = [];
  #pendingLength = 0;
  #line = 1;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Length of the line whose end has not come yet. */
  get openLength(): number {
    return this.#openLength;
  }

  push(text: string): CsvRow[] {
    const rows: CsvRow[] = [];
    // Only what is new is searched: a line may go on for many pieces.
    const isHalf = this.#parts.at(-1)?.endsWith('\r') ?? false;
    if (!isHalf && !/[\r\n]/.test(text)) {
      if (text !== '') this.#parts.push(text);
      this.#openLength += text.length;
      return rows;
    }
    this.#parts.push(text);
    const all = this.#parts.join('');
    let start = 0;
    for (;;) {
      const end = lineEnd(all, start);
      // A CR at the very end may be half of a CRLF.
      if (end < 0 || (all[end] === '\r' && end === all.length - 1)) break;
      const ending = all[end] === '\r' && all[end + 1] === '\n' ? '\r\n' : all.charAt(end);
      this.#take({ text: all.slice(start, end), ending }, rows);
      start = end + ending.length;
    }
    this.#parts = start < all.length ? [all.slice(start)] : [];
    this.#openLength = all.length - start;
    return rows;
  }

  end(): CsvRow[] {
    const rows: CsvRow[] = [];
    const rest = this.#parts.join('');
    const ending = rest.endsWith('\r') ? '\r' : '';
    const text = ending ? rest.slice(0, -1) : rest;
    this.#parts = [];
    this.#openLength = 0;
    if (text !== '' || ending !== '') this.#take({ text, ending }, rows);
    while (this.#pending.length > 0) this.#giveUp(rows);
    return rows;
  }

  #take(line: PhysicalLine, rows: CsvRow[]): void {
    if (this.#pending.length === 0 && !line.text.includes('"')) {
      if (line.text.trim() !== '') rows.push({ line: this.#line, cells: line.text.split(this.#delimiter) });
      this.#line++;
      return;
    }
    this.#pending.push(line);
    this.#pendingLength += line.text.length;
    // Only a quote can close what is open.
    if (this.#pending.length > 1 && !line.text.includes('"') && !this.#isTooLong()) return;
    const text = joinLines(this.#pending);
    const split = splitCells(text, this.#delimiter);
    // A quote that closes lines below in the middle of a cell is the beginning of another.
    const isAstray = split !== undefined && !split.isClean && this.#pending.length > 1;
    if (split !== undefined && !isAstray) {
      rows.push({ line: this.#line, cells: split.cells });
      this.#line += this.#pending.length;
      this.#pending = [];
      this.#pendingLength = 0;
    } else if (isAstray || this.#isTooLong()) this.#giveUp(rows);
  }

  #isTooLong(): boolean {
    return this.#pending.length > MAX_RECORD_LINES || this.#pendingLength > MAX_RECORD_LENGTH;
  }

  /** The first of the pending lines is lost, those after it are read anew. */
  #giveUp(rows: CsvRow[]): void {
    const [lost, ...others] = this.#pending as [PhysicalLine, ...PhysicalLine[]];
    rows.push({ line: this.#line, cells: [], raw: lost.text, problem: 'unterminated_quote' });
    this.#line++;
    this.#pending = [];
    this.#pendingLength = 0;
    for (const line of others) this.#take(line, rows);
  }
}

function lineEnd(text: string, from: number): number {
  const lf = text.indexOf('\n', from);
  const cr = text.indexOf('\r', from);
  if (lf < 0) return cr;
  return cr >= 0 && cr < lf ? cr : lf;
}

function joinLines(lines: readonly PhysicalLine[]): string {
  return lines.map(({ text, ending }, i) => (i < lines.length - 1 ? text + ending : text)).join('');
}

interface SplitRecord {
  cells: string[];
  /** Every quote that closes stands at the end of its cell. */
  isClean: boolean;
}

/** The cells of a record, or undefined when a quote is still open at its end. */
function splitCells(text: string, delimiter: string): SplitRecord | undefined {
  const cells: string[] = [];
  let isClean = true;
  let at = 0;
  for (;;) {
    let open = at;
    while (text[open] === ' ') open++;
    if (text[open] === '"') {
      let close = text.indexOf('"', open + 1);
      while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
      if (close < 0) return undefined;
      const end = text.indexOf(delimiter, close + 1);
      const behind = text.slice(close + 1, end < 0 ? text.length : end).trimEnd();
      if (behind !== '') isClean = false;
      cells.push(text.slice(open + 1, close).replaceAll('""', '"') + behind);
      if (end < 0) return { cells, isClean };
      at = end + 1;
    } else {
      const end = text.indexOf(delimiter, at);
      cells.push(end < 0 ? text.slice(at) : text.slice(at, end));
      if (end < 0) return { cells, isClean };
      at = end + 1;
    }
  }
}

/** A cell as CSV; empty for nothing. */
export function formatCell(cell: string | null | undefined, delimiter = ','): string {
  if (cell == null || cell === '') return '';
  return cell.includes('"') || cell.includes(delimiter) || cell.includes('\n') || cell.includes('\r')
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;
}
