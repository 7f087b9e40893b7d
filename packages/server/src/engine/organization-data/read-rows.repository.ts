import pg from 'pg';
import type { QueryRows } from '../../kit/db/index.ts';
import { batchOf } from './organization-table.ts';
import { keyList, keyTexts, nextKeys, type StoredTable, shownColumns } from './stored-table.repository.ts';

/** An organization's rows in a table as lines of JSON, in batches. */
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
  // In JSON, a raw line break occurs only between values: inside strings it is escaped.
  return `select translate(row_to_json(x)::text, e'\\n\\r', '  ') as line, ${keyTexts(table, 'r')} as place
    from ${pg.escapeIdentifier(table.name)} r cross join lateral (select ${shownColumns(table, 'r')}) x
    where (${keyList(table, 'r')}) in (${nextKeys(table, isFirst)})
    order by ${keyList(table, 'r')}`;
}
