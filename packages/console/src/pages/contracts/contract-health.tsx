import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { DataTable, listOf } from '../../parts/data-table.tsx';
import { count, duration, percent, Time, words } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';

type Health = Answer<'getContractHealth'>;
type Figures = Health['metrics'];

/** How a contract does: what fires, and how its executions went, lately and in all. */
export function ContractHealth({ id }: { id: string }) {
  const health = useRead('getContractHealth', { params: { id } });
  return (
    <Section title="Health">
      <Shown of={health}>
        {({ status, metrics, windows, alerts }) => (
          <>
            <p>
              <Status
                state={status}
                {...(status === 'unknown' && { label: 'Not known: nothing was executed' })}
              />
            </p>
            {alerts.map((alert) => (
              <Alert key={alert.alert_id} of={alert} />
            ))}
            {metrics.execution_count > 0 && <Executions of={metrics} windows={windows} />}
          </>
        )}
      </Shown>
    </Section>
  );
}

function Alert({ of }: { of: Health['alerts'][number] }) {
  return (
    <p className={of.status === 'firing' ? 'note bad' : 'note'}>
      <span>
        <strong>{of.rule_name}</strong>, {words(of.status).toLowerCase()} since{' '}
        <Time at={of.resolved_at ?? of.triggered_at} />: {of.message}
      </span>
    </p>
  );
}

function Executions({ of, windows }: { of: Figures; windows: Health['windows'] }) {
  const rows = [
    ...windows.map((figures) => ({ name: `Last ${duration(figures.window_minutes * 60_000)}`, figures })),
    { name: 'In all', figures: of },
  ];
  return (
    <DataTable
      label="Executions"
      list={listOf(rows)}
      rowKey={({ name }) => name}
      columns={[
        { title: 'Executions', cell: ({ name }) => name },
        { title: 'Sent', align: 'end', cell: ({ figures }) => count(figures.execution_count) },
        { title: 'Failed', align: 'end', cell: ({ figures }) => count(figures.failure_count) },
        { title: 'Successful', align: 'end', cell: ({ figures }) => successOf(figures) },
        { title: 'Gas, on average', align: 'end', cell: ({ figures }) => whereAny(figures, gasOf) },
        { title: 'Took, on average', align: 'end', cell: ({ figures }) => whereAny(figures, timeOf) },
      ]}
      say={() => ''}
      empty={null}
    />
  );
}

function successOf({ success_count: good, failure_count: bad }: Figures): string {
  return percent(good, good + bad);
}

const gasOf = ({ avg_gas_used: gas }: Figures) => count(gas);
const timeOf = ({ avg_execution_time_ms: ms }: Figures) => duration(ms);

function whereAny(figures: Figures, say: (of: Figures) => string): string {
  return figures.success_count + figures.failure_count === 0 ? '–' : say(figures);
}
