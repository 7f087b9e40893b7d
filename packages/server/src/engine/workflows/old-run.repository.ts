import type { QueryRows } from '../../kit/db/index.ts';
import { uuidBound } from '../../kit/ids.ts';

/** Rows removed per statement; fewer means that there are no more. */
export const REMOVED_AT_ONCE = 5_000;

/** Removes finished runs of events before then; an id begins with its event's time. */
export async function removeRuns(query: QueryRows, beforeMs: number): Promise<number> {
  const rows = await query(
    `delete from workflow_runs d using (
       select w.org_id, o.workflow_id, o.id from workflows w cross join lateral (
         select r.workflow_id, r.id from workflow_runs r
         where r.org_id = w.org_id and r.workflow_id = w.id and r.id < $1 and r.status <> 'queued' order by r.id limit $2
       ) o limit $2
     ) old where d.org_id = old.org_id and d.workflow_id = old.workflow_id and d.id = old.id returning 1`,
    [uuidBound(Math.max(beforeMs, 0), '0'), REMOVED_AT_ONCE],
  );
  return rows.length;
}

export async function removeEffects(query: QueryRows, before: Date): Promise<number> {
  const rows = await query(
    `delete from workflow_effects where ctid = any(array(
       select ctid from workflow_effects where created_at < $1 limit $2)) returning 1`,
    [before, REMOVED_AT_ONCE],
  );
  return rows.length;
}
