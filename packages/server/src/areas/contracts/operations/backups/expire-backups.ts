import { sql } from 'kysely';
import { RepeatedTask } from '../../../../kit/repeated-task.ts';
import { type Backup, findBackup } from './backup.repository.ts';
import type { BackupService } from './request-backup.ts';
import { giveUp } from './run-backup.ts';

const EVERY_MS = 60_000;
const AT_ONCE = 100;
const CHANGES_AT_ONCE = 10_000;
/** A backup whose runs were all killed is given up after so long. */
const LOST_AFTER_HOURS = 24;

type Located = Pick<Backup, 'orgId' | 'environment' | 'id'> & { blobKey: string | null };

/** Ends backups whose time is over and removes their bytes, and the changes that none needs any more. */
export async function expireBackups(service: BackupService): Promise<void> {
  const now = new Date(service.clock.now());
  // Marked first, so that nobody begins to restore what is about to go; a crash between is made up for below.
  await sql`
    update backups set status = 'expired'
    where (org_id, environment, id) in (
      select org_id, environment, id from backups where status = 'completed' and expires_at <= ${now} order by expires_at limit ${AT_ONCE})`.execute(
    service.db,
  );
  const { rows } = await sql<Located>`
    select org_id as "orgId", environment, id, blob_key as "blobKey" from backups
    where status = 'expired' and removed_at is null order by expires_at limit ${AT_ONCE}`.execute(service.db);
  for (const { orgId, environment, id, blobKey } of rows) {
    if (blobKey !== null) await service.blobs.delete(blobKey);
    await sql`
      update backups set removed_at = ${now}, blob_key = null
      where org_id = ${orgId} and environment = ${environment} and id = ${id}`.execute(service.db);
  }
  await endLost(service, now);
  await pruneChanges(service);
}

async function endLost(service: BackupService, now: Date): Promise<void> {
  const { rows } = await sql<Located>`
    select org_id as "orgId", environment, id, blob_key as "blobKey" from backups
    where status = 'in_progress' and created_at < ${new Date(now.getTime() - LOST_AFTER_HOURS * 3_600_000)} limit ${AT_ONCE}`.execute(
    service.db,
  );
  for (const lost of rows) {
    const backup = await findBackup(service.db, lost, lost.id);
    const message = `It did not end within ${LOST_AFTER_HOURS} hours.`;
    if (backup !== undefined) await giveUp(service, backup, { code: 'backup_failed', message });
  }
}

/** Removes changes from before the oldest full backup of their environment; without one, the journal ends. */
async function pruneChanges({ db }: BackupService): Promise<void> {
  await sql`
    delete from backup_journals j where not exists (
      select from backups b where b.org_id = j.org_id and b.environment = j.environment
        and b.backup_type = 'full' and b.status in ('in_progress', 'completed'))
      and j.started_at < now() - interval '1 minute'`.execute(db);
  await sql`
    delete from backup_changes where (org_id, environment, seq) in (
      select c.org_id, c.environment, c.seq from (
        select distinct org_id, environment from backups
      ) o
      left join lateral (
        select min(b.snapshot_at) filter (where b.status = 'completed') - interval '1 hour' as oldest,
          count(*) filter (where b.status = 'in_progress') as running
        from backups b where b.org_id = o.org_id and b.environment = o.environment and b.backup_type = 'full'
      ) kept on true
      join lateral (
        select * from backup_changes c where c.org_id = o.org_id and c.environment = o.environment
          and c.at < coalesce(kept.oldest, case when kept.running = 0 then 'infinity'::timestamptz else '-infinity'::timestamptz end)
        order by c.seq limit ${CHANGES_AT_ONCE}
      ) c on true
      limit ${CHANGES_AT_ONCE})`.execute(db);
}

/** Expires backups once a minute, while this node leads. */
export function expiryTask(service: BackupService, isLeader: () => boolean): RepeatedTask {
  const run = async () => {
    if (isLeader()) await expireBackups(service);
  };
  return new RepeatedTask({ everyMs: EVERY_MS, run, onError: service.onError });
}
