import stringWidth from 'string-width';
import { formatTime } from './format-time.ts';
import { cleanLine, isForProgram, note, type OutputOptions, print, type Style, styled } from './print.ts';

export interface Column<Item> {
  header: string;
  value(item: Item): string | number | null | undefined;
  style?(item: Item): Style | undefined;
  /** A timestamp: on a terminal shown as time ago, elsewhere exactly. */
  isTime?: boolean;
  /** May be shortened on a narrow terminal. Values that users copy, such as ids, never are. */
  shrinks?: boolean;
  /** Left out if the columns that can be shortened would become unreadable; the last such column first. */
  isExtra?: boolean;
}

const GAP = '  ';
const MIN_WIDTH = 8;
/** Minimum width of a column that can be shortened, as long as another column can be left out instead. */
const READABLE_WIDTH = 18;
/** Number of rows from which the widths are computed. */
const MEASURED = 100;

/**
 * Prints a list: on a terminal as a table that fits it, elsewhere with tabs and without headers, for `cut` and `awk`;
 * as JSON with one line for each item.
 */
export async function printList<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  columns: readonly Column<Item>[],
  { limit = Number.POSITIVE_INFINITY, empty, ...output }: OutputOptions & { limit?: number; empty: string },
): Promise<void> {
  const table = new Table(columns);
  let count = 0;
  let hasMore = false;
  for await (const item of items) {
    hasMore = count === limit;
    if (hasMore) break;
    count += 1;
    if (isForProgram(output)) await print(output, item, '');
    else table.add(item);
  }
  if (isForProgram(output)) return;
  table.end();
  if (count === 0) note(empty);
  else if (hasMore) note(`These are the first ${count}. For more: --limit <n>, or --all.`);
}

class Table<Item> {
  #columns: readonly Column<Item>[];
  #held: Item[] = [];
  #widths: number[] | undefined;

  constructor(columns: readonly Column<Item>[]) {
    this.#columns = columns;
  }

  add(item: Item): void {
    if (!process.stdout.isTTY) process.stdout.write(`${formatTabbed(item, this.#columns)}\n`);
    else if (this.#held.push(item) >= MEASURED) this.#flush();
  }

  end(): void {
    this.#flush();
  }

  #flush(): void {
    const held = this.#held;
    this.#held = [];
    if (held.length === 0) return;
    const cellsOf = () => held.map((item) => this.#columns.map((column) => cellOf(item, column, Date.now())));
    const isFirst = this.#widths === undefined;
    const terminalWidth = process.stdout.columns || 80;
    if (isFirst) this.#columns = readableColumns(cellsOf(), this.#columns, terminalWidth);
    const cells = cellsOf();
    this.#widths ??= fitWidths(cells, this.#columns, terminalWidth);
    const widths = this.#widths;
    const headers = this.#columns.map(({ header }) => header);
    const lines = cells.map((row, i) =>
      formatRow(row, widths, (text, c) => {
        const style = this.#columns[c]?.style?.(held[i] as Item);
        return style === undefined ? text : styled(style, text);
      }),
    );
    if (isFirst) lines.unshift(formatRow(headers, widths, (text) => styled('bold', text)));
    process.stdout.write(`${lines.join('\n')}\n`);
  }
}

function formatTabbed<Item>(item: Item, columns: readonly Column<Item>[]): string {
  return columns.map((column) => cellOf(item, column, undefined)).join('\t');
}

/** `now` in ms: with it, times are printed as time ago. */
function cellOf<Item>(item: Item, { value, isTime }: Column<Item>, now: number | undefined): string {
  const text = value(item) ?? '';
  return cleanLine(isTime && text !== '' ? formatTime(String(text), now) : String(text));
}

/**
 * The columns that fit on a terminal: extra columns are left out, the last one first, before others become unreadable.
 */
export function readableColumns<One extends { header: string; shrinks?: boolean; isExtra?: boolean }>(
  cells: readonly string[][],
  columns: readonly One[],
  terminalWidth: number,
): One[] {
  const least = columns.map(({ header, shrinks }, c) => {
    const width = Math.max(stringWidth(header), ...cells.map((row) => stringWidth(row[c] ?? '')));
    return shrinks ? Math.min(width, READABLE_WIDTH) : width;
  });
  const kept = columns.map((_, c) => c);
  const total = () => kept.reduce((sum, c) => sum + (least[c] ?? 0), GAP.length * (kept.length - 1));
  while (total() > terminalWidth) {
    const extra = kept.findLastIndex((c) => columns[c]?.isExtra);
    if (extra < 0) break;
    kept.splice(extra, 1);
  }
  return columns.filter((_, c) => kept.includes(c));
}

/**
 * The width of each column is that of its widest cell; on a narrow terminal, the widest columns that can be shortened
 * are.
 */
export function fitWidths(
  cells: readonly string[][],
  columns: readonly { header: string; shrinks?: boolean }[],
  terminalWidth: number,
): number[] {
  const widths = columns.map(({ header }, c) =>
    Math.max(stringWidth(header), ...cells.map((row) => stringWidth(row[c] ?? ''))),
  );
  const gaps = GAP.length * (columns.length - 1);
  const total = () => widths.reduce((sum, width) => sum + width, gaps);
  while (total() > terminalWidth) {
    const shrinkable = columns.flatMap(({ shrinks, header }, c) =>
      shrinks && (widths[c] ?? 0) > Math.max(MIN_WIDTH, header.length) ? [c] : [],
    );
    const widest = shrinkable.toSorted((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))[0];
    if (widest === undefined) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

export function formatRow(
  row: readonly string[],
  widths: readonly number[],
  paint: (text: string, column: number) => string,
): string {
  const cells = row.map((text, c) => {
    const width = widths[c] ?? 0;
    const cut = truncate(text, width);
    const isLast = c === row.length - 1;
    return paint(cut, c) + (isLast ? '' : ' '.repeat(Math.max(0, width - stringWidth(cut))));
  });
  return cells.join(GAP).trimEnd();
}

/** By width on the screen: a Chinese character takes two columns, an accent none. */
function truncate(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += stringWidth(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
