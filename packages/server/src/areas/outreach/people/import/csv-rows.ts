import { required } from '../../../../kit/required.ts';

/** A record of a file, or a line that could not be parsed. */
export interface CsvRow {
  /** Number of its first physical line, from 1. */
  line: number;
  cells: string[];
  /** The original text; only when there is a problem. */
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
 * Parses CSV as spreadsheets write it, and continues where a strict parser gives up: quotes inside an
 * unquoted cell are literal, an unclosed quote costs only its own line, and any line ending ends a line.
 * Empty lines are skipped. Feed it text as it arrives: time is linear whatever the content.
 */
export class CsvRowReader {
  readonly #delimiter: string;
  /** The line whose end has not arrived yet. */
  #parts: string[] = [];
  #openLength = 0;
  /** The line the next record starts on, and those after it. */
  #lines: PhysicalLine[] = [];
  #first = 0;
  /**
   * The first line after `#first` that closes a quote open at its start. This does not depend on which quote
   * that is, so each line is examined once, however many records are given up.
   */
  #stop = 0;
  /** Characters of the lines from `#first` up to `#stop`, exclusive. */
  #length = 0;
  #line = 1;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Length of the line whose end has not arrived yet. */
  get openLength(): number {
    return this.#openLength;
  }

  push(text: string): CsvRow[] {
    const rows: CsvRow[] = [];
    // Searches only new text: a line may span many chunks.
    const isHalf = this.#parts.at(-1)?.endsWith('\r') ?? false;
    if (!isHalf && !/[\r\n]/.test(text)) {
      if (text !== '') this.#parts.push(text);
      this.#openLength += text.length;
      return rows;
    }
    this.#parts.push(text);
    const all = this.#parts.join('');
    let start = 0;
    for (const end of lineEnds(all)) {
      // A CR at the very end may be half of a CRLF.
      if (all[end] === '\r' && end === all.length - 1) break;
      const ending = all[end] === '\r' && all[end + 1] === '\n' ? '\r\n' : all.charAt(end);
      this.#lines.push({ text: all.slice(start, end), ending });
      start = end + ending.length;
    }
    this.#takeAll(rows, false);
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
    if (text !== '' || ending !== '') this.#lines.push({ text, ending });
    this.#takeAll(rows, true);
    return rows;
  }

  #takeAll(rows: CsvRow[], isEnd: boolean): void {
    while (this.#first < this.#lines.length && this.#takeRecord(rows, isEnd)) {}
    this.#lines = this.#lines.slice(this.#first);
    this.#stop -= this.#first;
    this.#first = 0;
  }

  /** False when lines yet to come decide what the next record is. */
  #takeRecord(rows: CsvRow[], isEnd: boolean): boolean {
    const { text } = required(this.#lines[this.#first], 'the line');
    const cells = text.includes('"') ? splitCells(text, this.#delimiter)?.cells : text.split(this.#delimiter);
    if (cells !== undefined) {
      if (text.includes('"') || text.trim() !== '') rows.push({ line: this.#line, cells });
      this.#drop(1);
      return true;
    }
    this.#findStop();
    const count = this.#stop - this.#first;
    if (count <= MAX_RECORD_LINES && this.#length <= MAX_RECORD_LENGTH) {
      if (this.#stop === this.#lines.length && !isEnd) return false;
      const record = this.#lines.slice(this.#first, this.#stop + 1);
      const split = splitCells(joinLines(record), this.#delimiter);
      if (split?.isClean === true) {
        rows.push({ line: this.#line, cells: split.cells });
        this.#drop(record.length);
        return true;
      }
    }
    // The line is lost, and those after it are parsed again.
    rows.push({ line: this.#line, cells: [], raw: text, problem: 'unterminated_quote' });
    this.#drop(1);
    return true;
  }

  #findStop(): void {
    if (this.#stop <= this.#first) {
      this.#stop = this.#first;
      this.#length = 0;
    }
    while (this.#stop < this.#lines.length) {
      const { text } = required(this.#lines[this.#stop], 'the line');
      if (this.#stop > this.#first && !staysOpen(text, this.#delimiter)) return;
      this.#length += text.length;
      this.#stop++;
    }
  }

  #drop(count: number): void {
    for (let i = this.#first; i < Math.min(this.#first + count, this.#stop); i++) {
      this.#length -= required(this.#lines[i], 'the line').text.length;
    }
    this.#first += count;
    this.#line += count;
  }
}

/** Line ends: each LF, CR or CRLF. */
function* lineEnds(text: string): Generator<number> {
  let lf = text.indexOf('\n');
  let cr = text.indexOf('\r');
  while (lf >= 0 || cr >= 0) {
    if (cr < 0 || (lf >= 0 && lf < cr)) {
      yield lf;
      lf = text.indexOf('\n', lf + 1);
      continue;
    }
    yield cr;
    if (lf === cr + 1) lf = text.indexOf('\n', lf + 1);
    cr = text.indexOf('\r', cr + 1);
  }
}

function joinLines(lines: readonly PhysicalLine[]): string {
  return lines.map(({ text, ending }, i) => (i < lines.length - 1 ? text + ending : text)).join('');
}

interface SplitRecord {
  cells: string[];
  /** Whether every closing quote is at the end of its cell. */
  isClean: boolean;
}

/** Whether a quote open at the line's start, or a later one, is still open at its end. */
function staysOpen(text: string, delimiter: string): boolean {
  const split = text.includes('"') ? splitCells(`"${text}`, delimiter, true) : undefined;
  return split === undefined;
}

/**
 * The cells of a record, or undefined when a quote is still open at its end. With `endsAstray` it ends at a
 * quote that closes mid-cell.
 */
function splitCells(text: string, delimiter: string, endsAstray = false): SplitRecord | undefined {
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
      if (end < 0 || (endsAstray && !isClean)) return { cells, isClean };
      at = end + 1;
    } else {
      const end = text.indexOf(delimiter, at);
      cells.push(end < 0 ? text.slice(at) : text.slice(at, end));
      if (end < 0) return { cells, isClean };
      at = end + 1;
    }
  }
}

/** A cell as CSV; null becomes empty. */
export function formatCell(cell: string | null | undefined, delimiter = ','): string {
  if (cell == null || cell === '') return '';
  return cell.includes('"') || cell.includes(delimiter) || cell.includes('\n') || cell.includes('\r')
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;
}
