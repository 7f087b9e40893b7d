// `node scripts/run.mjs bench/contracts-operations/run.ts [--rows=<n>] [--executions=<n>] [--quick]`: pages of a
// contract's history with their exact total at a million rows; a backup of 100,000 executions, and its restore;
// alerts from the commit of a settled execution to the arrival of their delivery, under 1,000 rules.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { watchCpu } from '../harness/cpu-window.ts';
import { type Service, startService } from '../harness/service.ts';
import { type LatencyFigures, latencyFigures, median } from '../harness/statistics.ts';
import { readOrganization } from '../load/seed-log.ts';
import { measureAlerts } from './measure-alerts.ts';
import { awaitCounts, seedTransactions } from './seed-transactions.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    executions: { type: 'string', default: '100000' },
    quick: { type: 'boolean', default: false },
  },
});
const rows = Number(values.rows);
const executions = Number(values.executions);
const DAYS = 30;
const CLIENTS = 2;
const requestsPerMix = values.quick ? 50 : 500;
const backups = values.quick ? 1 : 3;
const say = (line: string) => void process.stdout.write(`${line}\n`);
const publicId = (prefix: string, uuid: string) => `${prefix}_${uuid.replaceAll('-', '')}`;

interface Page {
  total: number;
  next_cursor: string | null;
}

const service = await startService();

/** Runs and tells how long it took, and what CPU time of whom: others of the machine stretch the first, not the second. */
async function timed<T>(run: () => Promise<T>): Promise<{ value: T; ms: number; cpu: string }> {
  const began = performance.now();
  const read = watchCpu({ processes: { service: service.pid }, trees: { postgres: service.postgresPid } });
  const value = await run();
  const ms = performance.now() - began;
  const { cores, others } = read();
  const spent = Object.entries(cores).map(([name, share]) => `${name} ${((share * ms) / 1000).toFixed(2)} s`);
  return { value, ms, cpu: `CPU: ${spent.join(', ')}; others used ${others.toFixed(1)} cores` };
}

try {
  say(
    `load before: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
  const arrivals = await measureAlerts(service, { rules: 1_000, crossings: values.quick ? 60 : 300 });
  say(`alert, from settled to delivered, 1,000 rules: ${describe(latencyFigures(arrivals))} (aim 1,000)`);
  await measureHistory(service);
  await measureBackups(service);
  say(
    `load after: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
} finally {
  await service.stop();
}

async function measureHistory({ database, api }: Service): Promise<void> {
  const orgId = await readOrganization(database);
  const startedAt = performance.now();
  const contractId = await seedTransactions(database, {
    orgId,
    environment: 'production',
    transactions: rows,
    days: DAYS,
  });
  say(`seeded ${rows} transactions in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  await awaitCounts(database);
  const path = `/v1/contracts/contracts/${publicId('ctr', contractId)}/transactions`;
  let cursor: string | null = null;
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const draws: Record<string, () => string> = {
    'first page': () => '?limit=20',
    'first page of 100': () => '?limit=100',
    'next page by cursor': () => (cursor === null ? '?limit=100' : `?limit=100&cursor=${cursor}`),
    'span to the millisecond': () => {
      const from = Math.random() * DAYS;
      return `?from=${ago(from)}&to=${ago(Math.random() * from)}`;
    },
    'failed ones (1 %)': () => '?status=failed',
    'pending ones (0.1 %)': () => '?status=pending',
    'failed ones of a span': () => `?status=failed&from=${ago(Math.random() * DAYS)}`,
    'offset of up to 1,000': () => `?offset=${Math.floor(Math.random() * 1_000)}`,
  };
  const latencies = new Map(Object.keys(draws).map((name) => [name, [] as number[]]));
  const queue = Array.from({ length: requestsPerMix }, () => Object.entries(draws)).flat();
  const ask = async (query: string) => {
    const page = await api<Page>('GET', path + query);
    if (query.startsWith('?limit=100')) cursor = page.next_cursor;
    return page;
  };
  const total = (await ask('')).total;
  if (total !== rows) throw new Error(`the total is ${total}, not ${rows}`);
  for (const draw of Object.values(draws)) await ask(draw());
  const client = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [name, draw] = next;
      const query = draw();
      const began = performance.now();
      await ask(query);
      latencies.get(name)!.push(performance.now() - began);
    }
  };
  const requests = queue.length;
  const { cpu } = await timed(() => Promise.all(Array.from({ length: CLIENTS }, client)));
  say(`  ${requests} requests; ${cpu}`);
  for (const [name, list] of latencies) say(`  ${name.padEnd(26)} ${describe(latencyFigures(list))}`);
  say(
    `history at ${rows} rows, all mixes: ${describe(latencyFigures([...latencies.values()].flat()))} (floor 50, aim 20)`,
  );
}

async function measureBackups({ database, api, address }: Service): Promise<void> {
  const orgId = await readOrganization(database);
  await seedTransactions(database, {
    orgId,
    environment: 'development',
    transactions: executions,
    days: DAYS,
  });
  await awaitCounts(database);
  const { key } = await api<{ key: string }>('POST', '/v1/keys', {
    name: 'bench',
    scopes: ['contracts:read', 'contracts:write'],
    environment: 'development',
  });
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://${address.host}:${address.port}/v1/contracts${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const untilDone = async (path: string) => {
    for (;;) {
      const record = await call<{ status: string; size_mb: number; records: number; error: unknown }>(
        'GET',
        path,
      );
      if (record.status === 'completed') return record;
      if (record.status === 'failed') throw new Error(JSON.stringify(record));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const [backupTimes, restoreTimes]: [number[], number[]] = [[], []];
  for (let i = 0; i < backups; i++) {
    let backupId = '';
    const backup = await timed(async () => {
      backupId = (await call<{ backup_id: string }>('POST', '/backups', { backup_type: 'full' })).backup_id;
      return untilDone(`/backups/${backupId}`);
    });
    backupTimes.push(backup.ms);
    const { records, size_mb } = backup.value;
    say(
      `  backup of ${records} records, ${size_mb.toFixed(1)} MB stored: ${seconds(backup.ms)}; ${backup.cpu}`,
    );
    const restore = await timed(async () => {
      const options = { target_environment: 'sandbox', verify_integrity: true };
      const { restore_id } = await call<{ restore_id: string }>(
        'POST',
        `/backups/${backupId}/restore`,
        options,
      );
      return untilDone(`/restores/${restore_id}`);
    });
    restoreTimes.push(restore.ms);
    say(`  restored, verified: ${seconds(restore.ms)}; ${restore.cpu}`);
  }
  say(
    `backup of ${executions} executions, encrypted and compressed: median ${seconds(median(backupTimes))} (floor 20, aim 10)`,
  );
  say(`restore of it, verified: median ${seconds(median(restoreTimes))}`);
}

function describe({ p50, p95, p99, max }: LatencyFigures): string {
  return `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)}, max ${max.toFixed(1)} ms`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
