import { required } from '../../packages/server/src/kit/required.ts';
import type { Bench } from '../harness/bench.ts';
import { watchCpu } from '../harness/cpu-window.ts';
import type { Figure } from '../harness/result.ts';
import type { Service } from '../harness/service.ts';
import { describeLatency, latencyFigures } from '../harness/statistics.ts';
import { readOrganization } from '../load/seed-log.ts';
import { awaitCounts, publicId, seedTransactions } from './seed-transactions.ts';

interface Page {
  total: number;
  next_cursor: string | null;
}

const DAYS = 30;
const CLIENTS = 2;

/** Measures pages of a contract's history with their exact total, for every kind of filter, with a million rows. */
export async function measureHistory(bench: Bench, service: Service): Promise<Figure> {
  const { database, api } = service;
  const { rows } = bench;
  const orgId = await readOrganization(database);
  const startedAt = performance.now();
  const owner = { orgId, environment: 'production' };
  const contractId = await seedTransactions(database, { ...owner, transactions: rows, days: DAYS });
  bench.say(`  seeded ${rows} transactions in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  await awaitCounts(database);
  const path = `/v1/contracts/contracts/${publicId('ctr', contractId)}/transactions`;
  let cursor: string | null = null;
  const ask = async (query: string) => {
    const page = await api<Page>('GET', path + query);
    if (query.startsWith('?limit=100')) cursor = page.next_cursor;
    return page;
  };
  const mixes = drawMixes(() => cursor);
  const { total } = await ask('');
  const faults = total === rows ? [] : [`the total is ${total}, not ${rows}`];
  for (const draw of Object.values(mixes)) await ask(draw());
  const latencies = new Map(Object.keys(mixes).map((name) => [name, [] as number[]]));
  const queue = Array.from({ length: bench.quick ? 50 : 500 }, () => Object.entries(mixes)).flat();
  const requests = queue.length;
  const readCpu = watchCpu({ processes: { service: service.pid }, trees: { postgres: service.postgresPid } });
  const client = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [name, draw] = next;
      const query = draw();
      const began = performance.now();
      await ask(query);
      required(latencies.get(name), 'one of latencies').push(performance.now() - began);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const seconds = (performance.now() - began) / 1000;
  const cpu = readCpu();
  const cpuMs =
    (((required(cpu.cores.service, 'the use of the service') +
      required(cpu.cores.postgres, 'the use of PostgreSQL')) *
      seconds) /
      requests) *
    1000;
  const byMix = Object.fromEntries([...latencies].map(([name, list]) => [name, latencyFigures(list)]));
  for (const [name, figures] of Object.entries(byMix))
    bench.say(`  ${name.padEnd(26)} ${describeLatency(figures)}`);
  const all = latencyFigures([...latencies.values()].flat());
  return {
    name: `history page with exact total, ${rows.toLocaleString('en-US')} rows: p99`,
    ours: `${describeLatency(all)}; CPU ${cpuMs.toFixed(1)} ms for each, on both sides`,
    value: all.p99,
    unit: 'ms',
    floor: 50,
    aim: 20,
    better: 'lower',
    othersCores: cpu.others + cpu.stolen,
    faults,
    details: { rows, requests, clients: CLIENTS, all, byMix, cpu, cpuMs },
  };
}

function drawMixes(cursor: () => string | null): Record<string, () => string> {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  return {
    'first page': () => '?limit=20',
    'first page of 100': () => '?limit=100',
    'next page by cursor': () => (cursor() === null ? '?limit=100' : `?limit=100&cursor=${cursor()}`),
    'span to the millisecond': () => {
      const from = Math.random() * DAYS;
      return `?from=${ago(from)}&to=${ago(Math.random() * from)}`;
    },
    'failed ones (1 %)': () => '?status=failed',
    'pending ones (0.1 %)': () => '?status=pending',
    'failed ones of a span': () => `?status=failed&from=${ago(Math.random() * DAYS)}`,
    'offset of up to 1,000': () => `?offset=${Math.floor(Math.random() * 1_000)}`,
  };
}
