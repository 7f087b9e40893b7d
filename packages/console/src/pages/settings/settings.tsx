import { lazy, Suspense } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { type PageProps, useFilters } from '../../app/router.tsx';
import { CopyText } from '../../parts/button.tsx';
import { DataTable, listOf } from '../../parts/data-table.tsx';
import { Choice } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { count, duration, percent, plural, Time } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Empty, Loading, Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { limitNames } from './limit-names.ts';
import { ModelUsageSection } from './model-usage.tsx';
import { QuotaTable } from './quota-table.tsx';

const Chart = lazy(async () => ({ default: (await import('../../parts/chart.tsx')).Chart }));

type Organization = Answer<'getOrganization'>;
type Limit = Organization['limits'][number];

/** The organization, its usage of each limit, and usage over time. */
export function SettingsPage({ search }: PageProps) {
  const organization = useRead('getOrganization', {}, { every: () => 15_000 });
  return (
    <>
      <PageHead title="Limits and usage" lead="The organization's limits and its usage, now and over time." />
      <Shown of={organization} lines={8}>
        {(found) => (
          <>
            <Facts
              of={{
                Organization: found.name,
                Id: <CopyText text={found.id} label="id of the organization" />,
                Since: <Time at={found.created_at} withExact />,
                'Subscriptions of the Events API': `${count(found.events_subscriptions.active)} of ${count(found.events_subscriptions.limit)}`,
              }}
            />
            {found.quotas.length > 0 && <QuotaTable quotas={found.quotas} />}
            <UsageChart limits={found.limits} search={search} />
            <LimitTable limits={found.limits} />
            <ModelUsageSection />
          </>
        )}
      </Shown>
    </>
  );
}

function LimitTable({ limits }: { limits: Limit[] }) {
  const sorted = [...limits].sort((a, b) => b.used / b.limit - a.used / a.limit);
  return (
    <Section
      title="Limits now"
      lead="Requests that share a limit. Beyond it, requests get 429 and a retry time."
    >
      <DataTable
        label="Limits"
        list={listOf(sorted)}
        rowKey={(one) => one.name}
        columns={[
          { title: 'Limit', width: '2fr', cell: (one) => limitNames[one.name] ?? one.name },
          { title: 'Used', cell: (one) => `${count(one.used)} of ${count(one.limit)}` },
          { title: 'In', cell: (one) => duration(one.window_seconds * 1_000) },
          { title: 'State', width: '1.2fr', cell: (one) => <LimitState of={one} /> },
          { title: 'Resets', cell: (one) => <Time at={one.reset_at} /> },
        ]}
        say={(total) => plural(total, 'limit')}
        empty={<Empty title="There is no limit." />}
      />
    </Section>
  );
}

function LimitState({ of: { used, limit, remaining } }: { of: Limit }) {
  if (remaining === 0) return <Status state="failed" label="Used up" />;
  const share = percent(used, limit);
  if (used >= limit * 0.8) return <Status state="medium" label={`${share} used`} />;
  return <Status state={used === 0 ? 'none' : 'active'} label={used === 0 ? 'Not used' : `${share} used`} />;
}

const spans = [
  { id: '', label: 'The last day' },
  { id: '7', label: 'The last 7 days' },
  { id: '30', label: 'The last 30 days' },
];

/** A chart of one limit's requests by hour or day. */
function UsageChart({ limits, search }: { limits: Limit[]; search: URLSearchParams }) {
  const [filters, change] = useFilters(search);
  const days = Number(filters.days || 1);
  const limit = filters.limit || busiest(limits);
  const usage = useRead('getUsage', { query: { days, name: limit as never } });
  return (
    <Section title="Usage over time">
      <FilterBox set={{ limit: filters.limit, days: filters.days }}>
        <Choice
          label="Limit"
          value={limit}
          onChange={(chosen) => change({ limit: chosen })}
          options={limits.map(({ name }) => ({ id: name, label: limitNames[name] ?? name }))}
        />
        <Choice
          label="When"
          value={filters.days ?? ''}
          onChange={(chosen) => change({ days: chosen })}
          options={spans}
        />
      </FilterBox>
      <Shown of={usage}>{(found) => <Curve usage={found} name={limitNames[limit] ?? limit} />}</Shown>
    </Section>
  );
}

function busiest(limits: Limit[]): string {
  return limits.reduce((a, b) => (b.used > a.used ? b : a)).name;
}

function Curve({ usage: { hours, total }, name }: { usage: Answer<'getUsage'>; name: string }) {
  if (total === 0) return <Empty title="No usage in this time range." />;
  const values = hours.map(({ requests }) => requests);
  const most = Math.max(...values);
  const said = `${plural(total, 'request')} in all, at most ${count(most)} in an hour.`;
  return (
    <>
      <p className="quiet">{said}</p>
      <Suspense fallback={<Loading />}>
        <Chart
          label={`${name}, by hour. ${said}`}
          times={hours.map(({ starts_at }) => Date.parse(starts_at))}
          series={[{ label: `${name}, by hour`, kind: 'line', colour: '--link', values, show: count }]}
        />
      </Suspense>
    </>
  );
}
