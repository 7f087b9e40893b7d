import { CsvRowReader } from './csv-rows.ts';
import { ImportRefusal } from './import-refusal.ts';

/** How the file separates cells, and what its first line is. */
export interface Dialect {
  delimiter: string;
  /** Characters of a first line `sep=;` with its ending, which is no row. */
  skippedCharacters: number;
  /** Physical lines before the first row of data. */
  headLines: number;
  hasHeader: boolean;
  /** Names of the columns, each once; `column_3` where the header has none. */
  columns: string[];
}

const candidates = [',', ';', '\t', '|'] as const;
const SAMPLE_ROWS = 200;
/** Exports of CRMs have up to 300. */
const MAX_COLUMNS = 2_000;
const MAX_NAME_LENGTH = 200;
export const EMAIL_LIKE = /(?:^|<)\s*[^\s@"(),:;<>[\]\\]+@[^\s@<>]+\.[^\s@.<>]{2,}\s*>?\s*$/;

/** Reads the dialect off the beginning of the text. `isWhole`: the text is the whole file. */
export function sniffDialect(text: string, isWhole: boolean, given: string | undefined): Dialect {
  const separator = /^sep=(.)\r?\n?/i.exec(text);
  const body = separator ? text.slice(separator[0].length) : text;
  const delimiter = given ?? separator?.[1] ?? bestDelimiter(body, isWhole);
  const [first] = sampleRows(body, delimiter, isWhole, 1);
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
  const hasHeader = !first.cells.some((cell) => EMAIL_LIKE.test(cell));
  const headText = hasHeader ? first.text : '';
  return {
    delimiter,
    skippedCharacters: separator?.[0].length ?? 0,
    headLines: (separator ? 1 : 0) + (hasHeader ? first.line - 1 + linesOf(headText) : 0),
    hasHeader,
    columns: nameColumns(hasHeader ? first.cells : first.cells.map(() => '')),
  };
}

/** The one under which most rows have the same number of cells, more than one. */
function bestDelimiter(text: string, isWhole: boolean): string {
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of candidates) {
    const widths = sampleRows(text, delimiter, isWhole, SAMPLE_ROWS).map(({ cells }) => cells.length);
    const [first = 1] = widths;
    if (first < 2) continue;
    const same = widths.filter((width) => width === first).length / widths.length;
    const score = same * same * Math.min(first, 50) ** 0.25;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
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
    const name =
      cell
        .replaceAll(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, MAX_NAME_LENGTH) || `column_${i + 1}`;
    let unique = name;
    let n = repeats.get(name) ?? 2;
    for (; names.has(unique); n++) unique = `${name}_${n}`;
    repeats.set(name, n);
    names.add(unique);
  }
  return [...names];
}
