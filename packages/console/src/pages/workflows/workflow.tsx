import type { ItemOf } from '../../../../sdk/src/index.ts';
import { type Answer, useApi, useMay } from '../../api/client.ts';
import { useList, useRead, useWrite } from '../../api/read.ts';
import { type PageProps, to, withSearch } from '../../app/router.tsx';
import { Button, CopyText } from '../../parts/button.tsx';
import { Json } from '../../parts/code.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';

/** One workflow and its runs. */
export function WorkflowPage({ params }: PageProps) {
  const api = useApi();
  const workflowId = params.id!;
  const workflow = useRead('getWorkflow', { params: { workflowId } });
  const mayChange = useMay('events:write');
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
          workflow.data &&
          mayChange && (
            <Button isBusy={change.isPending} onPress={() => change.mutate()}>
              {isEnabled ? 'Disable' : 'Enable'}
            </Button>
          )
        }
      />
      <Shown of={workflow}>{(found) => <Described of={found} />}</Shown>
      <Runs workflowId={workflowId} />
    </>
  );
}

/** What it waits for, and what it does then. */
function Described({ of }: { of: Answer<'getWorkflow'> }) {
  return (
    <>
      {of.description && <p className="lead">{of.description}</p>}
      <Facts
        of={{
          'Starts on': <a href={withSearch('#/events', { type: of.trigger.type })}>{of.trigger.type}</a>,
          Environment: of.environment,
          Changed: <Time at={of.updated_at} withExact />,
          Id: <CopyText text={of.workflow_id} label="id" />,
        }}
      />
      {of.trigger.condition !== null && (
        <Section title="Only if">
          <Json value={of.trigger.condition} label="Condition" />
        </Section>
      )}
      <Section title="Then">
        <ol className="workflow-actions">
          {of.actions.map(({ id, action, input, when, on_error }) => (
            <li key={id}>
              <code>{action}</code>
              {when !== null && (
                <>
                  , if <code>{when}</code>
                </>
              )}
              {on_error === 'continue' && <span className="quiet"> (the next follow even if it fails)</span>}
              <Json value={input} label={`Input of ${id}`} />
            </li>
          ))}
        </ol>
      </Section>
    </>
  );
}

function whyOf({ actions, status }: ItemOf<'listWorkflowRuns'>): string | undefined {
  if (status === 'loop_stopped') return 'Workflows had started each other too often.';
  return actions.find(({ error }) => error !== null)?.error?.message;
}

function Runs({ workflowId }: { workflowId: string }) {
  const api = useApi();
  const mayChange = useMay('events:write');
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
            cell: whyOf,
          },
          { title: 'Started', cell: (one) => <Time at={one.created_at} /> },
        ]}
        rowActions={(one) =>
          mayChange &&
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
