import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useList } from '../../api/read.ts';
import { to, useFilters } from '../../app/router.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EventName } from '../../parts/event-name.tsx';
import { Choice } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { WithCode } from '../../parts/with-code.tsx';
import { RetryFailedRuns } from './retry-failed-runs.tsx';
import { RetryRun } from './retry-run.tsx';
import type { Workflow } from './workflow-form.ts';

export type Run = ItemOf<'listWorkflowRuns'>;

const states = [
  { id: '', label: 'Any' },
  { id: 'failed', label: 'Failed' },
  { id: 'succeeded', label: 'Succeeded' },
  { id: 'queued', label: 'Waiting' },
  { id: 'loop_stopped', label: 'Stopped as a loop' },
];

const labels: Record<string, string> = { queued: 'Waiting', loop_stopped: 'Stopped as a loop' };

export function RunStatus({ of: { status } }: { of: Pick<Run, 'status'> }) {
  const label = labels[status];
  return <Status state={status} {...(label !== undefined && { label })} />;
}

/** Why a run did not succeed; undefined if it did. */
export function whyOf({ actions, status }: Pick<Run, 'actions' | 'status'>): string | undefined {
  if (status === 'loop_stopped') return 'Workflows had started each other too often.';
  const failed = actions.find(({ error }) => error !== null);
  return failed && `${failed.id}: ${failed.error?.message}`;
}

/** A workflow's runs, newest first; each links to its steps. */
export function Runs({ workflow, search }: { workflow: Workflow; search: URLSearchParams }) {
  const [filters, change] = useFilters(search);
  const { workflow_id: workflowId, revision } = workflow;
  const status = filters.status as 'failed' | undefined;
  const runs = useList('listWorkflowRuns', { params: { workflowId }, query: { ...(status && { status }) } });
  const hasFailed = workflow.health.runs.failed > 0 || (status === 'failed' && runs.total > 0);
  return (
    <Section title="Runs" actions={hasFailed && <RetryFailedRuns workflow={workflow} />}>
      <FilterBox set={{ status }}>
        <Choice
          label="Status"
          value={status ?? ''}
          onChange={(next) => change({ status: next })}
          options={states}
        />
      </FilterBox>
      <DataTable
        label="Runs"
        list={runs}
        first={10}
        rowKey={(one) => one.run_id}
        rowHref={(one) => to`workflows/${workflowId}/runs/${one.run_id}`}
        columns={[
          {
            title: 'Event',
            width: '1.4fr',
            cell: (one) => <EventName type={one.event_type} id={one.event_id} />,
          },
          { title: 'Status', cell: (one) => <RunStatus of={one} /> },
          { title: 'Why', width: '2fr', cell: (one) => <WithCode text={whyOf(one)} /> },
          { title: 'Attempts', width: '0.6fr', align: 'end', cell: (one) => one.attempts },
          { title: 'Started', width: '0.8fr', cell: (one) => <Time at={one.created_at} /> },
        ]}
        rowActions={(one) => <RetryRun run={one} revision={revision} />}
        say={(total) => plural(total, 'run')}
        empty={
          status === undefined ? (
            <Empty title="It has not run yet.">It runs when the next matching event arrives.</Empty>
          ) : (
            <Empty title="No run matches.">Remove the filter to see all runs.</Empty>
          )
        }
      />
    </Section>
  );
}
