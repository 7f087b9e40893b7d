import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { DataTable, listOf } from '../../parts/data-table.tsx';
import { count, money, percent, plural } from '../../parts/format.tsx';
import { Facts, Section } from '../../parts/page.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';

type ModelUsage = Answer<'getModelUsage'>;
type Took = Omit<ModelUsage['days'][number], 'day'>;

const DAYS = 30;

/** Agents' language model usage and its cost. */
export function ModelUsageSection() {
  const usage = useRead('getModelUsage', { query: { days: DAYS } });
  return (
    <Section
      title="Language model"
      lead={`Model calls of review and outreach agents in the last ${DAYS} days. An interrupted call counts at its maximum cost.`}
    >
      <Shown of={usage}>
        {(found) =>
          found.month.limit_usd === null && found.days.length === 0 ? (
            <Empty title="No language model is configured: agents use their rules." />
          ) : (
            <Used of={found} />
          )
        }
      </Shown>
    </Section>
  );
}

function Used({ of: { month, total, days } }: { of: ModelUsage }) {
  return (
    <>
      <Facts
        of={{
          'This month (UTC)': <MonthBudget of={month} />,
          Calls:
            total.failed === 0
              ? count(total.requests)
              : `${count(total.requests)}, ${count(total.failed)} failed`,
          Tokens: `${count(total.input_tokens)} in, ${count(total.output_tokens)} out`,
          Cost: money(total.cost_usd),
        }}
      />
      <DataTable
        label="Language model by agent"
        list={listOf(byAgent(days))}
        rowKey={(one) => `${one.area} ${one.agent} ${one.provider} ${one.model}`}
        columns={[
          { title: 'Agent', width: '1.6fr', cell: (one) => `${one.agent} (${one.area})` },
          { title: 'Model', width: '1.4fr', cell: (one) => one.model },
          { title: 'Calls', cell: (one) => count(one.requests) },
          { title: 'Failed', cell: (one) => count(one.failed) },
          {
            title: 'Tokens',
            cell: (one) => `${count(one.input_tokens)} in, ${count(one.output_tokens)} out`,
          },
          { title: 'Cost', cell: (one) => money(one.cost_usd) },
        ]}
        say={(agents) => plural(agents, 'agent')}
        empty={<Empty title="No calls in this time range." />}
      />
    </>
  );
}

function MonthBudget({ of: { spent_usd: spent, limit_usd: limit } }: { of: ModelUsage['month'] }) {
  if (limit === null) return money(spent);
  const share = percent(spent, limit);
  const text = `${money(spent)} of ${money(limit)}`;
  if (spent >= limit * 0.8)
    return (
      <>
        {text} <Status state={spent >= limit ? 'failed' : 'medium'} label={`${share} used`} />
      </>
    );
  return text;
}

/** Summed over all days, most expensive first. */
function byAgent(days: ModelUsage['days']): Took[] {
  const sums = new Map<string, Took>();
  for (const { day: _, ...one } of days) {
    const key = `${one.area} ${one.agent} ${one.provider} ${one.model}`;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { ...one });
    else
      for (const of of ['requests', 'failed', 'input_tokens', 'output_tokens', 'cost_usd'] as const)
        sum[of] += one[of];
  }
  return [...sums.values()].sort((a, b) => b.cost_usd - a.cost_usd || b.requests - a.requests);
}
