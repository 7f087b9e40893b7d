import { useList } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { plural } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';

/** The workflows: what each waits for, and what it does then. */
export function WorkflowsPage() {
  const list = useList('listWorkflows', {});
  return (
    <>
      <PageHead title="Workflows" lead="What the service does by itself when an event comes." />
      <DataTable
        label="Workflows"
        list={list}
        rowKey={(one) => one.workflow_id}
        rowHref={(one) => to`workflows/${one.workflow_id}`}
        columns={[
          { title: 'Name', width: '2fr', cell: (one) => one.name },
          { title: 'Starts on', cell: (one) => <code>{one.trigger.type}</code> },
          { title: 'Does', width: '2fr', cell: (one) => one.actions.map(({ action }) => action).join(', ') },
          { title: 'Status', cell: (one) => <Status state={one.enabled ? 'enabled' : 'disabled'} /> },
        ]}
        say={(total) => plural(total, 'workflow')}
        empty={
          <Empty
            title="There is no workflow yet."
            action={<a href="/docs/guides/workflows">Read how to make one</a>}
          >
            A workflow starts on an event type and runs actions with what the event holds.
          </Empty>
        }
      />
    </>
  );
}
