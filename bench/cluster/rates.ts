import { callerOf } from '../../packages/server/src/kit/http/testing/call-api.ts';
import { apiKey } from '../../packages/server/test/reliability/harness/api-client.ts';
import { Installation } from '../../packages/server/test/reliability/harness/installation.ts';
import { runCommand } from '../../packages/server/test/reliability/harness/run-command.ts';
import { expectThat, openCounter, until } from './checks.ts';
import { CitusCluster } from './citus-cluster.ts';

const ORGANIZATIONS = 8;
const EVENTS = 4_000;
/** Requests under way at once, over all organizations. */
const CLIENTS = 48;
/** Organizations whose log is sent once more. */
const FILLED_IN = 4;
const WITHIN_MS = 300_000;

const secret = 'a secret that sinks and service share';

/** What one database takes: all on the coordinator, or spread over so many workers. Prints a line for each. */
export async function measureRates(pgConfig: string): Promise<void> {
  for (const workers of [0, 1, 2]) {
    const cluster = await CitusCluster.start(pgConfig, Math.max(workers, 1), true);
    const settings = { DATABASE_URL: cluster.url('service'), DATABASE_MIGRATION_URL: cluster.url('trivium') };
    const service = await Installation.make(settings);
    try {
      await service.start();
      if (workers > 0) {
        const { code, output } = await runCommand(['distribute', '--yes'], {
          ...settings,
          DATA_DIR: service.directory.path,
        });
        expectThat(code === 0, output);
        // It looks for where the log is, now and then.
        await service.stop();
        await service.start();
      }
      const where = workers === 0 ? 'not spread' : `${workers} worker${workers === 1 ? '' : 's'}`;
      process.stdout.write(`${where}: ${await measure(service.address ?? '')}\n`);
    } finally {
      await service.remove();
      await cluster.stop();
    }
  }
}

async function measure(address: string): Promise<string> {
  const receiver = await openCounter();
  const operator = callerOf(address, apiKey);
  const calls: ReturnType<typeof callerOf>[] = [];
  for (let i = 0; i < ORGANIZATIONS; i++) {
    const { key } = (await operator('POST', '/v1/organizations', { name: `rates ${i}` })).body;
    const call = callerOf(address, key);
    const body = { name: 'one', url: receiver.url, events: ['rate.*'], secret };
    expectThat((await call('POST', '/v1/webhooks/subscriptions', body)).status === 201, 'no subscription');
    calls.push(call);
  }
  await publish(calls, 200);
  await until(async () => receiver.count === 200, 'the first deliveries did not come', WITHIN_MS);
  const startedAt = performance.now();
  await publish(calls, EVENTS);
  const publishedIn = performance.now() - startedAt;
  await until(async () => receiver.count === EVENTS + 200, 'not all were delivered', WITHIN_MS);
  const deliveredIn = performance.now() - startedAt;
  const late = await openCounter();
  const total = (FILLED_IN * (EVENTS + 200)) / ORGANIZATIONS;
  const filledFrom = performance.now();
  for (const call of calls.slice(0, FILLED_IN)) {
    const body = {
      name: 'late',
      url: late.url,
      events: ['rate.*'],
      secret,
      backfill_from: new Date(Date.now() - 3_600_000).toISOString(),
    };
    expectThat((await call('POST', '/v1/webhooks/subscriptions', body)).status === 201, 'no subscription');
  }
  await until(
    async () => late.count >= total,
    async () => `${late.count} of ${total} came`,
    WITHIN_MS,
  );
  const filledIn = performance.now() - filledFrom;
  await Promise.all([receiver.close(), late.close()]);
  const rate = (count: number, ms: number) => Math.round((count * 1_000) / ms);
  return `${rate(EVENTS, publishedIn)} events/s published, ${rate(EVENTS, deliveredIn)}/s delivered as they came, ${rate(total, filledIn)}/s of an older log`;
}

/** So many events, over all organizations alike. */
async function publish(calls: ReturnType<typeof callerOf>[], events: number): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (next < events) {
        const n = next++;
        const call = calls[n % calls.length];
        const body = { type: 'rate.one', source: 'shop', data: { n, filler: 'x'.repeat(500) } };
        const answer = await call?.('POST', '/v1/events', body);
        expectThat(answer?.status === 201, JSON.stringify(answer?.body));
      }
    }),
  );
}
