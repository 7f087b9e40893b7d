import { Bot } from 'lucide-react';
import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useList } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { count, money, percent, plural, Time } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Status, type Tone } from '../../parts/status.tsx';
import { OutreachNav, outreachCrumbs } from './outreach-nav.tsx';

export type Agent = ItemOf<'listAgents'>;

const states: Record<Agent['status'], [label: string, tone: Tone]> = {
  idle: ['Ready', 'good'],
  running: ['At work', 'busy'],
  degraded: ['Fails often', 'warn'],
  disabled: ['Off', 'plain'],
};

export function AgentStatus({ of }: { of: Agent }) {
  const [label, tone] = states[of.status];
  return <Status state={of.status} label={label} tone={tone} />;
}

/** By rules, or by which model. */
export function engineText({ engine, model }: Agent): string {
  return engine === 'rules' ? 'Rules' : (model ?? 'A language model');
}

/** The agents that work on campaigns. */
export function AgentsPage() {
  const list = useList('listAgents', {});
  return (
    <>
      <PageHead
        title="Agents"
        crumbs={outreachCrumbs}
        lead="Each agent does one part of a campaign: finding, scoring, writing, checking or reading."
      />
      <OutreachNav here="#/outreach/agents" />
      <DataTable
        label="Agents"
        list={list}
        rowKey={(one) => one.id}
        rowHref={(one) => to`outreach/agents/${one.id}`}
        columns={[
          { title: 'Name', width: '1.2fr', cell: (one) => one.name },
          { title: 'State', width: '0.9fr', cell: (one) => <AgentStatus of={one} /> },
          { title: 'Works by', cell: engineText },
          {
            title: 'Done',
            width: '0.7fr',
            align: 'end',
            cell: ({ metrics }) => count(metrics.total_executions),
          },
          {
            title: 'Success rate',
            width: '0.8fr',
            align: 'end',
            cell: ({ metrics }) => percent(metrics.success_count, metrics.total_executions),
          },
          {
            title: 'Cost',
            width: '0.7fr',
            align: 'end',
            cell: ({ metrics }) => money(metrics.total_cost_usd),
          },
          { title: 'Last', width: '0.8fr', cell: (one) => <Time at={one.last_execution_at} /> },
        ]}
        say={(total) => plural(total, 'agent')}
        empty={
          <Empty icon={Bot} title="There is no agent yet.">
            The first campaign creates its agents.
          </Empty>
        }
      />
    </>
  );
}
