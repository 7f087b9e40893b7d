import { Plus, Workflow as WorkflowIcon } from 'lucide-react';
import { useMay } from '../../api/client.ts';
import { useList } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { Clamped } from '../../parts/clamped.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Breaking, plural, Time } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { useDeeds } from './action-words.ts';
import { LastRuns, WorkflowHealth } from './workflow-health.tsx';

/** The workflows: trigger, actions and health. */
export function WorkflowsPage() {
  const list = useList('listWorkflows', {});
  const deed = useDeeds();
  const add = useMay('events:write') && (
    <LinkButton kind="main" icon={Plus} href="#/workflows/new">
      New workflow
    </LinkButton>
  );
  return (
    <>
      <PageHead
        title="Workflows"
        lead="What the service does automatically when an event arrives, on any platform."
        actions={add}
      />
      <DataTable
        label="Workflows"
        list={list}
        rowKey={(one) => one.workflow_id}
        rowHref={(one) => to`workflows/${one.workflow_id}`}
        columns={[
          { title: 'Name', width: '1.6fr', cell: (one) => <Clamped text={one.name} /> },
          { title: 'Health', width: '1.2fr', cell: (one) => <WorkflowHealth of={one} /> },
          {
            title: 'Trigger',
            width: '1.3fr',
            cell: (one) => (
              <code>
                <Breaking name={one.trigger.type} />
              </code>
            ),
          },
          {
            title: 'Actions',
            width: '1.6fr',
            cell: ({ actions }) => <Clamped text={actions.map(({ action }) => deed(action)).join(', ')} />,
          },
          { title: 'Last runs', width: '1.2fr', cell: (one) => <LastRuns of={one} /> },
          { title: 'Last run', width: '0.8fr', cell: (one) => <Time at={one.health.last_run_at} /> },
        ]}
        say={(total) => plural(total, 'workflow')}
        empty={
          <Empty icon={WorkflowIcon} title="There is no workflow yet." action={add}>
            A workflow reacts to an event: it publishes another event, calls a contract, reviews an
            application or writes to a lead. You can try it on a past event before you create it.
          </Empty>
        }
      />
    </>
  );
}
