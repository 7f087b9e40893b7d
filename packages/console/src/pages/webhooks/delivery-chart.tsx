import { lazy, Suspense } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { count, duration, percent, plural } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Loading, Shown } from '../../parts/states.tsx';

const Chart = lazy(async () => ({ default: (await import('../../parts/chart.tsx')).Chart }));

type Stats = Answer<'readWebhookStats'>;
type Bucket = Stats['buckets'][number];

const HOUR_MS = 3_600_000;

/** One subscription's deliveries in the last 24 hours. */
export function DeliveryChart({ subId }: { subId: string }) {
  const stats = useRead('readWebhookSubscriptionStats', { params: { subId }, query: { bucket: 'hour' } });
  return (
    <Section title="Last 24 hours">
      <Shown of={stats}>{(found) => <DeliveryFigures of={found} />}</Shown>
    </Section>
  );
}

/** Charts of attempts per hour and their duration, with totals in words. */
export function DeliveryFigures({ of: stats }: { of: Stats }) {
  const { totals } = stats;
  const failed = totals.attempts - totals.successes;
  if (totals.attempts === 0) return <p className="quiet">Nothing was sent in the last 24 hours.</p>;
  const hours = everyHour(stats);
  const times = hours.map(({ at }) => at);
  const said = `${plural(totals.attempts, 'attempt')}, ${percent(totals.successes, totals.attempts)} successful. Median ${duration(totals.response_time_ms.p50)}, 95th percentile ${duration(totals.response_time_ms.p95)}.`;
  return (
    <>
      <p>{said}</p>
      {failed > 0 && <p className="quiet">Failures: {failures(totals.failures)}</p>}
      <Suspense fallback={<Loading lines={5} />}>
        <div className="columns">
          <Chart
            title="Attempts per hour"
            label={`Attempts per hour. ${said}`}
            times={times}
            series={[
              {
                label: 'Failed',
                kind: 'bars',
                colour: '--bad',
                values: hours.map(({ found }) => found?.attempts || null),
                told: hours.map(({ found }) => (found ? found.attempts - found.successes : null)),
                show: count,
              },
              {
                label: 'Successful',
                kind: 'bars',
                colour: '--good',
                values: hours.map(({ found }) => found?.successes || null),
                show: count,
              },
            ]}
          />
          <Chart
            title="Response time"
            label={`Response time. ${said}`}
            times={times}
            series={[
              {
                label: '95th percentile',
                kind: 'line',
                colour: '--busy',
                values: hours.map(({ found }) => found?.response_time_ms.p95 ?? null),
                show: duration,
              },
              {
                label: 'Median',
                kind: 'line',
                colour: '--link',
                values: hours.map(({ found }) => found?.response_time_ms.p50 ?? null),
                show: duration,
              },
            ]}
          />
          {failed > 0 && <StatusChart of={stats} />}
        </div>
      </Suspense>
    </>
  );
}

/** Number of statuses with their own bar; rarer ones are combined. */
const MAX_STATUSES = 4;
const statusColours = ['--bad', '--warn', '--busy', '--link'];

/** Failures per hour: the most frequent statuses, others, and no response at all. */
function StatusChart({ of: stats }: { of: Stats }) {
  const hours = everyHour(stats);
  const parts = statusParts(stats.totals);
  const told = parts.map(({ of }) => hours.map(({ found }) => (found ? of(found) : 0)));
  // Stacked by overlap: bars drawn later cover the lower part, so the first is the highest.
  const series = parts.map(({ label, colour }, at) => ({
    label,
    colour,
    kind: 'bars' as const,
    show: count,
    told: told[at] ?? [],
    values: hours.map((_, hour) => sum(told.slice(at).map((one) => one[hour] ?? 0)) || null),
  }));
  const said = parts.map(({ label, of }) => `${label}: ${count(of(stats.totals))}`).join(', ');
  return (
    <Chart
      title="Failures by status code"
      label={`Failures per hour. ${said}.`}
      times={hours.map(({ at }) => at)}
      series={series}
    />
  );
}

interface StatusPart {
  label: string;
  colour: string;
  of: (sums: Pick<Bucket, 'failures' | 'statuses'>) => number;
}

function statusParts({ failures: all, statuses }: Stats['totals']): StatusPart[] {
  const sorted = Object.entries(statuses).sort(([, one], [, other]) => other - one);
  const shown = sorted.slice(0, MAX_STATUSES).map(([status]) => status);
  const answered = (of: Stats['totals']['failures']) => of['3xx'] + of['4xx'] + of['5xx'];
  const listed = (of: Bucket['statuses']) => sum(shown.map((status) => of[status] ?? 0));
  const parts: StatusPart[] = [
    ...shown.map((status, at) => ({
      label: status,
      colour: statusColours[at] ?? '--quiet',
      of: ({ statuses: found }: Pick<Bucket, 'statuses'>) => found[status] ?? 0,
    })),
    {
      label: 'Other responses',
      colour: '--edge',
      of: ({ failures: of, statuses: found }) => answered(of) - listed(found),
    },
    {
      label: 'No response',
      colour: '--quiet',
      of: ({ failures: of }) => sum(Object.values(of)) - answered(of),
    },
  ];
  return parts.filter(({ of }) => of({ failures: all, statuses }) > 0);
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** The response omits hours without attempts; the chart needs them. */
function everyHour({ from, to, buckets }: Stats): { at: number; found: Bucket | undefined }[] {
  const known = new Map(buckets.map((bucket) => [Date.parse(bucket.starts_at), bucket]));
  const start = Date.parse(from);
  const length = Math.max(Math.round((Date.parse(to) - start) / HOUR_MS), 1);
  return Array.from({ length }, (_, index) => {
    const at = start + index * HOUR_MS;
    return { at, found: known.get(at) };
  });
}

const causes: Record<string, string> = {
  timeout: 'without a response in time',
  dns: 'whose host has no address',
  connection: 'without a connection',
  tls: 'whose certificate or TLS was refused',
  protocol: 'whose response was not HTTP',
  '3xx': 'answered 3xx',
  '4xx': 'answered 4xx',
  '5xx': 'answered 5xx',
  blocked_address: 'whose address is not allowed',
};

function failures(of: Stats['totals']['failures']): string {
  const present = Object.entries(of).filter(([, times]) => times > 0);
  return `${present.map(([cause, times]) => `${count(times)} ${causes[cause] ?? cause}`).join(', ')}.`;
}
