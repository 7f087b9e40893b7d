import { sql } from 'kysely';
import type { AnyDatabase, AnyTransaction } from '../../../../engine/spine/index.ts';
import {
  column,
  defineTable,
  insertRows,
  type NewRowOf,
  only,
  type RowOf,
  rowsIn,
  selectPage,
} from '../../../../kit/db/index.ts';
import type { Owner } from '../../terms/contract-tables.ts';
import { ofOwner } from '../../terms/owner.repository.ts';

export const backupTypes = ['full', 'incremental', 'differential'] as const;
export type BackupType = (typeof backupTypes)[number];
export type BackupStatus = 'in_progress' | 'completed' | 'failed' | 'expired';

export interface BackupProblem {
  code: string;
  message: string;
}

export const storedBackups = defineTable('backups', {
  orgId: column.uuid(),
  environment: column.text(),
  id: column.uuid(),
  backupType: column.text<BackupType>(),
  status: column.text<BackupStatus>(),
  encryption: column.boolean(),
  compression: column.boolean(),
  retentionDays: column.integer(),
  baseId: column.uuid().orNull(),
  estimatedSizeBytes: column.integer(),
  blobKey: column.text().orNull().filled(),
  sizeBytes: column.integer().orNull().filled(),
  sha256: column.text().orNull().filled(),
  rows: column.integer().orNull().filled(),
  /** In PostgreSQL's text form of a snapshot. */
  snapshot: column.computed<string | null>('snapshot::text'),
  snapshotAt: column.timestamp().orNull().filled(),
  error: column.json<BackupProblem>().orNull().filled(),
  createdAt: column.timestamp(),
  completedAt: column.timestamp().orNull().filled(),
  expiresAt: column.timestamp().orNull().filled(),
});

export type Backup = RowOf<typeof storedBackups>;

const COLUMNS = sql.raw(storedBackups.columns);

/** False if the id exists. */
export async function insertBackup(
  tx: AnyTransaction,
  backup: Omit<NewRowOf<typeof storedBackups>, 'status'>,
): Promise<boolean> {
  const row = { ...backup, status: 'in_progress' } as const;
  const options = { skipTaken: true, returning: ['id'] } as const;
  return (await insertRows(rowsIn(tx), storedBackups, [row], options)).length > 0;
}

export async function findBackup(db: AnyDatabase, owner: Owner, id: string): Promise<Backup | undefined> {
  const { rows } =
    await sql<Backup>`select ${COLUMNS} from backups where ${ofOwner(owner)} and id = ${id}`.execute(db);
  return rows[0];
}

/** Newest first. */
export async function listBackups(
  db: AnyDatabase,
  owner: Owner,
  filter: { status?: BackupStatus | undefined; backupType?: BackupType | undefined },
  page: { limit: number; offset: number },
): Promise<{ backups: Backup[]; total: number }> {
  const matching = sql`${ofOwner(owner)}
    ${filter.status === undefined ? sql`` : sql`and status = ${filter.status}`}
    ${filter.backupType === undefined ? sql`` : sql`and backup_type = ${filter.backupType}`}`;
  const { rows: backups, total } = await selectPage(db, {
    rows: sql<Backup>`select ${COLUMNS} from backups where ${matching}
      order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`,
    matching: sql`select 1 from backups where ${matching}`,
    page,
  });
  return { backups, total };
}

/** The completed backup with the latest state: of any type, or a full one. */
export async function findLatest(
  db: AnyDatabase,
  owner: Owner,
  kind: 'any' | 'full',
): Promise<Backup | undefined> {
  const { rows } = await sql<Backup>`
    select ${COLUMNS} from backups where ${ofOwner(owner)} and status = 'completed'
      ${kind === 'full' ? sql`and backup_type = 'full'` : sql``}
    order by snapshot_at desc limit 1`.execute(db);
  return rows[0];
}

/** A backup with those that it builds on, starting with the full one. */
export async function findChain(db: AnyDatabase, owner: Owner, id: string): Promise<Backup[]> {
  const { rows } = await sql<Backup>`
    with recursive chain as (
      select b.*, 0 as depth from backups b where ${ofOwner(owner)} and id = ${id}
      union all
      select b.*, c.depth + 1 from chain c
      join backups b on b.org_id = c.org_id and b.environment = c.environment and b.id = c.base_id
    )
    select ${COLUMNS} from chain order by depth desc`.execute(db);
  return rows;
}

/**
 * The period that a full backup and later changes cover, in milliseconds. It begins with the request for the
 * backup: its record has that time and that of the snapshot, and both stand for the snapshot.
 */
export async function readCoverage(db: AnyDatabase, full: Backup): Promise<{ from: Date; to: Date }> {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select date_trunc('milliseconds', least(created_at, snapshot_at)) as "from", clock_timestamp() as "to"
    from backups where ${ofOwner(full)} and id = ${full.id}`.execute(db);
  return only(rows);
}

/** Estimated bytes of a backup of this type, from the previous one or from the amount of data. */
export async function estimateSize(
  db: AnyDatabase,
  owner: Owner,
  backupType: BackupType,
  compression: boolean,
): Promise<number> {
  const { rows } = await sql<{ last: number | null; transactions: number; contracts: number }>`
    select (select size_bytes from backups where ${ofOwner(owner)} and status = 'completed' and backup_type = ${backupType}
        and compression = ${compression} order by snapshot_at desc limit 1) as last,
      (select coalesce(sum(transactions), 0) from transaction_counts where ${ofOwner(owner)} and resolution = 'all')::float8 as transactions,
      (select count(*) from contract_versions where ${ofOwner(owner)}) as contracts`.execute(db);
  const { last, transactions, contracts } = only(rows);
  if (last !== null) return last;
  const [ofTransaction, ofContract] = compression ? ([300, 4_000] as const) : ([1_600, 20_000] as const);
  const share = backupType === 'full' ? 1 : 0.1;
  return Math.ceil((transactions * ofTransaction + contracts * ofContract) * share) + 1_000;
}

/** Starts to journal the changes of an environment. */
export async function startJournal(
  tx: AnyTransaction,
  { orgId, environment }: Owner,
  now: Date,
): Promise<void> {
  await sql`
    insert into backup_journals (org_id, environment, started_at) values (${orgId}, ${environment}, ${now})
    on conflict do nothing`.execute(tx);
}

export interface BackupEnd {
  blobKey: string;
  sizeBytes: number;
  sha256: string;
  rows: number;
  snapshot: string;
  /** In PostgreSQL's text form, because microseconds matter. */
  snapshotAt: string;
  completedAt: Date;
  expiresAt: Date;
}

/** False when it is no longer in progress. The backups it builds on are kept as long as it is. */
export async function completeBackup(tx: AnyTransaction, backup: Backup, end: BackupEnd): Promise<boolean> {
  const { rows } = await sql`
    update backups set status = 'completed', blob_key = ${end.blobKey}, size_bytes = ${end.sizeBytes}, sha256 = ${end.sha256},
      rows = ${end.rows}, snapshot = ${end.snapshot}::pg_snapshot, snapshot_at = ${end.snapshotAt}::timestamptz,
      completed_at = ${end.completedAt}, expires_at = ${end.expiresAt}, error = null
    where ${ofOwner(backup)} and id = ${backup.id} and status = 'in_progress' returning id`.execute(tx);
  if (rows.length === 0) return false;
  await sql`
    with recursive chain as (
      select base_id from backups where ${ofOwner(backup)} and id = ${backup.id}
      union all
      select b.base_id from chain c join backups b on b.id = c.base_id and ${ofOwner(backup)}
    )
    update backups set expires_at = greatest(expires_at, ${end.expiresAt})
    where ${ofOwner(backup)} and id in (select base_id from chain where base_id is not null)`.execute(tx);
  return true;
}

export async function failBackup(
  tx: AnyTransaction,
  backup: Backup,
  error: BackupProblem,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update backups set status = 'failed', error = ${JSON.stringify(error)}, completed_at = ${at}
    where ${ofOwner(backup)} and id = ${backup.id} and status = 'in_progress' returning id`.execute(tx);
  return rows.length > 0;
}
