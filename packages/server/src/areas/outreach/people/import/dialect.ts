import { cutText } from '../../../../kit/cut-text.ts';
import { CsvRowReader } from './csv-rows.ts';
import { isAddressHeading, isHeading } from './headings.ts';
import { ImportRefusal } from './import-refusal.ts';

/** How the file separates cells, and what its first line is. */
export interface Dialect {
  delimiter: string;
  /** Characters of a leading `sep=;` line with its line ending, which is not a row. */
  skippedCharacters: number;
  /** Rows before the first data row: the header, and any preface an export writes before it. */
  headRows: number;
  /** Physical lines before the first data row; only for files without `hasPreface`. */
  headLines: number;
  /** Whether there are rows before the header. */
  hasPreface: boolean;
  hasHeader: boolean;
  /** Unique column names; `column_3` where the header has none. */
  columns: string[];
}

const candidates = [',', ';', '\t', '|'] as const;
const SAMPLE_ROWS = 200;
/** LinkedIn writes three, reports a few more. */
const MAX_PREFACE_ROWS = 20;
/** CRM exports have up to 300. */
const MAX_COLUMNS = 2_000;
const MAX_NAME_LENGTH = 200;
export const EMAIL_LIKE = /(?:^|<)\s*[^\s@"(),:;<>[\]\\]+@[^\s@<>]+\.[^\s@.<>]{2,}\s*>?\s*$/;

/** Detects the dialect from the beginning of the text. `isWhole`: the text is the whole file. */
export function sniffDialect(text: string, isWhole: boolean, given: string | undefined): Dialect {
  const separator = /^sep=(.)\r?\n?/i.exec(text);
  const body = separator ? text.slice(separator[0].length) : text;
  const delimiter = given ?? separator?.[1] ?? bestDelimiter(body, isWhole);
  const rows = sampleRows(body, delimiter, isWhole, MAX_PREFACE_ROWS + 1);
  const headerAt = findHeader(rows.map(({ cells }) => cells));
  const first = rows[Math.max(headerAt, 0)];
  if (first === undefined) {
    throw new ImportRefusal(
      'invalid_csv',
      isWhole
        ? 'The file has no row. Send a CSV file with a header and rows.'
        : 'The first row does not end within 256 KiB: it is too long, or a quote in it stays open. Send a header, and each lead on a line.',
      'file',
    );
  }
  if (first.cells.length > MAX_COLUMNS) {
    throw new ImportRefusal(
      'invalid_csv',
      `The file has ${first.cells.length} columns, and an import takes ${MAX_COLUMNS}. Leave out those that no lead needs.`,
      'file',
    );
  }
  const hasHeader = headerAt >= 0;
  const headText = hasHeader ? first.text : '';
  return {
    delimiter,
    skippedCharacters: separator?.[0].length ?? 0,
    headRows: headerAt + 1,
    hasPreface: headerAt > 0,
    headLines: (separator ? 1 : 0) + (hasHeader ? first.line - 1 + linesOf(headText) : 0),
    hasHeader,
    columns: nameColumns(hasHeader ? first.cells : first.cells.map(() => '')),
  };
}

/**
 * Index of the header row; -1 for none. It is the first row, unless that has no lead field and a later row,
 * wider than all before it, names an address column.
 */
function findHeader(rows: readonly (readonly string[])[]): number {
  const [first = []] = rows;
  if (hasAddress(first)) return -1;
  if (first.some(isHeading)) return 0;
  let widest = first.length;
  for (const [i, cells] of rows.entries()) {
    if (hasAddress(cells)) return 0;
    if (i > 0 && cells.length > widest && cells.some(isAddressHeading)) return i;
    widest = Math.max(widest, cells.length);
  }
  return 0;
}

function hasAddress(cells: readonly string[]): boolean {
  return cells.some((cell) => EMAIL_LIKE.test(cell));
}

/** The delimiter with which most rows have the same number of cells, more than one. */
function bestDelimiter(text: string, isWhole: boolean): string {
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of candidates) {
    const widths = sampleRows(text, delimiter, isWhole, SAMPLE_ROWS).map(({ cells }) => cells.length);
    const [usual = 1, times = 0] = mostCommon(widths);
    if (usual < 2) continue;
    const same = times / widths.length;
    const score = same * same * Math.min(usual, 50) ** 0.25;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** The most frequent number (the first on a tie) and its count. */
function mostCommon(numbers: readonly number[]): [number, number] | [] {
  const counts = [...Map.groupBy(numbers, (one) => one)].map(([one, all]): [number, number] => [
    one,
    all.length,
  ]);
  return counts.toSorted(([, one], [, other]) => other - one)[0] ?? [];
}

function sampleRows(text: string, delimiter: string, isWhole: boolean, most: number) {
  const reader = new CsvRowReader(delimiter);
  const rows = reader.push(text);
  if (isWhole) rows.push(...reader.end());
  return rows.slice(0, most).map((row) => ({ ...row, text: row.cells.join(delimiter) }));
}

function linesOf(text: string): number {
  return text.split(/\r\n|\r|\n/).length;
}

function nameColumns(cells: readonly string[]): string[] {
  const names = new Set<string>();
  const repeats = new Map<string, number>();
  for (const [i, cell] of cells.entries()) {
    const name = cutText(cell.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim(), MAX_NAME_LENGTH) || `column_${i + 1}`;
    let unique = name;
    let n = repeats.get(name) ?? 2;
    for (; names.has(unique); n++) unique = `${name}_${n}`;
    repeats.set(name, n);
    names.add(unique);
  }
  return [...names];
}
