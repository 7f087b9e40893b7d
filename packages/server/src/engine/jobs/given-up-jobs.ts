import type { Pool } from 'pg';
import type { JobHandler } from './job.ts';
import { JOB_SCHEMA } from './jobs.ts';

const AT_ONCE = 100;

interface GivenUpJob {
  id: string;
  name: string;
  payload: object;
}

/**
 * Ends jobs that have no attempt left and could not be given up by their last one: it ended with its process, or
 * the database was away just then. Errors of single jobs are told, and looked at again with the next call.
 */
export async function endGivenUp(
  pool: Pool,
  handlers: readonly JobHandler[],
  onError: (error: unknown, name: string) => void,
): Promise<void> {
  const byName = new Map(
    handlers.flatMap(({ kind, giveUp }) => (giveUp ? [[kind.name, giveUp] as const] : [])),
  );
  const { rows } = await pool.query<GivenUpJob>(
    `select j.id, t.identifier as name, j.payload from ${JOB_SCHEMA}._private_jobs j
     join ${JOB_SCHEMA}._private_tasks t on t.id = j.task_id
     where j.attempts >= j.max_attempts and j.locked_at is null and t.identifier = any($1) order by j.id limit $2`,
    [[...byName.keys()], AT_ONCE],
  );
  const ended: string[] = [];
  for (const { id, name, payload } of rows) {
    try {
      await byName.get(name)?.(payload, { error: undefined });
      ended.push(id);
    } catch (error) {
      onError(error, name);
    }
  }
  if (ended.length > 0) await pool.query(`select from ${JOB_SCHEMA}.complete_jobs($1::bigint[])`, [ended]);
}
