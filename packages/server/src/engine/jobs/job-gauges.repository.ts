import { only } from '../../kit/db/index.ts';
import { type FigureSource, MAX_COUNTED } from '../../kit/observability/index.ts';
import { JOB_SCHEMA } from './job.repository.ts';

const due = `from ${JOB_SCHEMA}._private_jobs where is_available and run_at <= clock_timestamp()`;

/** Waiting background jobs, and those that were given up. */
export const jobGauges: FigureSource = {
  part: 'jobs',
  figures: [
    {
      name: 'trivium_jobs_due',
      help: 'Background jobs that are due and not under way; counted no further than 10,000.',
    },
    {
      name: 'trivium_jobs_oldest_due_seconds',
      help: 'For how long the oldest of them has been due; 0 without one.',
    },
    { name: 'trivium_jobs_running', help: 'Background jobs under way on all nodes.' },
    {
      name: 'trivium_jobs_given_up',
      help: 'Background jobs that failed at their last attempt and still lie there; counted no further than 10,000.',
    },
  ],
  async read(query) {
    const { jobs, oldest } = only(
      await query<{ jobs: number; oldest: number }>(
        `select count(*) as jobs, coalesce(extract(epoch from clock_timestamp() - min(run_at)), 0)::float8 as oldest
         from (select run_at ${due} order by run_at limit ${MAX_COUNTED}) waiting`,
      ),
    );
    const { running, lost } = only(
      await query<{ running: number; lost: number }>(
        `select (select count(*) from ${JOB_SCHEMA}._private_jobs where locked_at is not null) as running,
           (select count(*) from (select from ${JOB_SCHEMA}._private_jobs
             where attempts >= max_attempts and locked_at is null limit ${MAX_COUNTED}) ended) as lost`,
      ),
    );
    return [
      { name: 'trivium_jobs_due', value: jobs },
      { name: 'trivium_jobs_oldest_due_seconds', value: oldest },
      { name: 'trivium_jobs_running', value: running },
      { name: 'trivium_jobs_given_up', value: lost },
    ];
  },
};
