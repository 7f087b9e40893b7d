import type { Pool } from 'pg';
import { JOB_SCHEMA } from './jobs.ts';

/** A lock of a worker that no living node has registered is a dead one's after so long. */
const STRANGE_AFTER_SECONDS = 15;

/**
 * Which node runs which worker. The job library frees a crashed worker's jobs after hours; the
 * register of nodes knows within seconds.
 */
export function createWorkerRegister(pool: Pool, nodeId: string) {
  const free = (workerIds: string[]) =>
    workerIds.length === 0
      ? undefined
      : pool.query(`select ${JOB_SCHEMA}.force_unlock_workers($1)`, [workerIds]);
  return {
    async add(workerIds: string[]): Promise<void> {
      await pool.query(
        'insert into job_workers (worker_id, node_id) select unnest($1::text[]), $2 on conflict do nothing',
        [workerIds, nodeId],
      );
    },

    /** Frees the jobs of these nodes' workers, and forgets the workers. */
    async release(nodeIds: string[]): Promise<void> {
      const { rows } = await pool.query<{ worker_id: string }>(
        'select worker_id from job_workers where node_id = any($1::uuid[])',
        [nodeIds],
      );
      const workerIds = rows.map((row) => row.worker_id);
      await free(workerIds);
      await pool.query('delete from job_workers where worker_id = any($1)', [workerIds]);
    },

    /** Frees the jobs of workers that belong to none of these nodes. */
    async releaseStrange(livingNodeIds: string[]): Promise<void> {
      const { rows } = await pool.query<{ worker_id: string }>(
        `select distinct locked_by as worker_id from ${JOB_SCHEMA}._private_jobs
         where locked_by is not null and locked_at < now() - $2 * interval '1 second'
           and not exists (select from job_workers where worker_id = locked_by and node_id = any($1::uuid[]))`,
        [livingNodeIds, STRANGE_AFTER_SECONDS],
      );
      await free(rows.map((row) => row.worker_id));
    },
  };
}
