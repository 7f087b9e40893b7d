import pg from 'pg';
import type { QueryRows } from '../../kit/db/index.ts';
import { batchOf } from './organization-table.ts';
import { keyList, keyTexts, nextKeys, type StoredTable, shownColumns } from './stored-table.repository.ts';

/** The rows of an organization in a table as lines of JSON, some at a time. */
export async function* readRows(
  query: QueryRows,
  table: StoredTable,
  orgId: string,
): AsyncGenerator<string[]> {
  const most = batchOf(table);
  for (let after: string[] = [], isFirst = true; ; isFirst = false) {
    const values = [orgId, most, ...after];
    const rows = await query<{ line: string; place: string[] }>(batchAfter(table, isFirst), values);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    const last = rows.at(-1);
    if (last === undefined || rows.length < most) return;
    after = last.place;
  }
}

function batchAfter(table: StoredTable, isFirst: boolean): string {
  // A line end in JSON stands between values: inside of a text it is escaped.
  return `select translate(row_to_json(x)::text, e'\\n\\r', '  ') as line, ${keyTexts(table, 'r')} as place
    from ${pg.escapeIdentifier(table.name)} r cross join lateral (select ${shownColumns(table, 'r')}) x
    where (${keyList(table, 'r')}) in (${nextKeys(table, isFirst)})
    order by ${keyList(table, 'r')}`;
}
