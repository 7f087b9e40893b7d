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

/** Deliveries of one subscription in the last 24 hours. */
export function DeliveryChart({ subId }: { subId: string }) {
  const stats = useRead('readWebhookSubscriptionStats', { params: { subId }, query: { bucket: 'hour' } });
  return (
    <Section title="Last 24 hours">
      <Shown of={stats}>{(found) => <DeliveryFigures of={found} />}</Shown>
    </Section>
  );
}

/** Attempts an hour and how long they took, as curves, with the sum in words. */
export function DeliveryFigures({ of: stats }: { of: Stats }) {
  const { totals } = stats;
  const failed = totals.attempts - totals.successes;
  if (totals.attempts === 0) return <p className="quiet">Nothing was sent in the last 24 hours.</p>;
  const hours = everyHour(stats);
  const times = hours.map(({ at }) => at);
  const said = `${plural(totals.attempts, 'attempt')}, ${percent(totals.successes, totals.attempts)} successful. Half took at most ${duration(totals.response_time_ms.p50)}, 95 of 100 at most ${duration(totals.response_time_ms.p95)}.`;
  return (
    <>
      <p>{said}</p>
      {failed > 0 && <p className="quiet">Failures: {failures(totals.failures)}</p>}
      <Suspense fallback={<Loading lines={5} />}>
        <div className="columns">
          <Chart
            label={`Attempts an hour. ${said}`}
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
            label={`How long attempts took. ${said}`}
            times={times}
            series={[
              {
                label: '95 of 100 within',
                kind: 'line',
                colour: '--busy',
                values: hours.map(({ found }) => found?.response_time_ms.p95 ?? null),
                show: duration,
              },
              {
                label: 'Half within',
                kind: 'line',
                colour: '--link',
                values: hours.map(({ found }) => found?.response_time_ms.p50 ?? null),
                show: duration,
              },
            ]}
          />
        </div>
      </Suspense>
    </>
  );
}

/** Hours without attempts are left out of the answer; a picture needs them. */
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
  timeout: 'no answer in time',
  dns: 'name not found',
  connection: 'connection refused or broken',
  tls: 'TLS',
  protocol: 'answer was not HTTP',
  '3xx': 'redirected (3xx)',
  '4xx': 'refused (4xx)',
  '5xx': 'broken (5xx)',
  blocked_address: 'address not allowed',
};

function failures(of: Stats['totals']['failures']): string {
  const present = Object.entries(of).filter(([, times]) => times > 0);
  return `${present.map(([cause, times]) => `${count(times)} ${causes[cause] ?? cause}`).join(', ')}.`;
}
