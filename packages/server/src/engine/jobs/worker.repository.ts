import type { Pool } from 'pg';
import { only } from '../../kit/db/index.ts';
import { JOB_SCHEMA } from './job.repository.ts';

/**
 * Maps worker pools to nodes. The job library locks a job by its pool's id and frees those of a crashed pool
 * only after hours; the node registry knows within seconds.
 */
export function createWorkerRegister(pool: Pool, nodeId: string) {
  let strange = new Set<string>();
  const free = (poolIds: string[]) =>
    poolIds.length === 0 ? undefined : pool.query(`select ${JOB_SCHEMA}.force_unlock_workers($1)`, [poolIds]);
  return {
    async add(poolIds: string[]): Promise<void> {
      await pool.query(
        'insert into job_workers (pool_id, node_id) select unnest($1::text[]), $2 on conflict do nothing',
        [poolIds, nodeId],
      );
    },

    /** Frees the jobs of these nodes' pools and forgets the pools. */
    async release(nodeIds: string[]): Promise<void> {
      const { rows } = await pool.query<{ pool_id: string }>(
        'select pool_id from job_workers where node_id = any($1::uuid[])',
        [nodeIds],
      );
      const poolIds = rows.map((row) => row.pool_id);
      await free(poolIds);
      await pool.query('delete from job_workers where pool_id = any($1)', [poolIds]);
    },

    /** Frees all jobs and forgets all pools: a node that starts alone finds only dead ones. */
    async releaseAll(): Promise<void> {
      await pool.query(
        `select ${JOB_SCHEMA}.force_unlock_workers(array(
           select locked_by from ${JOB_SCHEMA}._private_jobs where locked_by is not null))`,
      );
      await pool.query('delete from job_workers');
    },

    /**
     * Frees the jobs of pools that belong to none of these nodes. They must also have belonged to none at the
     * previous check, since a starting node is announced shortly after its first job; the age of a lock is no
     * criterion, because the clock may have been changed.
     */
    async releaseStrange(livingNodeIds: string[]): Promise<void> {
      const { rows } = await pool.query<{ pool_id: string }>(
        `select distinct locked_by as pool_id from ${JOB_SCHEMA}._private_jobs
         where locked_by is not null
           and not exists (select from job_workers where pool_id = locked_by and node_id = any($1::uuid[]))`,
        [livingNodeIds],
      );
      const found = rows.map((row) => row.pool_id);
      await free(found.filter((id) => strange.has(id)));
      strange = new Set(found);
    },
  };
}

/** Jobs that a worker would find, counted up to `most`. */
export async function countDue(pool: Pool, most: number): Promise<number> {
  const { rows } = await pool.query<{ due: number }>(
    `select count(*) as due from (
       select from ${JOB_SCHEMA}._private_jobs where is_available and run_at <= now() limit $1) waiting`,
    [most],
  );
  return only(rows).due;
}
