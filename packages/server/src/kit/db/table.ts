import type { Column } from './column.ts';
import type { QueryRows } from './query-rows.ts';

type Columns = Record<string, Column<unknown, boolean>>;

/**
 * The one description of a table, or of the part of one that a reader needs: its columns under the names that the code
 * gives them. `orgId` is the column `org_id` unless it is `named` otherwise. A test compares all of them with the
 * database.
 */
export interface Table<C extends Columns = Columns> {
  readonly name: string;
  readonly fields: C;
  /** The select list. Rows come out of the database as the code knows them, and no one renames them again. */
  readonly columns: string;
  /** The select list of a table that has a short name in the statement. */
  columnsOf(shortName: string): string;
}

/** A row as it is read. */
export type RowOf<T extends Table> = {
  [K in keyof T['fields']]: T['fields'][K] extends Column<infer Value, boolean> ? Value : never;
};

/** A row as it is written: without what the database fills in. */
export type NewRowOf<T extends Table> = Pick<RowOf<T>, WrittenField<T['fields']>>;

type WrittenField<C extends Columns> = {
  [K in keyof C]: C[K] extends Column<unknown, true> ? K : never;
}[keyof C];

const inserts = new WeakMap<Table, { text: string; written: [field: string, column: string][] }>();

export function defineTable<const C extends Columns>(name: string, fields: C): Table<C> {
  const listOf = (prefix: string) =>
    Object.entries(fields)
      .map(([field, column]) => `${column.read(prefix, columnName(field, column))} as "${field}"`)
      .join(', ');
  const table: Table<C> = {
    name,
    fields,
    columns: listOf(''),
    columnsOf: (shortName) => listOf(`${shortName}.`),
  };
  const written = Object.entries(fields)
    .filter(([, column]) => column.isWritten)
    .map(([field, column]): [string, string] => [field, columnName(field, column)]);
  const list = written.map(([, column]) => `"${column}"`).join(', ');
  const text = `insert into ${name} (${list}) select ${list} from json_populate_recordset(null::${name}, $1::json)`;
  inserts.set(table, { text, written });
  return table;
}

/** `firstName` is `first_name` in the database. */
export function columnName(field: string, column: Column<unknown, boolean>): string {
  return column.name ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Writes rows in one statement, whatever their number.
 * @param end What follows, such as `on conflict do nothing returning id`; its rows are the answer.
 */
export async function insertRows<Returned, T extends Table = Table>(
  query: QueryRows,
  table: T,
  rows: readonly NewRowOf<T>[],
  end = '',
): Promise<Returned[]> {
  if (rows.length === 0) return [];
  return query<Returned>(`${inserts.get(table)!.text} ${end}`, [toJson(table, rows)]);
}

function toJson<T extends Table>(table: T, rows: readonly NewRowOf<T>[]): string {
  const { written } = inserts.get(table)!;
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        written.map(([field, column]) => [column, toJsonValue((row as Record<string, unknown>)[field])]),
      ),
    ),
  );
}

/** As PostgreSQL reads it from JSON. */
function toJsonValue(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return typeof value === 'bigint' ? String(value) : value;
}
