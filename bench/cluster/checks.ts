import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { callerOf } from '../../packages/server/src/kit/http/testing/call-api.ts';
import { apiKey } from '../../packages/server/test/reliability/harness/api-client.ts';
import { Auditor } from '../../packages/server/test/reliability/harness/auditor.ts';
import type { Installation } from '../../packages/server/test/reliability/harness/installation.ts';
import {
  auditLog,
  auditSink,
  awaitSettled,
} from '../../packages/server/test/reliability/harness/log-audit.ts';
import { Publisher, sleep } from '../../packages/server/test/reliability/harness/publisher.ts';
import type { CommandResult } from '../../packages/server/test/reliability/harness/run-command.ts';
import { WebhookSink } from '../../packages/server/test/reliability/harness/webhook-sink.ts';
import type { CitusCluster } from './citus-cluster.ts';

export interface ClusterWork {
  cluster: CitusCluster;
  service: Installation;
  distribute(...args: string[]): Promise<CommandResult>;
  /** Runs any command with the settings of the service. */
  command(...args: string[]): Promise<CommandResult>;
  /** Results that later checks use. */
  shared: {
    sink: WebhookSink;
    publisher: Publisher;
    /** The service's output before its last restart. */
    earlier: string;
  };
}

const ORGANIZATIONS = 12;

/** Each check resolves with what it saw, and throws if something is wrong. */
export const checks: Record<string, (work: ClusterWork) => Promise<string>> = {
  async 'the command says what it would do, and changes nothing'({ distribute, cluster }) {
    const { code, output } = await distribute();
    expectThat(code === 0 && output.includes('Nothing was changed'), output);
    expectThat((await spreadTables(cluster)).length === 0, 'a table is distributed');
    return output.split('\n')[0] ?? '';
  },

  async 'the log is distributed while clients publish'({ distribute, service, cluster, shared }) {
    shared.sink = await WebhookSink.open();
    await service.api.subscribe(['load.*'], shared.sink.url);
    shared.publisher = new Publisher({
      api: service.api,
      clients: 8,
      keyedClients: 4,
      ratePerSecond: 40,
    }).start();
    await shared.publisher.acknowledgedAfter(performance.now(), 20_000);
    const startedAt = performance.now();
    const { code, output } = await distribute('--yes');
    expectThat(code === 0, output);
    const seconds = (performance.now() - startedAt) / 1_000;
    await shared.publisher.acknowledgedAfter(performance.now(), 20_000);
    const { longestMs, statuses, unexpected } = shared.publisher;
    expectThat(unexpected.length === 0, unexpected.slice(0, 3).join('\n'));
    return `${(await spreadTables(cluster)).length} tables in ${seconds.toFixed(1)} s; the longest publish took ${Math.round(longestMs)} ms; ${JSON.stringify(Object.fromEntries(statuses))}`;
  },

  async 'a second run finds nothing to do'({ distribute }) {
    const { code, output } = await distribute('--yes');
    expectThat(code === 0 && output.includes('are where they belong'), output);
    return 'all tables are where they belong';
  },

  async 'what was acknowledged is in the log and was delivered'({ service, cluster, shared }) {
    const { publisher, sink } = shared;
    await publisher.stop();
    const connection = { connectionString: cluster.url('postgres') };
    await awaitSettled(connection);
    const log = await auditLog(service.api, connection, publisher);
    const delivered = auditSink(sink, publisher);
    const { lost, loggedTwice, gaps } = log;
    expectThat(lost.length + loggedTwice.length + gaps.length === 0, JSON.stringify(log).slice(0, 1_000));
    expectThat(delivered.undelivered === 0 && delivered.forged === 0, JSON.stringify(delivered));
    return `${log.acknowledged} acknowledged, ${delivered.duplicates} were delivered twice`;
  },

  async 'many organizations publish at once'({ service, cluster }) {
    const operator = callerOf(service.address ?? '', apiKey);
    const made = [];
    for (let i = 0; i < ORGANIZATIONS; i++) {
      made.push((await operator('POST', '/v1/organizations', { name: `cluster ${i}` })).body);
    }
    const startedAt = performance.now();
    const answers = await Promise.all(
      made.flatMap(({ key }) =>
        Array.from({ length: 20 }, (_, n) =>
          callerOf(service.address ?? '', key)('POST', '/v1/events', {
            type: 'order.created',
            source: 'shop',
            data: { n },
          }),
        ),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expectThat(refused.length === 0, JSON.stringify(refused[0]?.body));
    const tookMs = Math.round(performance.now() - startedAt);
    const nodes = await cluster.ask<{ port: number; events: string }>(
      `select nodeport as port, sum(result::bigint)::text as events
       from run_command_on_shards('events', 'select count(*) from %s') r
       join pg_dist_placement p using (shardid) join pg_dist_node n using (groupid) where r.success group by 1 order by 1`,
    );
    return `${answers.length} events in ${tookMs} ms; stored by machine: ${nodes.map(({ events }) => events).join(', ')}`;
  },

  async 'events can be searched, counted, read and followed'({ service, shared }) {
    const { api } = service;
    const total = shared.publisher.acknowledged.size;
    const listed = await api.ask('GET', '/v1/events?type=load.*&limit=5');
    expectThat(listed.total >= total, `total ${listed.total} of ${total}`);
    const [event] = listed.events;
    const one = await api.ask('GET', `/v1/events/${event.eventId}`);
    expectThat(one.eventId === event.eventId, JSON.stringify(one));
    const searched = await api.ask('GET', `/v1/events/search?payload=data.n=${event.data.n}&limit=5`);
    expectThat(JSON.stringify(searched).includes(event.eventId), JSON.stringify(searched).slice(0, 400));
    return `${listed.total} of load.*`;
  },

  async 'the log is verified with its export'({ service }) {
    const problems = await new Auditor(service.api).start().verify();
    expectThat(problems.length === 0, problems.join('\n'));
    return 'checkpoint and export agree';
  },

  async 'dead letters are replayed, and older events are delivered by a backfill'({ service, cluster }) {
    let isDown = true;
    const sink = await WebhookSink.open({ status: () => (isDown ? 500 : 200) });
    await service.api.subscribe(['broken.*'], sink.url);
    const publisher = new Publisher({ api: service.api, clients: 1, events: 3, type: 'broken.one' }).start();
    await publisher.done();
    await until(async () => sink.receptions.length >= 3, 'the attempts did not arrive');
    const connection = { connectionString: cluster.url('postgres') };
    const readQueue = () =>
      cluster.ask(
        `select d.attempts, round(extract(epoch from d.next_attempt_at - now())) as due_in, d.lease_owner, s.status
         from deliveries d join subscriptions s on s.id = d.subscription_id`,
      );
    await until(
      async () => (await service.api.ask('GET', '/v1/webhooks/dead-letter?limit=1')).total >= 3,
      async () =>
        `there are no dead letters after ${sink.receptions.length} attempts: ${JSON.stringify(await readQueue())}`,
    );
    isDown = false;
    await service.api.ask('POST', '/v1/webhooks/dead-letter/replay', { body: { all: true } });
    const late = await openCounter();
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const made = await service.api.call('POST', '/v1/webhooks/subscriptions', {
      body: {
        name: 'late',
        url: late.url,
        events: ['load.*'],
        secret: 'a secret that sinks and service share',
        backfill_from: since,
      },
    });
    expectThat(made.status === 201, JSON.stringify(made.body));
    await until(async () => late.count > 0, 'no older event arrived');
    await awaitSettled(connection);
    expectThat(sink.receptions.length === 9, `${sink.receptions.length} of 9 attempts`);
    await Promise.all([sink.close(), late.close()]);
    return `${sink.receptions.length} attempts, ${late.count} for older events`;
  },

  async 'workflows run'({ service, cluster }) {
    const input = { type: 'counted.done', data: { n: '{{ event.data.n }}' } };
    const body = {
      name: 'cluster',
      trigger: { type: 'counted.made' },
      actions: [{ action: 'events.publish', input }],
    };
    const made = await service.api.call('POST', '/v1/workflows', { body });
    expectThat(made.status === 201, JSON.stringify(made.body));
    await new Publisher({ api: service.api, clients: 4, events: 20, type: 'counted.made' }).start().done();
    await until(async () => {
      const [row] = await cluster.ask<{ open: number }>(
        `select count(*)::int as open from workflow_runs where status = 'queued'`,
      );
      return row?.open === 0;
    }, 'runs are still queued');
    const done = await service.api.ask('GET', '/v1/events?type=counted.done&limit=1');
    expectThat(done.total === 20, `${done.total} of 20`);
    return '20 runs';
  },

  async 'an organization is erased, and its log can still be verified'({ service, cluster }) {
    const operator = callerOf(service.address ?? '', apiKey);
    const { id, key } = (await operator('POST', '/v1/organizations', { name: 'to be erased' })).body;
    const own = callerOf(service.address ?? '', key);
    for (let n = 0; n < 5; n++)
      await own('POST', '/v1/events', { type: 'order.created', source: 'shop', data: { n } });
    await operator('POST', `/v1/organizations/${id}/suspend`);
    await operator('POST', `/v1/organizations/${id}/erase`, { name: 'to be erased' });
    await until(async () => {
      const { body } = await operator('GET', `/v1/organizations/${id}/erasure`);
      if (body.status === 'failed') throw new Error(JSON.stringify(body));
      return body.status === 'completed';
    }, 'the erasure did not end');
    const [left] = await cluster.ask<{ left: number }>(
      `select count(*)::int as left from events e join organizations o on o.id = e.org_id where o.erased_at is not null and e.data <> ''`,
    );
    expectThat(left?.left === 0, `${left?.left} payloads are left`);
    return 'no payload is left';
  },

  async 'the database still refuses changes of the log'({ cluster }) {
    for (const text of [
      `update events set type = 'forged'`,
      'delete from events',
      `delete from event_checkpoints`,
    ]) {
      const refused = await cluster.ask(text).then(
        () => false,
        () => true,
      );
      expectThat(refused, `taken: ${text}`);
    }
    return 'updates and deletes are refused on every part';
  },

  async 'the rows are backed up'({ command, service }) {
    const { code, output } = await command(
      'backup',
      '--rows',
      '--to',
      join(service.directory.path, 'backup'),
    );
    expectThat(code === 0, output);
    return output.trim().split('\n').at(-1) ?? '';
  },

  async 'doctor finds no fault, and none in the records'({ command }) {
    const { output } = await command('doctor', '--logs');
    const wrong = output.split('\n').filter((line) => line.startsWith('WRONG'));
    expectThat(wrong.length === 0, wrong.join('\n'));
    return 'nothing is wrong';
  },

  async 'everything is still there after a restart'({ service, shared }) {
    shared.earlier = service.process.output;
    await service.stop();
    await service.start();
    const listed = await service.api.ask('GET', '/v1/events?type=load.*&limit=1');
    expectThat(listed.total >= shared.publisher.acknowledged.size, `total ${listed.total}`);
    await new Publisher({ api: service.api, clients: 2, events: 20 }).start().done();
    const figures = await service.api.text('/metrics');
    expectThat(figures.includes('trivium_'), 'no figures');
    return `${listed.total} of load.*`;
  },
};

interface Counter {
  url: string;
  count: number;
  close(): Promise<void>;
}

/** A receiver that counts its requests. */
export async function openCounter(): Promise<Counter> {
  const server = http.createServer((request, response) => {
    request.resume().on('end', () => {
      counter.count++;
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const counter: Counter = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    count: 0,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return counter;
}

export function expectThat(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
}

export async function until(
  holds: () => Promise<boolean>,
  message: string | (() => Promise<string>),
  timeoutMs = 30_000,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(typeof message === 'string' ? message : await message());
    await sleep(50);
  }
}

async function spreadTables(cluster: CitusCluster): Promise<string[]> {
  const rows = await cluster.ask<{ name: string }>(
    `select logicalrelid::text as name from pg_dist_partition where partmethod = 'h'`,
  );
  return rows.map(({ name }) => name);
}
