import type { Answer } from '../../api/client.ts';
import { DataTable, listOf } from '../../parts/data-table.tsx';
import { bytes, count, percent, plural } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';

type Quota = Answer<'getOrganization'>['quotas'][number];

export const quotaLabels: Record<Quota['name'], string> = {
  subscriptions: 'Subscriptions',
  api_keys: 'API keys',
  people: 'People',
  workflows: 'Workflows',
  stored_bytes: 'Stored files',
  events_per_day: 'Events published today (UTC)',
  model_usd_per_month: 'Language model this month, USD',
};

/** The quotas set by the operator. */
export function QuotaTable({ quotas }: { quotas: Quota[] }) {
  return (
    <Section title="Quotas" lead="The limits of this organization. Ask the operator for more.">
      <DataTable
        label="Quotas"
        list={listOf(quotas)}
        rowKey={(one) => one.name}
        columns={[
          { title: 'Resource', width: '2fr', cell: (one) => quotaLabels[one.name] },
          { title: 'Used', cell: (one) => `${shown(one.name, one.used)} of ${shown(one.name, one.limit)}` },
          { title: 'State', cell: (one) => <QuotaState of={one} /> },
        ]}
        say={(total) => plural(total, 'quota')}
        empty={<Empty title="There is no quota." />}
      />
    </Section>
  );
}

function shown(name: Quota['name'], value: number): string {
  return name === 'stored_bytes' ? bytes(value) : count(value);
}

function QuotaState({ of: { used, limit } }: { of: Quota }) {
  if (used >= limit) return <Status state="failed" label="Used up" />;
  if (used >= limit * 0.8) return <Status state="medium" label={`${percent(used, limit)} used`} />;
  return <Status state="active" label={`${percent(used, limit)} used`} />;
}
