import { type Expression, type QueryExecutorProvider, sql } from 'kysely';
import type { QueryRows } from './query-rows.ts';

/** The rows of one page of a list, in order, and the length of the whole list, both from one snapshot. */
export interface ReadPage<Row> {
  rows: Row[];
  total: number;
}

/*
 * One statement sees one snapshot, so page and total agree whatever changes meanwhile. The total is on the
 * left of the join, so that a page beyond the end has one too; row numbers keep the order.
 */
const COUNT_FOLLOWS = 'select page.*, counted.page_total from (select (';
const ROWS_FOLLOW = ') as page_total) counted left join (select r.*, row_number() over () as page_row from (';
const END = ') r) page on true order by page.page_row';

/**
 * @param page `rows`: the ordered and limited select; `count`: a select of one number, with the same
 * conditions. Both share `values`.
 */
export async function queryPage<Row>(
  query: QueryRows,
  page: { rows: string; count: string },
  values: unknown[],
): Promise<ReadPage<Row>> {
  return toPage(
    await query<PageRow<Row>>(COUNT_FOLLOWS + page.count + ROWS_FOLLOW + page.rows + END, values),
  );
}

/** The same for composed statements. */
export async function selectPage<Row>(
  db: QueryExecutorProvider,
  page: { rows: Expression<Row>; count: Expression<unknown> },
): Promise<ReadPage<Row>> {
  const { rows } = await sql<PageRow<Row>>`${sql.raw(COUNT_FOLLOWS)}${page.count}${sql.raw(ROWS_FOLLOW)}${
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
