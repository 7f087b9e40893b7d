import type { Pool } from 'pg';
import type { WaitingPlace } from '../cluster/index.ts';

/** Runs waiting for another attempt, or for a limit's next window. */
export function waitingRuns(pool: Pool): WaitingPlace {
  return {
    async bringForward(nowMs, byMs) {
      await pool.query(
        `update workflow_runs
         set next_attempt_at = greatest(next_attempt_at - $2 * interval '1 ms', to_timestamp($1 / 1000.0))
         where status = 'queued' and next_attempt_at > to_timestamp($1 / 1000.0)`,
        [nowMs, byMs],
      );
    },
  };
}
