import type { ClientBase } from 'pg';
import pg from 'pg';
import {
  type CopyStreamQuery,
  type CopyToStreamQuery,
  from as copyFrom,
  to as copyTo,
} from 'pg-copy-streams';
import { only } from '../../kit/db/index.ts';

/** A table whose rows are backed up. */
export interface RowTable {
  schema: string;
  name: string;
  /** Stored columns; generated ones are computed from them. */
  columns: string[];
  /** For a partition: its parent table, and the bounds as PostgreSQL writes them. */
  partition: { of: string; bounds: string } | null;
}

export const jobSchema = 'graphile_worker';

/** Tables that the migrations themselves fill. */
const own = ['migrations'];

/**
 * The tables of the service and of its job library. The service's schema is that of the connection, whatever
 * its name. Leaves out tables staged by an import in progress.
 */
export async function listTables(client: ClientBase): Promise<RowTable[]> {
  const { rows } = await client.query<RowTable>(
    `select case when n.nspname = current_schema() then '' else n.nspname end as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       (select json_build_object('of', p.relname, 'bounds', pg_get_expr(c.relpartbound, c.oid))
        from pg_inherits i join pg_class p on p.oid = i.inhparent
        where i.inhrelid = c.oid and c.relispartition) as partition
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in (current_schema(), $1) and c.relname <> all($2)
     order by 1, 2`,
    [jobSchema, own],
  );
  return rows;
}

export interface SequenceValue {
  schema: string;
  name: string;
  value: string;
}

/** Sequences that have been used, and their values. */
export async function listSequences(client: ClientBase): Promise<SequenceValue[]> {
  const { rows } = await client.query<SequenceValue>(
    `select case when schemaname = current_schema() then '' else schemaname end as schema, sequencename as name,
       last_value::text as value
     from pg_sequences where schemaname in (current_schema(), $1) and last_value is not null`,
    [jobSchema],
  );
  return rows;
}

/** Quoted for use in a statement. */
export function quoted({ schema, name }: { schema: string; name: string }): string {
  const table = pg.escapeIdentifier(name);
  return schema === '' ? table : `${pg.escapeIdentifier(schema)}.${table}`;
}

/** Version of the job library's schema. */
export async function readJobVersion(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `select max(id)::int as id from ${jobSchema}.migrations`,
  );
  return rows[0]?.id ?? 0;
}

/**
 * When the rows are read, and by which server; as the transaction's first statement, it fixes the snapshot.
 */
export async function readDatabase(
  client: ClientBase,
): Promise<{ now: Date; version: string; migrations: string[] }> {
  const { rows } = await client.query<{ now: Date; version: string }>(
    `select clock_timestamp() as now, current_setting('server_version') as version`,
  );
  const { rows: migrations } = await client.query<{ name: string }>(
    'select name from migrations order by name',
  );
  return { ...only(rows), migrations: migrations.map(({ name }) => name) };
}

/** The rows of a table in COPY format. */
export function copyOut(client: ClientBase, table: RowTable): CopyToStreamQuery {
  return client.query(copyTo(`copy ${quoted(table)} (${columnList(table)}) to stdout`));
}

/** Accepts the output of `copyOut`. */
export function copyIn(client: ClientBase, table: RowTable): CopyStreamQuery {
  return client.query(copyFrom(`copy ${quoted(table)} (${columnList(table)}) from stdin`));
}

function columnList({ columns }: RowTable): string {
  return columns.map(pg.escapeIdentifier).join(', ');
}
