import { useApi } from '../../api/client.ts';
import { useList, useRead, useWrite } from '../../api/read.ts';
import { type PageProps, to } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { RecordFacts } from '../../parts/record.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';

/** One workflow and its runs. */
export function WorkflowPage({ params }: PageProps) {
  const api = useApi();
  const workflowId = params.id!;
  const workflow = useRead('getWorkflow', { params: { workflowId } });
  const isEnabled = workflow.data?.enabled === true;
  const change = useWrite(
    () => (isEnabled ? api.disableWorkflow : api.enableWorkflow)({ params: { workflowId } }),
    { done: () => (isEnabled ? 'It starts no more.' : 'It starts on each event that fits.') },
  );
  return (
    <>
      <PageHead
        title={workflow.data?.name ?? 'Workflow'}
        crumbs={[{ label: 'Workflows', href: '#/workflows' }]}
        beside={workflow.data && <Status state={isEnabled ? 'enabled' : 'disabled'} />}
        actions={
          workflow.data && (
            <Button isBusy={change.isPending} onPress={() => change.mutate()}>
              {isEnabled ? 'Disable' : 'Enable'}
            </Button>
          )
        }
      />
      <Shown of={workflow}>
        {(found) => <RecordFacts of={found} label={found.name} without={['name', 'enabled']} />}
      </Shown>
      <Runs workflowId={workflowId} />
    </>
  );
}

function Runs({ workflowId }: { workflowId: string }) {
  const api = useApi();
  const runs = useList('listWorkflowRuns', { params: { workflowId } });
  const retry = useWrite((runId: string) => api.retryWorkflowRun({ params: { workflowId, runId } }), {
    done: () => 'The run is started again.',
  });
  return (
    <Section title="Runs">
      <DataTable
        label="Runs"
        list={runs}
        rowKey={(one) => one.run_id}
        rowHref={(one) => to`events/${one.event_id}`}
        columns={[
          { title: 'Event', width: '2fr', cell: (one) => one.event_type },
          { title: 'Status', cell: (one) => <Status state={one.status} /> },
          {
            title: 'Why',
            width: '2fr',
            cell: (one) => one.actions.find(({ error }) => error !== null)?.error?.message,
          },
          { title: 'Started', cell: (one) => <Time at={one.created_at} /> },
        ]}
        rowActions={(one) =>
          one.status === 'failed' && (
            <Button isBusy={retry.isPending} onPress={() => retry.mutate(one.run_id)}>
              Run again
            </Button>
          )
        }
        say={(total) => plural(total, 'run')}
        empty={
          <Empty title="It has not run yet.">It runs when the next event comes that fits its trigger.</Empty>
        }
      />
    </Section>
  );
}
