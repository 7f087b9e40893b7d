import { callerOf } from '../../packages/server/src/kit/http/testing/call-api.ts';
import { apiKey } from '../../packages/server/test/reliability/harness/api-client.ts';
import {
  auditLog,
  auditSink,
  awaitSettled,
} from '../../packages/server/test/reliability/harness/log-audit.ts';
import { Publisher } from '../../packages/server/test/reliability/harness/publisher.ts';
import { WebhookSink } from '../../packages/server/test/reliability/harness/webhook-sink.ts';
import { type ClusterWork, expectThat, openCounter, until } from './checks.ts';

const secret = 'a secret that sinks and service share';

/** What happens when a machine comes, and when one is gone. */
export const machineChecks: Record<string, (work: ClusterWork) => Promise<string>> = {
  async 'a worker is added while clients publish'({ cluster, service, distribute }) {
    const sink = await WebhookSink.open();
    await service.api.subscribe(['moved.*'], sink.url);
    const load = { clients: 8, keyedClients: 4, ratePerSecond: 40, type: 'moved.one' };
    const publisher = new Publisher({ api: service.api, ...load }).start();
    await publisher.acknowledgedAfter(performance.now(), 20_000);
    await cluster.addWorker();
    const startedAt = performance.now();
    const { code, output } = await distribute('--yes');
    const seconds = (performance.now() - startedAt) / 1_000;
    expectThat(code === 0, output);
    await publisher.acknowledgedAfter(performance.now(), 20_000);
    await publisher.stop();
    expectThat(publisher.unexpected.length === 0, publisher.unexpected.slice(0, 3).join('\n'));
    const parts = await cluster.ask<{ parts: string }>(
      `select count(*)::text as parts from pg_dist_placement p join pg_dist_shard s using (shardid)
       where s.logicalrelid = 'events'::regclass group by p.groupid order by p.groupid`,
    );
    const again = await distribute('--yes');
    expectThat(again.code === 0 && again.output.includes('are where they belong'), again.output);
    const connection = { connectionString: cluster.url('postgres') };
    await awaitSettled(connection);
    const log = await auditLog(service.api, connection, publisher);
    const delivered = auditSink(sink, publisher);
    expectThat(
      log.lost.length + log.loggedTwice.length + log.gaps.length === 0,
      JSON.stringify(log).slice(0, 1_000),
    );
    expectThat(delivered.undelivered === 0, JSON.stringify(delivered));
    await sink.close();
    const { longestMs, statuses } = publisher;
    return `in ${seconds.toFixed(1)} s; parts of the log by worker: ${parts.map((one) => one.parts).join(', ')}; ${log.acknowledged} acknowledged, none lost, ${delivered.duplicates} came again; the longest publish took ${Math.round(longestMs)} ms; ${JSON.stringify(Object.fromEntries(statuses))}`;
  },

  async 'a worker is lost and comes back, and nothing that was acknowledged is lost'({ cluster, service }) {
    const operator = callerOf(service.address ?? '', apiKey);
    const receiver = await openCounter();
    const all: { id: string; call: ReturnType<typeof callerOf> }[] = [];
    for (let i = 0; i < 12; i++) {
      const { id, key } = (await operator('POST', '/v1/organizations', { name: `lost ${i}` })).body;
      const call = callerOf(service.address ?? '', key);
      const body = { name: 'one', url: receiver.url, events: ['lost.*'], secret };
      expectThat((await call('POST', '/v1/webhooks/subscriptions', body)).status === 201, 'no subscription');
      all.push({ id: String(id), call });
    }
    const event = { type: 'lost.one', source: 'shop', data: {} };
    const publish = () =>
      Promise.all(all.map(async ({ call }) => (await call('POST', '/v1/events', event)).status));
    expectThat(
      (await publish()).every((status) => status === 201),
      'not all are published',
    );
    await until(async () => receiver.count === all.length, 'the first deliveries did not come');
    const [place] = await cluster.ask<{ id: string }>('select org_id as id from event_logs limit 1');
    const bringBack = await cluster.loseWorkerOf(place?.id ?? '');
    const statuses = await publish();
    await bringBack();
    const taken = statuses.filter((status) => status === 201).length;
    const refused = statuses.filter((status) => status === 503).length;
    expectThat(taken + refused === all.length, JSON.stringify(statuses));
    await until(
      async () => (await publish()).every((status) => status === 201),
      'not all are published again',
    );
    await awaitSettled({ connectionString: cluster.url('postgres') });
    const least = 2 * all.length + taken;
    expectThat(receiver.count >= least, `${receiver.count} of ${least} deliveries`);
    await receiver.close();
    return `of ${all.length} publishes meanwhile ${taken} were taken and ${refused} refused with 503; all went on once it was back, and ${receiver.count} deliveries came`;
  },
};
