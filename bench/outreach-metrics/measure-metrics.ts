import type { Bench } from '../harness/bench.ts';
import { watchCpu } from '../harness/cpu-window.ts';
import type { Figure } from '../harness/result.ts';
import type { Service } from '../harness/service.ts';
import { describeLatency, latencyFigures } from '../harness/statistics.ts';
import { readOrganization } from '../load/seed-log.ts';

const CLIENTS = 4;
const ROWS_PER_STATEMENT = 500_000;
/** Kinds of events of a mail, with their share of all events, and the metrics in which the service counts each. */
const kinds = [
  { type: 'communication.sent', metrics: ['emails_sent', 'delivered'], of: 10 },
  { type: 'communication.opened', metrics: ['opens'], of: 6 },
  { type: 'communication.clicked', metrics: ['clicks'], of: 3 },
  { type: 'communication.replied', metrics: ['replies'], of: 1 },
] as const;
const SHARES = kinds.reduce((sum, { of }) => sum + of, 0);

/** Measures `GET /campaigns/:id` of one campaign with very many events, and checks that it equals a recount. */
export async function measureMetrics(bench: Bench): Promise<Figure[]> {
  const events = bench.rows * 10;
  const service = await bench.startService();
  const { id } = await service.api<{ id: string }>('POST', '/v1/outreach/campaigns', { name: 'Bench' });
  bench.say(`  writing ${events.toLocaleString('en-US')} events`);
  await seedEvents(service, events);
  const faults = await compareWithRecount(service, id);
  const requests = bench.quick ? 400 : 4_000;
  const took: number[] = [];
  const readCpu = watchCpu({ processes: { service: service.pid }, trees: { postgres: service.postgresPid } });
  const client = async () => {
    while (took.length < requests) {
      const startedAt = performance.now();
      await service.api('GET', `/v1/outreach/campaigns/${id}`);
      took.push(performance.now() - startedAt);
    }
  };
  await service.api('GET', `/v1/outreach/campaigns/${id}`);

  await Promise.all(Array.from({ length: CLIENTS }, client));
  const { others, stolen } = readCpu();
  await service.stop();
  const latency = latencyFigures(took);
  return [
    {
      name: `metrics of a campaign with ${events.toLocaleString('en-US')} events: p99`,
      ours: describeLatency(latency),
      value: latency.p99,
      unit: 'ms',
      floor: 50,
      aim: 15,
      better: 'lower',
      othersCores: others + stolen,
      faults,
      details: { events, clients: CLIENTS, requests, latency },
    },
  ];
}

/** Writes events of the platform's index with their counters, in the same form as the service. */
async function seedEvents({ database }: Service, events: number): Promise<void> {
  const orgId = await readOrganization(database);
  const types = kinds.flatMap(({ type, of }) => Array.from({ length: of }, () => type));
  await database.query('set synchronous_commit = off');
  for (let done = 0; done < events; done += ROWS_PER_STATEMENT) {
    const last = Math.min(done + ROWS_PER_STATEMENT, events);
    await database.query(
      `insert into outreach_events (org_id, position, type, occurred_at, campaign_id, lead_id)
       select $1, 1000000000 + i, ($4::text[])[i % ${SHARES} + 1], now() - i * interval '1 second', c.id,
         ('00000000-0000-7000-8000-' || lpad(to_hex(i % 500000), 12, '0'))::uuid
       from generate_series($2::bigint, $3::bigint) i, outreach_campaigns c where c.org_id = $1`,
      [orgId, done, last - 1, types],
    );
  }
  for (const { metrics, type } of kinds) {
    await database.query(
      `insert into campaign_counters (org_id, campaign_id, step, variant, metric, value)
       select $1, c.id, s.step, '', m, count(*)
       from outreach_campaigns c join outreach_events e on e.org_id = c.org_id and e.campaign_id = c.id and e.type = $2
         cross join unnest($3::text[]) m cross join lateral (select (e.position % 5 + 1)::int as step) s
       where c.org_id = $1 group by c.id, s.step, m`,
      [orgId, type, [...metrics]],
    );
  }
  await database.query('analyze outreach_events');
}

async function compareWithRecount(service: Service, id: string): Promise<string[]> {
  const { metrics } = await service.api<{ metrics: Record<string, number> }>(
    'GET',
    `/v1/outreach/campaigns/${id}`,
  );
  const { rows } = await service.database.query<{ type: string; n: string }>(
    'select type, count(*) as n from outreach_events where campaign_id is not null group by type',
  );
  const recounted = new Map(rows.map(({ type, n }) => [type, Number(n)]));
  return kinds.flatMap(({ type, metrics: names }) =>
    names.flatMap((name) =>
      metrics[name] === recounted.get(type)
        ? []
        : [`${name} is ${metrics[name]}, recounted ${recounted.get(type)}`],
    ),
  );
}
