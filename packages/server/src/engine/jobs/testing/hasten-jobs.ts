import type { Pool } from 'pg';

/** Jobs that failed wait for seconds until their next attempt: now they are due at once, and the runners are told. */
export async function hastenJobs(database: Pick<Pool, 'query'>): Promise<void> {
  const { rowCount } = await database.query(
    `update graphile_worker._private_jobs set run_at = now()
     where attempts > 0 and locked_at is null and run_at > now()`,
  );
  if (rowCount === 0) return;
  await database.query(`select pg_notify('jobs:insert', '{"r":"hastened","count":1}')`);
}
