import { sql } from 'kysely';
import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { RepeatedTask } from '../../../../kit/repeated-task.ts';
import { runIngestion } from './run-job.ts';

const EVERY_MS = 60_000;
const AT_ONCE = 100;

/**
 * Fails jobs whose every run was killed, such as one that takes a process down each time: their queue entry has
 * no run left. Returns how many.
 */
export async function endLostJobs({ db, clock }: { db: AnyDatabase; clock: Clock }): Promise<number> {
  const error = {
    code: 'gave_up',
    message:
      'Each of its runs ended with the process that it ran in. Take the data in again in smaller parts.',
  };
  const { rows } = await sql`
    update ingestion_jobs set status = 'failed', claim = null, completed_at = ${new Date(clock.now())},
      error = ${JSON.stringify(error)}
    where (org_id, environment, id) in (
      select org_id, environment, id from ingestion_jobs j
      where status = 'processing' and live and not exists (
        select from graphile_worker.jobs q join graphile_worker._private_jobs p on p.id = q.id
        where q.task_identifier = ${runIngestion.name} and p.payload ->> 'claim' = j.claim::text
          and (q.locked_at is not null or q.attempts < q.max_attempts))
      limit ${AT_ONCE})
    returning id`.execute(db);
  return rows.length;
}

/** Looks once a minute, while this node leads. */
export function lostJobsTask(
  service: { db: AnyDatabase; clock: Clock; onError(error: unknown): void },
  isLeader: () => boolean,
): RepeatedTask {
  const run = async () => {
    if (isLeader()) await endLostJobs(service);
  };
  return new RepeatedTask({ everyMs: EVERY_MS, run, onError: service.onError });
}
