import { callerOf } from '../../packages/server/src/kit/http/testing/call-api.ts';
import { parseId } from '../../packages/server/src/kit/ids.ts';
import { required } from '../../packages/server/src/kit/required.ts';
import { apiKey } from '../../packages/server/test/reliability/harness/api-client.ts';
import { Installation } from '../../packages/server/test/reliability/harness/installation.ts';
import { runCommand } from '../../packages/server/test/reliability/harness/run-command.ts';
import { confineGroups } from '../harness/confine.ts';
import { childrenOf } from '../harness/process-times.ts';

import { expectThat, openCounter, until } from './checks.ts';
import { CitusCluster } from './citus-cluster.ts';

const WORKERS = [1, 2, 4] as const;
/** The same for every number of workers, divided evenly among them. */
const ORGANIZATIONS = 16;
/** Concurrent requests of each organization. */
const CLIENTS_EACH = 6;
const WARM_UP_EVENTS = 200;
const PUBLISH_MS = 20_000;
const WITHIN_MS = 300_000;

const secret = 'a secret that sinks and service share';

interface Rates {
  published: number;
  delivered: number;
  older: number;
}

/**
 * Measures the rates of a distributed database with 1, 2 and 4 workers, each limited to `share` of a core, so that the
 * workers are the bottleneck. Prints a line for each.
 */
export async function measureRates(pgConfig: string, share: number): Promise<void> {
  let one: Rates | undefined;
  for (const workers of WORKERS) {
    const rates = await measureWorkers(pgConfig, workers, share);
    one ??= rates;
    const line = (['published', 'delivered', 'older'] as const).map((name) => {
      const linear = rates[name] / (workers * required(one, 'the first of rates')[name]);
      return `${name} ${Math.round(rates[name])}/s (${linear.toFixed(2)} of linear)`;
    });
    process.stdout.write(
      `${workers} worker${workers === 1 ? '' : 's'} of ${share} cores: ${line.join(', ')}\n`,
    );
  }
}

async function measureWorkers(pgConfig: string, workers: number, share: number): Promise<Rates> {
  const cluster = await CitusCluster.start(pgConfig, workers, true);
  const settings = { DATABASE_URL: cluster.url('service'), DATABASE_MIGRATION_URL: cluster.url('trivium') };
  const service = await Installation.make(settings);
  let release: (() => void) | undefined;
  try {
    await service.start();
    const command = { ...settings, DATA_DIR: service.directory.path };
    const { code, output } = await runCommand(['distribute', '--yes'], command);
    expectThat(code === 0, output);
    // The service only looks up the location of the log from time to time.
    await service.stop();
    await service.start();
    const calls = await makeOrganizations(cluster, service.address ?? '');
    const sets = cluster.workers.map(({ child }) => {
      const pid = required(child.pid, 'the pid of a worker');
      return [pid, ...childrenOf(pid)];
    });
    release = confineGroups(sets, share);
    expectThat(
      release !== undefined,
      'processes cannot be limited to a part of a core: this needs root and cgroups',
    );
    return await measure(calls);
  } finally {
    release?.();
    await service.remove();
    await cluster.stop();
  }
}

type Call = ReturnType<typeof callerOf>;

/** The same number on each worker. */
async function makeOrganizations(cluster: CitusCluster, address: string): Promise<Call[]> {
  const operator = callerOf(address, apiKey);
  const each = ORGANIZATIONS / cluster.workers.length;
  const byPort = new Map<number, Call[]>();
  const isEnough = () =>
    byPort.size === cluster.workers.length && [...byPort.values()].every((it) => it.length === each);
  for (let i = 0; !isEnough(); i++) {
    const { id, key } = (await operator('POST', '/v1/organizations', { name: `rates ${i}` })).body;
    const { port } = await cluster.workerOf(required(parseId('org', id), 'the id of an organization'));
    const calls = byPort.get(port) ?? [];
    byPort.set(port, calls);
    if (calls.length < each) calls.push(callerOf(address, key));
  }
  return [...byPort.values()].flat();
}

async function measure(calls: readonly Call[]): Promise<Rates> {
  const receiver = await openCounter();
  for (const call of calls) await subscribe(call, receiver.url, {});
  let isOver = false;
  let total = 0;
  const publish = async (call: Call) => {
    const body = { type: 'rate.one', source: 'shop', data: { n: total, filler: 'x'.repeat(500) } };
    const answer = await call('POST', '/v1/events', body);
    expectThat(answer.status === 201, JSON.stringify(answer.body));
    total++;
  };
  const loops = calls.flatMap((call) =>
    Array.from({ length: CLIENTS_EACH }, async () => {
      while (!isOver) await publish(call);
    }),
  );
  // Avoids an unhandled rejection if one fails before it is awaited.
  for (const loop of loops) loop.catch(() => {});
  await until(async () => total >= WARM_UP_EVENTS, 'nothing is published', WITHIN_MS);
  const [startedAt, before, deliveredBefore] = [performance.now(), total, receiver.count];
  await new Promise((resolve) => setTimeout(resolve, PUBLISH_MS));
  const published = total - before;
  const publishedIn = performance.now() - startedAt;
  isOver = true;
  await Promise.all(loops);
  await until(
    async () => receiver.count >= total,
    async () => `${receiver.count} of ${total} were delivered`,
    WITHIN_MS,
  );
  const delivered = receiver.count - deliveredBefore;
  const deliveredIn = performance.now() - startedAt;
  const older = await fillIn(calls, total);
  await receiver.close();
  return {
    published: (published * 1_000) / publishedIn,
    delivered: (delivered * 1_000) / deliveredIn,
    older,
  };
}

/** Sends the whole log again, as a backfill; returns deliveries per second. */
async function fillIn(calls: readonly Call[], total: number): Promise<number> {
  const late = await openCounter();
  const startedAt = performance.now();
  const from = new Date(Date.now() - 3_600_000).toISOString();
  await Promise.all(calls.map((call) => subscribe(call, late.url, { backfill_from: from })));
  await until(
    async () => late.count >= total,
    async () => `${late.count} of ${total} came`,
    WITHIN_MS,
  );
  const took = performance.now() - startedAt;
  await late.close();
  return (total * 1_000) / took;
}

async function subscribe(call: Call, url: string, more: object): Promise<void> {
  const body = { name: 'one', url, events: ['rate.*'], secret, ...more };
  const made = async () => {
    const answer = await call('POST', '/v1/webhooks/subscriptions', body);
    // A worker with so small a share of a core may make requests wait longer than their time limit.
    expectThat(answer.status === 201 || answer.status === 503, JSON.stringify(answer.body));
    return answer.status === 201;
  };
  await until(made, 'no subscription is accepted', WITHIN_MS);
}
