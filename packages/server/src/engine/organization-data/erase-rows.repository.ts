import pg from 'pg';
import type { QueryRows } from '../../kit/db/index.ts';
import { keyList, keyTexts, nextKeys, type StoredTable } from './stored-table.repository.ts';

/** Rows per batch; they are deleted without being read. */
const AT_ONCE = 1_000;

/** Runs each batch in its own transaction, together with the record of its progress. */
export type InBatch = <T>(work: (query: QueryRows) => Promise<T>) => Promise<T>;

/**
 * Deletes an organization's rows from a table in batches, reporting each one in its transaction. Returns the
 * total.
 */
export async function eraseRows(
  inBatch: InBatch,
  { table, orgId }: { table: StoredTable; orgId: string },
  note: (query: QueryRows, rows: number) => Promise<void>,
): Promise<number> {
  let total = 0;
  for (let after: string[] = [], isFirst = true; ; isFirst = false) {
    const gone = await inBatch(async (query) => {
      const rows = await query<{ place: string[] }>(deleteAfter(table, isFirst), [orgId, AT_ONCE, ...after]);
      if (rows.length > 0) await note(query, rows.length);
      return rows;
    });
    total += gone.length;
    const last = gone.at(-1);
    if (last === undefined || gone.length < AT_ONCE) return total;
    after = last.place;
  }
}

function deleteAfter(table: StoredTable, isFirst: boolean): string {
  const owned = table.through === undefined ? 'r.org_id = $1 and ' : '';
  return `with gone as (
      delete from ${pg.escapeIdentifier(table.name)} r where ${owned}(${keyList(table, 'r')}) in (${nextKeys(table, isFirst)})
      returning ${keyList(table, 'r')}
    ) select ${keyTexts(table, 'g')} as place from gone g order by ${keyList(table, 'g')}`;
}
