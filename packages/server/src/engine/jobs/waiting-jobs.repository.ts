import type { Pool } from 'pg';
import type { WaitingPlace } from '../cluster/index.ts';
import { JOB_SCHEMA } from './job.repository.ts';

/** Jobs that were delayed or added while the clock was ahead. All others wait for a time that was right. */
export function waitingJobs(pool: Pool): WaitingPlace {
  return {
    async bringForward(nowMs, byMs) {
      await pool.query(
        `update ${JOB_SCHEMA}._private_jobs
         set run_at = greatest(run_at - $2 * interval '1 ms', to_timestamp($1 / 1000.0))
         where run_at > to_timestamp($1 / 1000.0)
           and greatest(created_at, updated_at) > to_timestamp($1 / 1000.0) + interval '5 seconds'`,
        [nowMs, byMs],
      );
    },
  };
}
