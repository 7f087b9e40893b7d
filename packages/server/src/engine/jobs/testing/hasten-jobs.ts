import type { Pool } from 'pg';

/**
 * Failed jobs wait for seconds before their next attempt: this makes them due at once and wakes the runners.
 */
export async function hastenJobs(database: Pick<Pool, 'query'>): Promise<void> {
  const { rowCount } = await database.query(
    `update graphile_worker._private_jobs set run_at = now()
     where attempts > 0 and locked_at is null and run_at > now()`,
  );
  if (rowCount === 0) return;
  await database.query(`select pg_notify('jobs:insert', '{"r":"hastened","count":1}')`);
}
