import { CompiledQuery } from 'kysely';
import type { QueryRows } from '../../kit/db/index.ts';
import type { AnyTransaction } from '../spine/index.ts';

/** The job library's schema. */
export const JOB_SCHEMA = 'graphile_worker';

/** A job in the library's form. */
export interface JobSpec {
  identifier: string;
  payload: object;
  max_attempts: number;
  run_at: Date | null;
  job_key: string | null;
  queue_name: string | null;
  priority: number | null;
}

/** Waiting jobs among which a new one finds its place; behind so many the order is that of coming. */
const MAX_EXAMINED = 2_000;

/**
 * Jobs run in order of due time. An organization's job goes behind as many jobs of each other organization as
 * it has waiting itself, not behind everything that came before: an organization with thousands waiting
 * delays the others by one at a time.
 */
const ADD_SQL = `
  with given as (
    select spec, nr, owner, row_number() over (partition by owner order by nr) as place
    from json_array_elements($1::json) with ordinality as listed(spec, nr), lateral (select case
      when spec ->> 'run_at' is null and spec ->> 'priority' is null then spec #>> '{payload,orgId}' end as owner) as o
  ), first_waiting as (
    select id, payload ->> 'orgId' as owner, run_at from ${JOB_SCHEMA}._private_jobs
    where is_available and priority = 0 and run_at <= now() order by run_at, id limit ${MAX_EXAMINED}
  ), waiting as (
    select owner, run_at, row_number() over (partition by owner order by run_at, id) as place from first_waiting
  ), own as (
    select owner, count(*) as jobs, max(run_at) as last from waiting group by owner
  )
  select count(*) from ${JOB_SCHEMA}.add_jobs(array(
    select case when owner is null then spec else json_populate_record(spec, json_build_object('run_at', due)) end
    from (
      select nr, g.owner, json_populate_record(null::${JOB_SCHEMA}.job_spec, g.spec) as spec,
        greatest(own.last, coalesce(
          (select min(w.run_at) - interval '1 microsecond' from waiting w
           where w.owner is distinct from g.owner and w.place > coalesce(own.jobs, 0) + g.place),
          now() + (g.place - 1) * interval '1 microsecond')) as due
      from given g left join own on own.owner = g.owner
    ) as placed order by nr
  ))`;

export async function insertJobs(tx: AnyTransaction, specs: readonly JobSpec[]): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(ADD_SQL, [JSON.stringify(specs)]));
}

export interface GivenUpJob {
  id: string;
  name: string;
  payload: object;
}

/** Jobs of these kinds with no attempts left, oldest first. */
export function findGivenUp(query: QueryRows, names: readonly string[], most: number): Promise<GivenUpJob[]> {
  return query(
    `select j.id, t.identifier as name, j.payload from ${JOB_SCHEMA}._private_jobs j
     join ${JOB_SCHEMA}._private_tasks t on t.id = j.task_id
     where j.attempts >= j.max_attempts and j.locked_at is null and t.identifier = any($1) order by j.id limit $2`,
    [names, most],
  );
}

/** Removes jobs that are done or given up. */
export async function removeJobs(query: QueryRows, ids: readonly string[]): Promise<void> {
  await query(`select from ${JOB_SCHEMA}.complete_jobs($1::bigint[])`, [ids]);
}
