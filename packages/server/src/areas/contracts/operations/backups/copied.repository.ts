import type pg from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';
import { only } from '../../../../kit/db/index.ts';
import type { Backup } from './backup.repository.ts';
import { backupTables } from './backup-tables.ts';

/** Ids of this database's open transactions that have written something. */
export async function writingTransactions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select backend_xid::text as id from pg_stat_activity
     where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()`,
  );
  return rows.map(({ id }) => id);
}

/** Starts a transaction that reads one snapshot of the database; returns the snapshot. */
export async function beginSnapshot(client: pg.Client): Promise<{ snapshot: string; snapshotAt: string }> {
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ snapshot: string; snapshotAt: string }>(
    'select pg_current_snapshot()::text as snapshot, clock_timestamp()::text as "snapshotAt"',
  );
  return only(rows);
}

/**
 * A backup's records as a copy stream: all of the environment, or what changed since the backup it builds on.
 */
export function copyRecords(
  client: pg.Client,
  backup: Backup,
  base: { snapshot: string; at: Date } | null,
): CopyToStreamQuery {
  return copyTo(copySql(client, backup, base));
}

/** COPY takes no parameters, so values are inserted as literals. */
function copySql(client: pg.Client, backup: Backup, base: { snapshot: string; at: Date } | null): string {
  const owner = `org_id = ${client.escapeLiteral(backup.orgId)} and environment = ${client.escapeLiteral(backup.environment)}`;
  if (base === null) {
    const tables = backupTables.map(
      ({ name }) =>
        `select 0 as seq, '${name}' as table_name, false as is_deleted, row_to_json(r)::text as record from ${name} r where ${owner}`,
    );
    return `copy (${tables.join(' union all ')}) to stdout`;
  }
  // A transaction that the snapshot does not see may have written before it, but not an hour before.
  return `copy (select seq, table_name, is_deleted, record from backup_changes
    where ${owner} and at >= ${client.escapeLiteral(base.at.toISOString())}::timestamptz - interval '1 hour'
      and not pg_visible_in_snapshot(xid, ${client.escapeLiteral(base.snapshot)}::pg_snapshot) order by seq) to stdout`;
}
