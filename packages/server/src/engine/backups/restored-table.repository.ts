import pg from 'pg';
import { halfRestoredTable } from '../../kit/db/index.ts';
import { jobSchema, quoted, type RowTable, type SequenceValue } from './row-tables.repository.ts';

/** The name of any table in the database; undefined when it is empty. */
export async function findAnyTable(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in (current_schema(), $1) limit 1`,
    [jobSchema],
  );
  return rows[0]?.name;
}

/** Keeps services from starting on the database until the mark is removed. */
export async function markHalfRestored(client: pg.Client): Promise<void> {
  await client.query(`create table ${halfRestoredTable} ()`);
}

export async function unmarkHalfRestored(client: pg.Client): Promise<void> {
  await client.query(`drop table ${halfRestoredTable}`);
}

export async function setSequence(client: pg.Client, { schema, name, value }: SequenceValue): Promise<void> {
  await client.query('select setval($1::regclass, $2)', [quoted({ schema, name }), value]);
}

/** Updates the planner's statistics. */
export async function analyzeTables(client: pg.Client): Promise<void> {
  await client.query('analyze');
}

export interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * For this transaction: disables triggers, which already acted on these rows, and drops foreign keys, so that
 * tables may come in any order.
 */
export async function loosenTables(client: pg.Client, tables: readonly RowTable[]): Promise<ForeignKey[]> {
  for (const { name, partition } of tables) {
    if (partition === null) continue;
    const target = pg.escapeIdentifier(name);
    await client.query(
      `create table if not exists ${target} partition of ${pg.escapeIdentifier(partition.of)} ${partition.bounds}`,
    );
  }
  const { rows: foreignKeys } = await client.query<ForeignKey>(
    `select c.conrelid::regclass::text as "table", quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_namespace n on n.oid = c.connamespace
     where c.contype = 'f' and c.conparentid = 0 and n.nspname in (current_schema(), $1)`,
    [jobSchema],
  );
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${table} drop constraint ${name}`);
  for (const table of await allTables(client))
    await client.query(`alter table ${table} disable trigger user`);
  // The backup also contains what the migrations filled in.
  await client.query(`truncate ${tables.map(quoted).join(', ')}`);
  return foreignKeys;
}

export async function tightenTables(client: pg.Client, foreignKeys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  for (const table of await allTables(client)) await client.query(`alter table ${table} enable trigger user`);
}

async function allTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in (current_schema(), $1)`,
    [jobSchema],
  );
  return rows.map(({ name }) => name);
}
