import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { QueryRows } from '../../../../kit/db/index.ts';
import { stagingTables } from './staging.ts';

/** Creates the table for a file's rows, replacing any earlier one. */
export async function createRows(
  client: pg.Client,
  importId: string,
  columns: readonly string[],
): Promise<void> {
  await client.query(dropText(importId));
  const cells = columns.map((name) => `${name} ${name === 'cells' ? 'text[]' : 'text'}`).join(', ');
  await client.query(`create unlogged table ${stagingTables(importId).rows} (
    n bigint generated always as identity (cache 1000), line bigint, problem text, raw text, ${cells}
  ) with (autovacuum_enabled = off)`);
}

/** Copies the file into these columns; `options` are COPY options for CSV. */
export function copyInto(client: pg.Client, importId: string, columns: readonly string[], options: string) {
  const into = `${stagingTables(importId).rows} (${columns.join(', ')})`;
  return client.query(
    copyFrom(`copy ${into} from stdin (format csv, ${options})`, { highWaterMark: 262_144 }),
  );
}

/** Unlogged tables are empty after a database crash, and may be missing. */
export async function hasStagedRows(client: pg.Client, importId: string): Promise<'no table' | boolean> {
  const { keys } = stagingTables(importId);
  const { rows: tables } = await client.query('select from pg_class where oid = to_regclass($1)', [keys]);
  if (tables.length === 0) return 'no table';
  const { rows } = await client.query(`select from ${keys} limit 1`);
  return rows.length > 0;
}

export async function dropStaging(query: QueryRows, importId: string): Promise<void> {
  await query(dropText(importId));
}

/** Hex ids of imports with staging tables. */
export async function stagedImports(query: QueryRows): Promise<string[]> {
  const rows = await query<{ hex: string | null }>(
    `select distinct substring(tablename from '[0-9a-f]{32}$') as hex from pg_tables where schemaname = 'lead_staging'`,
  );
  return rows.flatMap(({ hex }) => hex ?? []);
}

function dropText(importId: string): string {
  return `drop table if exists ${Object.values(stagingTables(importId)).join(', ')}`;
}
