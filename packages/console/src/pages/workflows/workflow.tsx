import { useState } from 'react';
import { useApi, useMay } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { navigate, type PageProps, to, withSearch } from '../../app/router.tsx';
import { Acknowledge } from '../../parts/acknowledge.tsx';
import { Button, CopyText, LinkButton } from '../../parts/button.tsx';
import { Json } from '../../parts/code.tsx';
import { History } from '../../parts/deeds.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Time } from '../../parts/format.tsx';
import { ActionMenu } from '../../parts/menu.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { WithCode } from '../../parts/with-code.tsx';
import { useDeeds } from './action-words.ts';
import { Runs } from './runs.tsx';
import type { Workflow } from './workflow-form.ts';
import { LastRuns, WorkflowHealth } from './workflow-health.tsx';

/** One workflow: its health, definition and runs. */
export function WorkflowPage({ params: { id = '' }, search }: PageProps) {
  const workflow = useRead('getWorkflow', { params: { workflowId: id } });
  const found = workflow.data;
  return (
    <>
      <PageHead
        title={found?.name ?? 'Workflow'}
        crumbs={[{ label: 'Workflows', href: '#/workflows' }]}
        beside={found && <WorkflowHealth of={found} />}
        actions={found && <Manage workflow={found} />}
        {...(found?.description && { lead: found.description })}
      />
      <Shown of={workflow}>
        {(read) => (
          <>
            <Trouble of={read} />
            {read.health.state === 'failing' && (
              <Acknowledge
                of={read.health.acknowledged}
                title={`Acknowledge the failure of ${read.name}`}
                operation="acknowledgeWorkflow"
                params={{ workflowId: read.workflow_id }}
                scope="events:write"
              />
            )}
            <Described of={read} />
            <Runs workflow={read} search={search} />
            <History of={read.workflow_id} />
          </>
        )}
      </Shown>
    </>
  );
}

/** Why it fails, while it does. */
function Trouble({ of: { health, workflow_id } }: { of: Workflow }) {
  const { state, last_error } = health;
  if (state !== 'failing' || last_error === null) return null;
  return (
    <p className="note bad" role="status">
      <span>
        The latest run failed{last_error.action && <> at {last_error.action}</>}:{' '}
        <WithCode text={last_error.message} />{' '}
        <a href={to`workflows/${workflow_id}/runs/${last_error.run_id}`}>See the run</a>
      </span>
    </p>
  );
}

/** Its trigger and its actions. */
function Described({ of }: { of: Workflow }) {
  const deed = useDeeds();
  return (
    <>
      <Facts
        of={{
          'Last runs': <LastRuns of={of} />,
          Environment: of.environment,
          Revision: of.revision,
          Changed: <Time at={of.updated_at} withExact />,
          Id: <CopyText text={of.workflow_id} label="id" />,
        }}
      />
      <Section title="What it does">
        <ol className="workflow-flow" aria-label="From the event to the last action">
          <li>
            <p>
              When <a href={withSearch('#/events', { type: of.trigger.type })}>{of.trigger.type}</a> comes
              {of.trigger.condition !== null && ' and meets'}
            </p>
            {of.trigger.condition !== null && <Json value={of.trigger.condition} label="Condition" />}
          </li>
          {of.actions.map((one) => (
            <li key={one.id}>
              <DescribedAction of={one} deed={deed(one.action)} />
            </li>
          ))}
        </ol>
      </Section>
    </>
  );
}

function DescribedAction({
  of: { id, input, when, on_error },
  deed,
}: {
  of: Workflow['actions'][number];
  deed: string;
}) {
  return (
    <>
      <p>
        {deed} <span className="quiet">({id})</span>
        {when !== null && (
          <>
            , if <code>{when}</code>
          </>
        )}
        {on_error === 'continue' && <span className="quiet">; the next follow even if it fails</span>}
      </p>
      <details className="nested">
        <summary>With</summary>
        <Json value={input} label={`Input of ${id}`} />
      </details>
    </>
  );
}

function Manage({ workflow }: { workflow: Workflow }) {
  const api = useApi();
  const { workflow_id: workflowId, enabled, name } = workflow;
  const params = { workflowId };
  const [isAsking, setAsking] = useState(false);
  const change = useWrite(() => (enabled ? api.disableWorkflow : api.enableWorkflow)({ params }), {
    shows: enabled
      ? { operation: 'disableWorkflow', params, title: 'Disable it' }
      : { operation: 'enableWorkflow', params, title: 'Enable it' },
    done: () => (enabled ? 'It no longer starts on events.' : 'It starts on each matching event.'),
    undo: () => (enabled ? api.enableWorkflow : api.disableWorkflow)({ params }),
  });
  const remove = useWrite(() => api.deleteWorkflow({ params }), {
    shows: { operation: 'deleteWorkflow', params, title: 'Delete it' },
    done: () => `${name} is deleted.`,
    onDone: () => navigate('#/workflows'),
  });
  if (!useMay('events:write')) return null;
  return (
    <>
      <LinkButton href={to`workflows/${workflowId}/edit`}>Edit</LinkButton>
      <Button isBusy={change.isPending} onPress={() => change.mutate()}>
        {enabled ? 'Disable' : 'Enable'}
      </Button>
      <ActionMenu
        label="More actions"
        actions={[
          { label: 'Duplicate', run: () => navigate(withSearch('#/workflows/new', { from: workflowId })) },
          { label: 'Delete …', run: () => setAsking(true), isDanger: true },
        ]}
      />
      <Confirm
        title={`Delete ${name}?`}
        action="Delete workflow"
        name={name}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        Its runs are deleted with it, and queued runs are dropped. To stop it temporarily, disable it.
      </Confirm>
    </>
  );
}
