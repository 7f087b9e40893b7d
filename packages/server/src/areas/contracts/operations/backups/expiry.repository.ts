import { sql } from 'kysely';
import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import type { Backup } from './backup.repository.ts';

const CHANGES_AT_ONCE = 10_000;

export type Located = Pick<Backup, 'orgId' | 'environment' | 'id'> & { blobKey: string | null };

const LOCATED = sql.raw('org_id as "orgId", environment, id, blob_key as "blobKey"');

/** Marks expired backups. */
export async function markExpired(db: AnyDatabase, now: Date, limit: number): Promise<void> {
  await sql`
    update backups set status = 'expired'
    where (org_id, environment, id) in (
      select org_id, environment, id from backups
      where status = 'completed' and expires_at <= ${now} order by expires_at limit ${limit})`.execute(db);
}

/** Expired backups whose bytes still exist. */
export async function listUnremoved(db: AnyDatabase, limit: number): Promise<Located[]> {
  const { rows } = await sql<Located>`
    select ${LOCATED} from backups
    where status = 'expired' and removed_at is null order by expires_at limit ${limit}`.execute(db);
  return rows;
}

export async function markRemoved(
  db: AnyDatabase,
  { orgId, environment, id }: Located,
  now: Date,
): Promise<void> {
  await sql`
    update backups set removed_at = ${now}, blob_key = null
    where org_id = ${orgId} and environment = ${environment} and id = ${id}`.execute(db);
}

/** Backups that started before a time and never ended. */
export async function listLost(db: AnyDatabase, before: Date, limit: number): Promise<Located[]> {
  const { rows } = await sql<Located>`
    select ${LOCATED} from backups where status = 'in_progress' and created_at < ${before} limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Deletes changes from before the oldest full backup of their environment; without one, the journal ends. */
export async function pruneChanges(db: AnyDatabase): Promise<void> {
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
