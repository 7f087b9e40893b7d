import { CompiledQuery } from 'kysely';
import type { QueryRows } from '../../kit/db/index.ts';
import type { AnyTransaction } from '../spine/index.ts';

/** The schema of the job library. */
export const JOB_SCHEMA = 'graphile_worker';

/** A job as the library takes it. */
export interface JobSpec {
  identifier: string;
  payload: object;
  max_attempts: number;
  run_at: Date | null;
  job_key: string | null;
  queue_name: string | null;
  priority: number | null;
}

const ADD_SQL = `
  select count(*) from ${JOB_SCHEMA}.add_jobs(array(
    select spec from json_populate_recordset(null::${JOB_SCHEMA}.job_spec, $1::json) as spec
  ))`;

export async function insertJobs(tx: AnyTransaction, specs: readonly JobSpec[]): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(ADD_SQL, [JSON.stringify(specs)]));
}

export interface GivenUpJob {
  id: string;
  name: string;
  payload: object;
}

/** Jobs of these kinds that have no attempt left, the oldest first. */
export function findGivenUp(query: QueryRows, names: readonly string[], most: number): Promise<GivenUpJob[]> {
  return query(
    `select j.id, t.identifier as name, j.payload from ${JOB_SCHEMA}._private_jobs j
     join ${JOB_SCHEMA}._private_tasks t on t.id = j.task_id
     where j.attempts >= j.max_attempts and j.locked_at is null and t.identifier = any($1) order by j.id limit $2`,
    [names, most],
  );
}

/** Removes jobs that are done, or given up. */
export async function removeJobs(query: QueryRows, ids: readonly string[]): Promise<void> {
  await query(`select from ${JOB_SCHEMA}.complete_jobs($1::bigint[])`, [ids]);
}
