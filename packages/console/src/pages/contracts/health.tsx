import { lazy, Suspense } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { DataTable, listOf } from '../../parts/data-table.tsx';
import { count, duration, percent, plural, Time } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty, Loading, Shown } from '../../parts/states.tsx';
import { alertText, spanText } from './alert-words.ts';
import type { Span } from './health-chart.tsx';
import { HealthStatus } from './words.tsx';

const HealthChart = lazy(async () => ({ default: (await import('./health-chart.tsx')).HealthChart }));

type Health = Answer<'getContractHealth'>;
type Figures = Health['metrics'];

/** A contract's health: firing alerts, and executions as charts and per window. */
export function ContractHealth({ id }: { id: string }) {
  const health = useRead('getContractHealth', { params: { id } });
  return (
    <Section title="Health" lead={health.data && whyText(health.data)}>
      <Shown of={health}>
        {({ status, metrics, windows, alerts }) => (
          <>
            <p>
              <HealthStatus state={status} />
            </p>
            {alerts.map((alert) => (
              <Alert key={alert.alert_id} contractId={id} of={alert} />
            ))}
            {metrics.execution_count === 0 ? (
              <Empty
                title="No executions yet."
                action={<a href={`${to`contracts/${id}`}/call`}>Read and write</a>}
              >
                Charts of executions, failures, gas and time appear here after the first execution.
              </Empty>
            ) : (
              <>
                <Suspense fallback={<Loading lines={6} />}>
                  <HealthChart id={id} first={firstSpan(metrics, windows)} />
                </Suspense>
                <Windows of={metrics} windows={windows} />
              </>
            )}
          </>
        )}
      </Shown>
    </Section>
  );
}

/** The shortest span that shows everything. */
function firstSpan(all: Figures, windows: Health['windows']): Span {
  const within = (minutes: number) =>
    windows.find(({ window_minutes: one }) => one === minutes)?.execution_count === all.execution_count;
  if (within(60)) return 'minute';
  return within(1_440) ? 'hour' : 'day';
}

/** The basis of the status, as a sentence. */
function whyText({ status, metrics, windows }: Health): string | undefined {
  if (status === 'unknown') return undefined;
  const hour = windows.find(({ window_minutes: minutes }) => minutes === 60);
  const isRecent = hour !== undefined && hour.success_count + hour.failure_count > 0;
  const judged = isRecent ? hour : metrics;
  const settled = judged.success_count + judged.failure_count;
  const when = isRecent ? 'in the last hour' : 'in all; nothing in the last hour';
  const failed = judged.failure_count === 0 ? 'none failed' : `${count(judged.failure_count)} failed`;
  return `Of ${plural(settled, 'execution')} ${when}, ${failed}. Above 5 % it reads “Some fail”, above 25 % “Many fail”.`;
}

function Alert({ contractId, of }: { contractId: string; of: Health['alerts'][number] }) {
  const isFiring = of.status === 'firing';
  return (
    <div className={isFiring ? 'note bad' : 'note'} role="status">
      <span>
        <strong>{of.rule_name}</strong>: {alertText(of)} {isFiring ? 'Fires since ' : 'It fired '}
        <Time at={of.triggered_at} />
        {of.resolved_at !== null && (
          <>
            {' '}
            and was over <Time at={of.resolved_at} />
          </>
        )}
        . {of.execution_id !== null && <a href={to`executions/${of.execution_id}`}>The transaction</a>}{' '}
        <a href={`${to`contracts/${contractId}`}/alerts`}>The rule</a>
      </span>
    </div>
  );
}

function Windows({ of, windows }: { of: Figures; windows: Health['windows'] }) {
  const rows = [
    ...windows.map((figures) => ({ name: `Last ${spanText(figures.window_minutes)}`, figures })),
    { name: 'In all', figures: of },
  ];
  return (
    <DataTable
      label="Executions over windows"
      list={listOf(rows)}
      rowKey={({ name }) => name}
      columns={[
        { title: 'Time', cell: ({ name }) => name },
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

const gasOf = ({ avg_gas_used: gas }: Figures) => Math.round(gas).toLocaleString('en-US');
const timeOf = ({ avg_execution_time_ms: ms }: Figures) => duration(ms);

function whereAny(figures: Figures, say: (of: Figures) => string): string {
  return figures.success_count + figures.failure_count === 0 ? '–' : say(figures);
}
