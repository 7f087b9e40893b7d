import { Agent, request } from 'node:http';
import { CHUNK_EVENTS } from '../../packages/server/src/engine/spine/chunk-layout.ts';
import { required } from '../../packages/server/src/kit/required.ts';
import type { Bench } from '../harness/bench.ts';
import { watchCpu } from '../harness/cpu-window.ts';
import { formatNumber } from '../harness/print-table.ts';
import type { Figure } from '../harness/result.ts';
import type { Service } from '../harness/service.ts';
import { type LatencyFigures, latencyFigures } from '../harness/statistics.ts';
import { awaitIndex, readOrganization, seedLog } from '../load/seed-log.ts';

const DAYS = 30;
const CLIENTS = 2;
const resources = ['order', 'invoice', 'shipment', 'customer', 'refund', 'stock', 'price', 'cart'];
const actions = ['created', 'updated', 'paid', 'sent', 'failed', 'closed'];
const types = resources.flatMap((resource) => actions.map((action) => `shop.${resource}.${action}`));
const sources = Array.from({ length: 20 }, (_, i) => `service-${i}`);

type Parameters = Record<string, string | number>;

/** Measures `GET /v1/events` on a large log, for every kind of filter, with the exact total. */
export async function measureQuery(bench: Bench): Promise<Figure[]> {
  const service = await bench.startService();
  const orgId = await readOrganization(service.database);
  bench.say(`  writing ${bench.rows.toLocaleString('en-US')} events`);
  const startedAt = performance.now();
  await seedLog(service.database, {
    orgId,
    events: bench.rows,
    firstSequence: 1,
    types,
    sources,
    days: DAYS,
  });
  const seededAt = performance.now();
  bench.say(`  seeded in ${Math.round((seededAt - startedAt) / 1000)} s; waiting for the index`);
  await awaitIndex(service.database, orgId, CHUNK_EVENTS);
  bench.say(`  indexed after another ${Math.round((performance.now() - seededAt) / 1000)} s`);
  await service.database.query('checkpoint').catch(() => {});

  const mixes = filterMixes(bench.rows);
  const latencies = new Map(Object.keys(mixes).map((name) => [name, [] as number[]]));
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const requestsPerMix = bench.quick ? 30 : 200;
  const queue = Array.from({ length: requestsPerMix }, () => Object.entries(mixes)).flat();
  const readCpu = watchCpu({ processes: { service: service.pid }, trees: { postgres: service.postgresPid } });
  const client = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [name, draw] = next;
      required(latencies.get(name), 'one of latencies').push(await timeQuery(service, agent, draw()));
    }
  };
  // The first answers fill the caches, as in a running service.
  for (const draw of Object.values(mixes)) await timeQuery(service, agent, draw());
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const cpu = readCpu();
  agent.destroy();
  await service.stop();

  const byMix = Object.fromEntries([...latencies].map(([name, values]) => [name, latencyFigures(values)]));
  const [worst, worstFigures] = Object.entries(byMix).reduce((a, b) => (b[1].p95 > a[1].p95 ? b : a));
  const all = latencyFigures([...latencies.values()].flat());
  for (const [name, figures] of Object.entries(byMix)) bench.say(`  ${name}: ${describe(figures)}`);
  return [
    {
      name: `GET /v1/events with total, ${bench.rows.toLocaleString('en-US')} rows: p95 of the worst mix`,
      ours: `all: ${describe(all)}; worst (${worst}): ${describe(worstFigures)}`,
      value: worstFigures.p95,
      unit: 'ms',
      floor: 100,
      aim: 30,
      better: 'lower',
      othersCores: cpu.others + cpu.stolen,
      faults: [],
      details: { rows: bench.rows, clients: CLIENTS, requestsPerMix, all, byMix, cpu },
    },
  ];
}

function describe({ p50, p95, p99 }: LatencyFigures): string {
  return `p50 ${formatNumber(p50)}, p95 ${formatNumber(p95)}, p99 ${formatNumber(p99)} ms`;
}

/** One entry for each kind of filter; every call uses different values. */
function filterMixes(rows: number): Record<string, () => Parameters> {
  const type = () => ({ type: oneOf(types) });
  const prefix = () => ({ type: `shop.${oneOf(resources)}.*` });
  const source = () => ({ source: oneOf(sources) });
  const correlation = () => ({ correlationId: `cor_${Math.floor((Math.random() * rows) / 3)}` });
  const range = () => {
    const [from, to] = [Math.random(), Math.random()].sort((a, b) => a - b);
    return { from: momentAgo(1 - required(from, 'from')), to: momentAgo(1 - required(to, 'to')) };
  };
  return {
    none: () => ({}),
    type,
    prefix,
    'one segment open': () => ({ type: `shop.*.${oneOf(actions)}` }),
    source,
    correlation,
    range,
    'type and source': () => ({ ...type(), ...source() }),
    'type and range': () => ({ ...type(), ...range() }),
    'prefix, source and range': () => ({ ...prefix(), ...source(), ...range() }),
    'correlation, type and range': () => ({ ...correlation(), ...type(), ...range() }),
    'no match': () => ({ ...type(), source: 'service-unknown' }),
    'prefix, deep page': () => ({ ...prefix(), limit: 100, offset: Math.floor(Math.random() * 10_000) }),
    'source and range, deep page': () => ({
      ...source(),
      ...range(),
      limit: 100,
      offset: Math.floor(Math.random() * 1_000),
    }),
  };
}

function oneOf<T>(values: readonly T[]): T {
  return required(values[Math.floor(Math.random() * values.length)], 'one of values');
}

function momentAgo(share: number): string {
  return new Date(Date.now() - share * DAYS * 86_400_000).toISOString();
}

function timeQuery({ address, apiKey }: Service, agent: Agent, parameters: Parameters): Promise<number> {
  const query = new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const options = {
      ...address,
      agent,
      path: `/v1/events?${query}`,
      headers: { authorization: `Bearer ${apiKey}` },
    };
    request(options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const tookMs = performance.now() - startedAt;
        const { total } = JSON.parse(Buffer.concat(chunks).toString());
        if (answer.statusCode === 200 && typeof total === 'number') resolve(tookMs);
        else reject(new Error(`GET /v1/events?${query} answered ${answer.statusCode}`));
      });
    })
      .on('error', reject)
      .end();
  });
}
