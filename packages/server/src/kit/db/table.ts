import type { Column } from './column.ts';
import type { QueryRows } from './query-rows.ts';

type Columns = Record<string, Column<unknown, boolean>>;

/**
 * The only description of a table, or of the part that a reader needs: its columns under the code's names.
 * `orgId` is the column `org_id` unless `named` otherwise. A test compares every description with the
 * database.
 */
export interface Table<C extends Columns = Columns> {
  readonly name: string;
  readonly fields: C;
  /** The select list. Rows arrive with the code's names, so nothing renames them again. */
  readonly columns: string;
  /** The select list for a table that has an alias in the statement. */
  columnsOf(shortName: string): string;
  /** The columns that inserts write, comma-separated. */
  readonly written: string;
}

/** A row as read. */
export type RowOf<T extends Table> = {
  -readonly [K in keyof T['fields']]: T['fields'][K] extends Column<infer Value, boolean> ? Value : never;
};

/** A row as written: without what the database fills in. */
export type NewRowOf<T extends Table> = Pick<RowOf<T>, WrittenField<T['fields']>>;

type WrittenField<C extends Columns> = {
  [K in keyof C]: C[K] extends Column<unknown, true> ? K : never;
}[keyof C];

export function defineTable<const C extends Columns>(name: string, fields: C): Table<C> {
  const listOf = (prefix: string) =>
    Object.entries(fields)
      .map(([field, column]) => selected(field, column, prefix))
      .join(', ');
  return {
    name,
    fields,
    columns: listOf(''),
    columnsOf: (shortName) => listOf(`${shortName}.`),
    written: writtenOf(fields)
      .map(([, column]) => `"${column}"`)
      .join(', '),
  };
}

function selected(field: string, column: Column<unknown, boolean>, prefix: string): string {
  return `${column.read(prefix, columnName(field, column))} as "${field}"`;
}

function writtenOf(fields: Columns): [field: string, column: string][] {
  return Object.entries(fields)
    .filter(([, column]) => column.isWritten)
    .map(([field, column]) => [field, columnName(field, column)]);
}

/** `firstName` becomes `first_name`. */
export function columnName(field: string, column: Column<unknown, boolean>): string {
  return column.name ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

interface InsertOptions<T extends Table, Field> {
  skipTaken?: true | readonly (keyof NewRowOf<T>)[];
  returning?: readonly Field[];
}

/**
 * Writes any number of rows in one statement and returns the `returning` fields of those written. With
 * `skipTaken`, rows that violate the unique index on these fields are skipped; with `true`, those that
 * violate any. Other violations fail.
 */
export async function insertRows<T extends Table, Field extends keyof RowOf<T> & string = never>(
  query: QueryRows,
  table: T,
  rows: readonly NewRowOf<T>[],
  { skipTaken, returning = [] }: InsertOptions<T, Field> = {},
): Promise<Pick<RowOf<T>, Field>[]> {
  if (rows.length === 0) return [];
  const conflict = conflictOf(table, skipTaken);
  const read = Object.entries(table.fields)
    .filter(([field]) => (returning as readonly string[]).includes(field))
    .map(([field, column]) => selected(field, column, ''))
    .join(', ');
  return query(
    `insert into ${table.name} (${table.written}) select ${table.written}
     from json_populate_recordset(null::${table.name}, $1::json)${conflict}${read && ` returning ${read}`}`,
    [toJson(table, rows)],
  );
}

function conflictOf<T extends Table>(table: T, skipTaken: InsertOptions<T, never>['skipTaken']): string {
  if (skipTaken === undefined) return '';
  if (skipTaken === true) return ' on conflict do nothing';
  const target = writtenOf(table.fields).filter(([field]) =>
    (skipTaken as readonly string[]).includes(field),
  );
  return ` on conflict (${target.map(([, name]) => `"${name}"`).join(', ')}) do nothing`;
}

/**
 * Rows as JSON for `json_populate_recordset(null::<table>, …)`, for statements of their own. Concatenated by
 * hand: more than twice as fast as building objects with column names.
 */
export function toJson<T extends Table>(table: T, rows: readonly NewRowOf<T>[]): string {
  const written = writtenOf(table.fields).map(([field, name]) => [field, `"${name}":`] as const);
  const texts = rows.map((row: Record<string, unknown>) => {
    let text = '';
    for (const [field, key] of written) text += (text === '' ? '{' : ',') + key + toJsonText(row[field]);
    return `${text}}`;
  });
  return `[${texts.join(',')}]`;
}

/** A JSON value that PostgreSQL accepts. A lone surrogate becomes what the driver would write for it. */
function toJsonText(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.isWellFormed() ? value : value.toWellFormed());
  if (typeof value === 'bigint') return `"${value}"`;
  if (Buffer.isBuffer(value)) return `"\\\\x${value.toString('hex')}"`;
  return JSON.stringify(value ?? null);
}
