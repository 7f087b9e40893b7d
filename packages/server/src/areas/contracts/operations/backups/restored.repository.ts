import type pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import type { Backup } from './backup.repository.ts';
import { type BackupTable, backupTables } from './backup-tables.ts';
import type { Restore } from './restore.repository.ts';

/** Columns with other values in a copy than in the original: nothing in a copy is watched, run or sent. */
const COPIED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  transactions: { live: 'false' },
  alert_rules: { live: 'false' },
  ingestion_jobs: { live: 'false' },
};

/** Starts a restore's transaction, with a temporary table for the records of files and journal. */
export async function beginRestore(client: pg.Client): Promise<void> {
  await client.query('begin');
  await client.query(
    'create temporary table restored (seq bigint, table_name text, is_deleted boolean, record text) on commit drop',
  );
}

/** Receives the body of a backup file. */
export function loadRecords(): CopyStreamQuery {
  return copyFrom('copy restored (seq, table_name, is_deleted, record) from stdin');
}

export async function completeRestore(
  client: pg.Client,
  restore: Restore,
  restored: Record<string, number>,
  at: Date,
): Promise<void> {
  await client.query(
    `update restores set status = 'completed', restored = $1, integrity = $2, completed_at = $3
     where org_id = $4 and environment = $5 and id = $6`,
    [
      JSON.stringify(restored),
      restore.verifyIntegrity ? 'verified' : null,
      at,
      restore.orgId,
      restore.environment,
      restore.id,
    ],
  );
}

/**
 * Whether any record does not belong to the backup's environment: the file is forged, or of a newer version.
 */
export async function hasStrangers(client: pg.Client, { orgId, environment }: Restore): Promise<boolean> {
  const { rows } = await client.query(
    `select from restored, lateral (select case when table_name = any($1) then ${WITHOUT_NUL} end::json as own) r
     where own is null or own ->> 'org_id' is distinct from $2 or own ->> 'environment' is distinct from $3 limit 1`,
    [backupTables.map(({ name }) => name), orgId, environment],
  );
  return rows.length > 0;
}

/** Changes of transactions that the backup does not include and that had committed by then. */
export async function loadChanges(client: pg.Client, full: Backup, point: Date): Promise<void> {
  await client.query(
    `insert into restored (seq, table_name, is_deleted, record)
     select c.seq, c.table_name, c.is_deleted, c.record from backup_changes c
     join (
       select xid from backup_changes
       where org_id = $1 and environment = $2 and at >= $3::timestamptz - interval '1 hour'
         and not pg_visible_in_snapshot(xid, $4::pg_snapshot)
       group by xid having max(at) <= $5
     ) done on done.xid = c.xid
     where c.org_id = $1 and c.environment = $2 and c.at >= $3::timestamptz - interval '1 hour'`,
    [full.orgId, full.environment, full.snapshotAt, full.snapshot, point],
  );
}

/**
 * Writes the last state of each record to the target environment, replacing its data. Returns rows by table.
 * The target's pending transactions stay: without its record, a transaction would never be sent again, and
 * all later ones of its account would wait for its nonce.
 */
export async function replaceEnvironment(
  client: pg.Client,
  restore: Restore,
): Promise<Record<string, number>> {
  const target = [restore.orgId, restore.targetEnvironment];
  for (const { name } of backupTables.toReversed()) {
    const kept = name === 'transactions' ? 'and not live' : '';
    await client.query(`delete from ${name} where org_id = $1 and environment = $2 ${kept}`, target);
  }
  await client.query('create index on restored (table_name, seq)');
  await client.query('analyze restored');
  const { rows } = await client.query('select from restored where seq > 0 limit 1');
  const counts: Record<string, number> = {};
  for (const table of backupTables) {
    counts[table.name] = await restoreTable(client, table, target, rows.length > 0);
  }
  return counts;
}

async function restoreTable(
  client: pg.Client,
  { name, key }: BackupTable,
  [orgId, environment]: string[],
  hasChanges: boolean,
): Promise<number> {
  const { rows } = await client.query<Column>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [name],
  );
  const columns = rows.map((column) => client.escapeIdentifier(column.name));
  const values = rows.map((column) =>
    restoredValue(name, column, `r.${client.escapeIdentifier(column.name)}`),
  );
  const keys = key.map((column, i) => `record::json ->> '${column}' as k${i}`).join(', ');
  const names = key.map((_, i) => `k${i}`).join(', ');
  // Most records are unchanged since the full backup: only changed ones have to be distinguished by key.
  const { rowCount } = await client.query(
    `with readable as (
       select seq, is_deleted, ${WITHOUT_NUL} as record from restored where table_name = $2
     ), changed as materialized (
       select distinct on (${names}) ${names}, is_deleted, record
       from (select seq, is_deleted, record, ${keys} from readable where seq > 0) keyed order by ${names}, seq desc
     )
     insert into ${name} (${columns.join(', ')}) overriding system value
     select ${values.join(', ')} from (
       select record from ${hasChanges ? `(select record, ${keys} from readable where seq = 0) f where not exists (select from changed c where (${key.map((_, i) => `c.k${i}`).join(', ')}) = (${key.map((_, i) => `f.k${i}`).join(', ')}))` : 'readable'}
       ${hasChanges ? 'union all select record from changed where not is_deleted' : ''}
     ) last
     cross join lateral json_populate_record(null::${name}, last.record::json) r
     where r.org_id = $3 ${name === 'transactions' ? 'on conflict do nothing' : ''}`,
    [environment, name, orgId],
  );
  return rowCount ?? 0;
}

interface Column {
  name: string;
  type: string;
}

// JSON may contain an escaped NUL, which PostgreSQL stores but cannot extract as text. So it is replaced
// while a record is taken apart. An escape only counts after an even number of backslashes.
const NUL_MARK = '\\ue000trivium:nul\\ue000';
const WITHOUT_NUL = `case when position('\\u0000' in record) = 0 then record
  else regexp_replace(record, '(?<!\\\\)((?:\\\\\\\\)*)\\\\u0000', '\\1${NUL_MARK.replaceAll('\\', '\\\\')}', 'g') end`;

function restoredValue(table: string, { name, type }: Column, original: string): string {
  if (name === 'environment') return '$1';
  const copied = COPIED[table]?.[name];
  if (copied !== undefined) return copied;
  return type === 'json' ? `replace(${original}::text, '${NUL_MARK}', '\\u0000')::json` : original;
}
