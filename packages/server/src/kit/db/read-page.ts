import { type Expression, type QueryExecutorProvider, sql } from 'kysely';
import type { QueryRows } from './query-rows.ts';

/**
 * The rows of one page of a list, in order, and the length of the whole list, both from one snapshot. What is counted row
 * by row is counted up to `countedUpTo` the page, and a total that reaches it may be longer.
 */
export interface ReadPage<Row> {
  rows: Row[];
  total: number;
}

export interface PagePlace {
  limit: number;
  offset: number;
}

/** How many rows behind a page are counted, about a tenth of a second: beyond, a page must not cost what there is. */
export const MAX_COUNTED = 1_000_000;

/** A total that was counted row by row and is as long as this is a minimum. */
export function countedUpTo({ limit, offset }: PagePlace): number {
  return offset + limit + MAX_COUNTED;
}

/**
 * The total: `count` is a select of one number, for what is counted anyway or always short; `matching` selects one column of the
 * rows to count.
 */
type Counted<Text> = { count: Text } | { matching: Text; page: PagePlace };

/*
 * One statement sees one snapshot, so page and total agree whatever changes meanwhile. The total is on the
 * left of the join, so that a page beyond the end has one too; row numbers keep the order.
 */
const COUNT_FOLLOWS = 'select page.*, counted.page_total from (select (';
const ROWS_FOLLOW = ') as page_total) counted left join (select r.*, row_number() over () as page_row from (';
const END = ') r) page on true order by page.page_row';

/** The total has the same conditions as `rows`, the ordered and limited select. Both share `values`. */
export async function queryPage<Row>(
  query: QueryRows,
  page: { rows: string } & Counted<string>,
  values: unknown[],
): Promise<ReadPage<Row>> {
  const isCut = 'matching' in page;
  const count = isCut
    ? `select count(*) from (${page.matching} limit $${values.length + 1}) matching`
    : page.count;
  return toPage(
    await query<PageRow<Row>>(
      COUNT_FOLLOWS + count + ROWS_FOLLOW + page.rows + END,
      isCut ? [...values, countedUpTo(page.page)] : values,
    ),
  );
}

/** The same for composed statements. */
export async function selectPage<Row>(
  db: QueryExecutorProvider,
  page: { rows: Expression<Row> } & Counted<Expression<unknown>>,
): Promise<ReadPage<Row>> {
  const count =
    'matching' in page
      ? sql`select count(*) from (${sql`${page.matching}`} limit ${countedUpTo(page.page)}) matching`
      : page.count;
  const { rows } = await sql<PageRow<Row>>`${sql.raw(COUNT_FOLLOWS)}${count}${sql.raw(ROWS_FOLLOW)}${
    page.rows
  }${sql.raw(END)}`.execute(db);
  return toPage(rows);
}

/** `page_row` is null in the single row of an empty page. */
type PageRow<Row> = Row & { page_row: number | null; page_total: number };

function toPage<Row>(found: PageRow<Row>[]): ReadPage<Row> {
  const rows: Row[] = [];
  let total = 0;
  for (const { page_row, page_total, ...row } of found) {
    total = page_total;
    if (page_row !== null) rows.push(row as Row);
  }
  return { rows, total };
}
