import { only } from '../../kit/db/index.ts';
import { type FigureSource, MAX_COUNTED } from '../../kit/observability/index.ts';

/** Waiting workflow runs. */
export const runGauges: FigureSource = {
  part: 'workflows',
  figures: [
    {
      name: 'trivium_workflow_runs_queued',
      help: 'Workflow runs that have not ended; counted no further than 10,000.',
    },
    {
      name: 'trivium_workflow_runs_oldest_due_seconds',
      help: 'For how long the oldest due one of them has been due; 0 without one.',
    },
  ],
  async read(query) {
    const { runs, oldest } = only(
      await query<{ runs: number; oldest: number }>(
        `select count(*) as runs,
           coalesce(greatest(extract(epoch from clock_timestamp() - min(next_attempt_at)), 0), 0)::float8 as oldest
         from (select next_attempt_at from workflow_runs where status = 'queued' limit ${MAX_COUNTED}) waiting`,
      ),
    );
    return [
      { name: 'trivium_workflow_runs_queued', value: runs },
      { name: 'trivium_workflow_runs_oldest_due_seconds', value: oldest },
    ];
  },
};
