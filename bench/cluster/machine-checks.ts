import {
  auditLog,
  auditSink,
  awaitSettled,
} from '../../packages/server/test/reliability/harness/log-audit.ts';
import { Publisher } from '../../packages/server/test/reliability/harness/publisher.ts';
import { WebhookSink } from '../../packages/server/test/reliability/harness/webhook-sink.ts';
import { type ClusterWork, expectThat } from './checks.ts';
import { loseWorker, startWithout } from './lost-worker.ts';
import { hasOwnNetwork, silencePort } from './own-network.ts';

/** Longer than the service needs to notice it. */
const SILENT_MS = 20_000;

/** Checks with an added machine, and with a lost one. */
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
    return `in ${seconds.toFixed(1)} s; parts of the log by worker: ${parts.map((one) => one.parts).join(', ')}; ${log.acknowledged} acknowledged, none lost, ${delivered.duplicates} delivered twice; the longest publish took ${Math.round(longestMs)} ms; ${JSON.stringify(Object.fromEntries(statuses))}`;
  },

  async 'a worker is killed: only its organizations are refused, and no acknowledged event is lost'(work) {
    return loseWorker(work, 'lost.one', async (orgId) => {
      const { bringBack } = await work.cluster.loseWorkerOf(orgId);
      return { mend: bringBack };
    });
  },

  async 'a worker disappears from the network: only its organizations are refused'(work) {
    if (!hasOwnNetwork) return 'skipped: it needs root and a separate network';
    return loseWorker(
      work,
      'silent.one',
      async (orgId) => {
        const mend = await silencePort((await work.cluster.workerOf(orgId)).port);
        return { mend: mend ?? (async () => {}) };
      },
      SILENT_MS,
    );
  },

  'the service starts while a worker is down, and serves the other organizations': startWithout,

  async 'a synchronous standby takes over from a worker that is killed'(work) {
    return loseWorker(
      work,
      'replaced.one',
      async (orgId) => {
        const standby = await work.cluster.addStandbyOf(orgId);
        return { mend: () => standby.takeOver() };
      },
      0,
    );
  },
};
