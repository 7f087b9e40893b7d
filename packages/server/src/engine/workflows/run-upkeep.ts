import type { Logger } from 'pino';
import type { Clock } from '../../kit/clock.ts';
import type { QueryRows } from '../../kit/db/index.ts';
import { uuidBound } from '../../kit/ids.ts';
import { RepeatedTask } from '../../kit/repeated-task.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A loop closes within moments; what was made longer ago than this started none. */
const EFFECT_DAYS = 7;
const ROWS_AT_ONCE = 5_000;

/** Removes what runs have left behind once it is old; a bit at a time, on whichever node comes first. */
export function createRunUpkeep(
  query: QueryRows,
  { clock, log, retentionDays }: { clock: Clock; log: Logger; retentionDays: number },
): RepeatedTask {
  return new RepeatedTask({
    everyMs: HOUR_MS,
    run: async () => {
      const now = clock.now();
      while ((await removeRuns(query, now - retentionDays * DAY_MS)) === ROWS_AT_ONCE);
      while ((await removeEffects(query, new Date(now - EFFECT_DAYS * DAY_MS))) === ROWS_AT_ONCE);
    },
    onError: (error) => log.warn({ err: error }, 'old workflow runs could not be removed'),
  });
}

/** Runs that have ended, of events before then; an id begins with its event's time. */
export async function removeRuns(query: QueryRows, beforeMs: number): Promise<number> {
  const rows = await query(
    `delete from workflow_runs d using (
       select o.workflow_id, o.id from workflows w cross join lateral (
         select r.workflow_id, r.id from workflow_runs r
         where r.workflow_id = w.id and r.id < $1 and r.status <> 'queued' order by r.id limit $2
       ) o limit $2
     ) old where d.workflow_id = old.workflow_id and d.id = old.id returning 1`,
    [uuidBound(Math.max(beforeMs, 0), '0'), ROWS_AT_ONCE],
  );
  return rows.length;
}

async function removeEffects(query: QueryRows, before: Date): Promise<number> {
  const rows = await query(
    `delete from workflow_effects where ctid = any(array(
       select ctid from workflow_effects where created_at < $1 limit $2)) returning 1`,
    [before, ROWS_AT_ONCE],
  );
  return rows.length;
}
