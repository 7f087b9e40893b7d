import { sql } from 'kysely';
import type { AnyDatabase, AnyTransaction } from '../../../../engine/spine/index.ts';
import { selectPage } from '../../../../kit/db/index.ts';
import type { Owner } from '../../terms/contract-tables.ts';
import type { BackupProblem } from './backup.repository.ts';

export type RestoreStatus = 'in_progress' | 'completed' | 'failed';

/** A restore; `environment` is the backup's. */
export interface Restore extends Owner {
  id: string;
  backupId: string;
  targetEnvironment: string;
  pointInTime: Date | null;
  verifyIntegrity: boolean;
  status: RestoreStatus;
  integrity: 'verified' | 'failed' | null;
  estimatedDurationMinutes: number;
  /** Rows written, by table. */
  restored: Record<string, number> | null;
  error: BackupProblem | null;
  createdAt: Date;
  completedAt: Date | null;
}

const COLUMNS =
  sql.raw(`org_id as "orgId", environment, id, backup_id as "backupId", target_environment as "targetEnvironment",
  point_in_time as "pointInTime", verify_integrity as "verifyIntegrity", status, integrity,
  estimated_duration_minutes as "estimatedDurationMinutes", restored, error, created_at as "createdAt",
  completed_at as "completedAt"`);

/** False if the id exists. */
export async function insertRestore(
  tx: AnyTransaction,
  restore: Omit<Restore, 'status' | 'integrity' | 'restored' | 'error' | 'completedAt'>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into restores (org_id, environment, id, backup_id, target_environment, point_in_time, verify_integrity, status,
      estimated_duration_minutes, created_at)
    values (${restore.orgId}, ${restore.environment}, ${restore.id}, ${restore.backupId}, ${restore.targetEnvironment},
      ${restore.pointInTime}, ${restore.verifyIntegrity}, 'in_progress', ${restore.estimatedDurationMinutes}, ${restore.createdAt})
    on conflict do nothing returning id`.execute(tx);
  return rows.length > 0;
}

/** A restore that was requested in the environment, or that wrote into it. */
export async function findRestore(db: AnyDatabase, owner: Owner, id: string): Promise<Restore | undefined> {
  const { rows } = await sql<Restore>`
    select ${COLUMNS} from restores
    where org_id = ${owner.orgId} and id = ${id} and ${owner.environment} in (environment, target_environment)`.execute(
    db,
  );
  return rows[0];
}

/** Restores that were requested in the environment or wrote into it; newest first. */
export async function listRestores(
  db: AnyDatabase,
  owner: Owner,
  status: RestoreStatus | undefined,
  page: { limit: number; offset: number },
): Promise<{ restores: Restore[]; total: number }> {
  const matching = sql`org_id = ${owner.orgId} and ${owner.environment} in (environment, target_environment)
    ${status === undefined ? sql`` : sql`and status = ${status}`}`;
  const { rows: restores, total } = await selectPage(db, {
    rows: sql<Restore>`select ${COLUMNS} from restores where ${matching}
      order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`,
    matching: sql`select 1 from restores where ${matching}`,
    page,
  });
  return { restores, total };
}

export async function failRestore(
  tx: AnyTransaction,
  restore: Restore,
  end: { error: BackupProblem; integrity: 'failed' | null; at: Date },
): Promise<void> {
  await sql`
    update restores set status = 'failed', error = ${JSON.stringify(end.error)}, integrity = ${end.integrity}, completed_at = ${end.at}
    where org_id = ${restore.orgId} and environment = ${restore.environment} and id = ${restore.id} and status = 'in_progress'`.execute(
    tx,
  );
}
