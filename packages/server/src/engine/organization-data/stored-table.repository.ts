import pg from 'pg';
import type { QueryRows } from '../../kit/db/index.ts';
import { required } from '../../kit/required.ts';
import type { OrganizationTable } from './organization-table.ts';

/** A table with its actual columns in the database. */
export interface StoredTable extends OrganizationTable {
  /** Columns in order. */
  columns: string[];
  /** The columns that give the reading order, with their types. */
  keyColumns: { name: string; type: string }[];
}

/** The tables as they are in the database, in the order given. */
export async function readStoredTables(
  query: QueryRows,
  tables: readonly OrganizationTable[],
): Promise<StoredTable[]> {
  const rows = await query<{ name: string; columns: string[]; types: string[]; primaryKey: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
       array_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum) as types,
       array(select k.attname::text
         from pg_index i, unnest(i.indkey) with ordinality as p(column_number, place), pg_attribute k
         where i.indrelid = c.oid and i.indisprimary and k.attrelid = c.oid and k.attnum = p.column_number
         order by p.place) as "primaryKey"
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relname = any($1) and a.attnum > 0
       and not a.attisdropped
     group by c.oid, c.relname`,
    [tables.map(({ name }) => name)],
  );
  const byName = new Map(rows.map((row) => [row.name, row]));
  return tables.map((table) => {
    const { columns, types, primaryKey } = required(byName.get(table.name), `the table ${table.name}`);
    const keyColumns = (table.key ?? primaryKey).map((name) => ({
      name,
      type: required(types[columns.indexOf(name)], `the column ${name} of ${table.name}`),
    }));
    return { ...table, columns, keyColumns };
  });
}

const quoted = pg.escapeIdentifier;

/**
 * Selects the keys of an organization's next rows, in order. `$1` is the organization and `$2` the number of
 * rows; from `$3` on follows the previous row's key, as text, except for the first batch.
 */
export function nextKeys(table: StoredTable, isFirst: boolean): string {
  const { name, through, keyColumns } = table;
  const keys = keyList(table, 't');
  const owned =
    through === undefined
      ? 't.org_id = $1'
      : `t.${quoted(through.column)} in (select o.id from ${quoted(through.table)} o where o.org_id = $1)`;
  const after = keyColumns.map(({ type }, i) => `$${i + 3}::text::${type}`).join(', ');
  const later = isFirst ? '' : ` and (${keys}) > (${after})`;
  return `select ${keys} from ${quoted(name)} t where ${owned}${later} order by ${keys} limit $2`;
}

/** The key columns, comma-separated. */
export function keyList({ keyColumns }: StoredTable, shortName: string): string {
  return keyColumns.map(({ name }) => `${shortName}.${quoted(name)}`).join(', ');
}

/** The key as an array of texts that parse back to the same values. */
export function keyTexts({ keyColumns }: StoredTable, shortName: string): string {
  return `array[${keyColumns.map(({ name }) => `${shortName}.${quoted(name)}::text`).join(', ')}]`;
}

/** The columns that may be exported, comma-separated. */
export function shownColumns({ columns, withheld }: StoredTable, shortName: string): string {
  const shown = columns.filter((column) => !withheld.includes(column));
  return shown.map((column) => `${shortName}.${quoted(column)}`).join(', ');
}
