import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { defineJob, handleJob, type JobHandler } from '../../../../engine/jobs/index.ts';
import { required } from '../../../../kit/required.ts';
import { type Backup, findChain } from './backup.repository.ts';
import { BackupFileError, boundRecords, openBackup, verifyBackup } from './backup-file.ts';
import { type BackupTable, backupTables } from './backup-tables.ts';
import type { BackupService } from './request-backup.ts';
import { failRestore, findRestore, type Restore } from './restore.repository.ts';

interface RestorePayload {
  orgId: string;
  environment: string;
  restoreId: string;
}

export const runRestore = defineJob<RestorePayload>('contracts.run_restore', { maxAttempts: 3 });

/** Columns that a copy has otherwise than the original: nothing in it is watched, run or sent. */
const COPIED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  transactions: { live: 'false' },
  alert_rules: { live: 'false' },
  ingestion_jobs: { live: 'false' },
};

/** Restores a backup, all of it in one transaction. */
export function restoreJob(service: BackupService): JobHandler {
  const read = ({ orgId, environment, restoreId }: RestorePayload) =>
    findRestore(service.db, { orgId, environment }, restoreId);
  const fail = async (restore: Restore, error: unknown) => {
    service.onError(error);
    const end = { ...problemOf(error), at: new Date(service.clock.now()) };
    await service.unitOfWork(async (tx) => ({ value: await failRestore(tx, restore, end) }));
  };
  return handleJob(
    runRestore,
    async (payload, { signal }) => {
      const restore = await read(payload);
      if (restore?.status !== 'in_progress') return;
      try {
        await writeRestore(service, restore, signal);
      } catch (error) {
        if (findFileError(error) === undefined) throw error;
        await fail(restore, error);
      }
    },
    async (payload, { error }) => {
      const restore = await read(payload);
      if (restore?.status === 'in_progress') await fail(restore, error);
    },
  );
}

function problemOf(error: unknown) {
  const broken = findFileError(error);
  if (broken !== undefined) {
    return {
      error: { code: 'integrity_check_failed', message: broken.message },
      integrity: 'failed' as const,
    };
  }
  const message = 'The restore could not be written; the log of the service says why.';
  return { error: { code: 'restore_failed', message }, integrity: null };
}

/** The fault of a file may come wrapped by the stream or the statement that it broke. */
function findFileError(error: unknown): BackupFileError | undefined {
  if (error instanceof BackupFileError) return error;
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown };
  // What is not encrypted shows its damage as data that no longer unpacks or parses.
  if (/^(ZSTD_|Z_|ERR_ZSTD|ERR_ZLIB|22P0|2202|2203|23)/.test(code ?? '')) {
    return new BackupFileError('The stored bytes were changed: they can no longer be read.', error);
  }
  return cause === undefined ? undefined : findFileError(cause);
}

async function writeRestore(service: BackupService, restore: Restore, signal: AbortSignal): Promise<void> {
  const chain = await findChain(service.db, restore, restore.backupId);
  const full = chain[0];
  if (full === undefined || chain.some(({ status }) => status !== 'completed')) {
    throw new BackupFileError('The backup, or one that it builds on, has expired.');
  }
  // To a moment: the full backup and the journal of changes. Otherwise the files alone.
  const files = restore.pointInTime === null ? chain : [full];
  if (restore.verifyIntegrity) {
    for (const file of files) await verifyBackup(service.blobs, storedFile(file));
  }
  const client = await service.connect();
  try {
    await client.query('begin');
    await client.query(
      'create temporary table restored (seq bigint, table_name text, is_deleted boolean, record text) on commit drop',
    );
    for (const file of files) await load(service, client, file, signal);
    if (restore.pointInTime !== null) await loadChanges(client, full, restore.pointInTime);
    await refuseStrangers(client, restore);
    const restored = await replaceEnvironment(client, restore);
    await client.query(
      `update restores set status = 'completed', restored = $1, integrity = $2, completed_at = $3
       where org_id = $4 and environment = $5 and id = $6`,
      [
        JSON.stringify(restored),
        restore.verifyIntegrity ? 'verified' : null,
        new Date(service.clock.now()),
        restore.orgId,
        restore.environment,
        restore.id,
      ],
    );
    await client.query('commit');
  } finally {
    // Whatever is not committed is undone with the connection.
    await client.end();
  }
}

async function load(
  service: BackupService,
  client: pg.Client,
  file: Backup,
  signal: AbortSignal,
): Promise<void> {
  const body = await openBackup(service.blobs, service.secretBox, storedFile(file));
  const table = client.query(copyFrom('copy restored (seq, table_name, is_deleted, record) from stdin'));
  await pipeline(body, boundRecords(required(file.rows, 'how many rows were written')), table, { signal });
  if (table.rowCount !== file.rows) {
    throw new BackupFileError(`The file holds ${table.rowCount} records, not ${file.rows} as were written.`);
  }
}

/** Refuses what is no record of the environment that was backed up: a file that was made up, or of a newer version. */
async function refuseStrangers(client: pg.Client, { orgId, environment }: Restore): Promise<void> {
  const { rows } = await client.query(
    `select from restored, lateral (select case when table_name = any($1) then ${WITHOUT_NUL} end::json as own) r
     where own is null or own ->> 'org_id' is distinct from $2 or own ->> 'environment' is distinct from $3 limit 1`,
    [backupTables.map(({ name }) => name), orgId, environment],
  );
  if (rows.length > 0) {
    throw new BackupFileError(
      'The file holds records that are not of this environment, or of a kind that this version does not know.',
    );
  }
}

/** Changes of transactions that the backup does not show, and that had done their last by then. */
async function loadChanges(client: pg.Client, full: Backup, point: Date): Promise<void> {
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
 * Writes the last state of each record into the target environment, in place of what it held. Returns rows by table.
 * Transactions of its own that are under way stay: without its record nobody would send one again, and all later
 * ones of its account would wait for its nonce.
 */
async function replaceEnvironment(client: pg.Client, restore: Restore): Promise<Record<string, number>> {
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
  // Most records are as the full backup has them: only those that changed since are told apart by their keys.
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

// JSON may hold the escape of a NUL, which PostgreSQL stores and then refuses to read. So it is written otherwise
// while a record is taken apart. An escape counts where the backslashes before it pair up.
const NUL_MARK = '\\ue000trivium:nul\\ue000';
const WITHOUT_NUL = `case when position('\\u0000' in record) = 0 then record
  else regexp_replace(record, '(?<!\\\\)((?:\\\\\\\\)*)\\\\u0000', '\\1${NUL_MARK.replaceAll('\\', '\\\\')}', 'g') end`;

function restoredValue(table: string, { name, type }: Column, original: string): string {
  if (name === 'environment') return '$1';
  const copied = COPIED[table]?.[name];
  if (copied !== undefined) return copied;
  return type === 'json' ? `replace(${original}::text, '${NUL_MARK}', '\\u0000')::json` : original;
}

function storedFile(backup: Backup) {
  return {
    orgId: backup.orgId,
    backupId: backup.id,
    blobKey: required(backup.blobKey, 'the place of its bytes'),
    sizeBytes: required(backup.sizeBytes, 'its size'),
    sha256: required(backup.sha256, 'its hash'),
  };
}
