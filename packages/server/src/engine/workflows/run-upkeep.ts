import type { Logger } from 'pino';
import type { Clock } from '../../kit/clock.ts';
import type { QueryRows } from '../../kit/db/index.ts';
import { RepeatedTask } from '../../kit/repeated-task.ts';
import { REMOVED_AT_ONCE, removeEffects, removeRuns } from './old-run.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A loop closes within moments; what was created earlier than this started none. */
const EFFECT_DAYS = 7;

/** Removes old leftovers of runs in small batches, on whichever node comes first. */
export function createRunUpkeep(
  query: QueryRows,
  { clock, log, retentionDays }: { clock: Clock; log: Logger; retentionDays: number },
): RepeatedTask {
  return new RepeatedTask({
    everyMs: HOUR_MS,
    run: async () => {
      const now = clock.now();
      while ((await removeRuns(query, now - retentionDays * DAY_MS)) === REMOVED_AT_ONCE);
      while ((await removeEffects(query, new Date(now - EFFECT_DAYS * DAY_MS))) === REMOVED_AT_ONCE);
    },
    onError: (error) => log.warn({ err: error }, 'old workflow runs could not be removed'),
  });
}
