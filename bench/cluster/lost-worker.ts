import { callerOf } from '../../packages/server/src/kit/http/testing/call-api.ts';
import { parseId } from '../../packages/server/src/kit/ids.ts';
import { required } from '../../packages/server/src/kit/required.ts';
import { apiKey } from '../../packages/server/test/reliability/harness/api-client.ts';
import { awaitSettled } from '../../packages/server/test/reliability/harness/log-audit.ts';
import { sleep } from '../../packages/server/test/reliability/harness/publisher.ts';
import { type ClusterWork, expectThat, until } from './checks.ts';
import { type EventCounter, openEventCounter } from './event-counter.ts';

const secret = 'a secret that sinks and service share';
const ORGANIZATIONS = 16;
/** How long an outage is, and how long clients publish before and after it. */
const AWAY_MS = 8_000;
const CALM_MS = 2_000;

/** An organization whose client publishes one event after the other, each until it is acknowledged. */
interface Client {
  id: string;
  call: ReturnType<typeof callerOf>;
  /** Ids of its events that were acknowledged. */
  acknowledged: string[];
  answers: { status: number; code: string | undefined; hasHint: boolean; tookMs: number; at: number }[];
}

/**
 * One of the workers is lost without a word while clients of many organizations publish, and its place is taken again by
 * what `mend` does. Only its organizations are refused, with a code and a hint; all else is what it was.
 */
export async function loseWorker(
  { service, cluster }: ClusterWork,
  type: string,
  lose: (orgId: string) => Promise<{ mend(): Promise<void> }>,
  awayMs = AWAY_MS,
): Promise<string> {
  const receiver = await openEventCounter();
  const clients = await makeClients(service.address ?? '', type, receiver);
  let isOver = false;
  const loops = clients.map((client) => publishUntil(client, type, () => isOver));
  await sleep(CALM_MS);
  const [first] = clients as [Client];
  const ids = clients.map(({ id }) => id);
  const lost = await cluster.besides(first.id, ids);
  const { mend } = await lose(first.id);
  const lostAt = performance.now();
  const before = receiver.eventsOf(ids.filter((id) => !lost.has(id)));
  await sleep(awayMs);
  const meanwhile = receiver.eventsOf(ids.filter((id) => !lost.has(id))) - before;
  const mendedAt = performance.now();
  await mend();
  const backAt = performance.now();
  await until(
    async () =>
      clients.every(({ answers }) => answers.at(-1)?.status === 201 && (answers.at(-1)?.at ?? 0) > backAt),
    () =>
      Promise.resolve(
        `not all publish again: ${JSON.stringify(clients.map(({ answers }) => answers.at(-1)))}`,
      ),
    60_000,
  );
  const healedMs = performance.now() - backAt;
  await sleep(CALM_MS);
  isOver = true;
  await Promise.all(loops);
  await awaitSettled({ connectionString: cluster.url('postgres') });
  const [own, others] = [true, false].map((isLost) =>
    clients.filter(({ id }) => lost.has(id) === isLost),
  ) as [Client[], Client[]];
  const refusedOthers = others.flatMap(({ answers }) => answers.filter(({ status }) => status !== 201));
  const refused = own.flatMap(({ answers }) => answers.filter(({ status }) => status !== 201));
  expectThat(others.length > 0, 'every organization is on the lost worker');
  expectThat(refusedOthers.length === 0, `others were refused: ${JSON.stringify(refusedOthers.slice(0, 3))}`);
  const unclear = refused.filter(
    ({ status, code, hasHint }) => status !== 503 || code !== 'unavailable' || !hasHint,
  );
  expectThat(unclear.length === 0, `unclear refusals: ${JSON.stringify(unclear.slice(0, 3))}`);
  expectThat(refused.length > 0 || awayMs === 0, 'nobody was refused');
  expectThat(meanwhile > 0 || awayMs === 0, 'nothing was delivered to the others meanwhile');
  const twice = await auditClients(clients, receiver, lost);
  await receiver.close();
  const during = others.flatMap(({ answers }) => answers.filter(({ at }) => at > lostAt && at < mendedAt));
  const longest = Math.max(...during.map(({ tookMs }) => tookMs));
  const acknowledged = clients.reduce((sum, one) => sum + one.acknowledged.length, 0);
  return `${lost.size} of ${clients.length} organizations were on it: ${refused.length} refusals, all 503 with a hint; the others had ${during.length} publishes taken in ${((mendedAt - lostAt) / 1_000).toFixed(1)} s, none refused, the longest took ${Math.round(longest)} ms, and ${meanwhile} deliveries; all went on ${Math.round(healedMs)} ms after it was back; ${acknowledged} acknowledged, each once in its log and delivered, ${twice} came again`;
}

async function makeClients(address: string, type: string, receiver: EventCounter): Promise<Client[]> {
  const operator = callerOf(address, apiKey);
  const clients: Client[] = [];
  for (let i = 0; i < ORGANIZATIONS; i++) {
    const { id, key } = (await operator('POST', '/v1/organizations', { name: `${type} ${i}` })).body;
    const call = callerOf(address, key);
    const orgId = required(parseId('org', id), 'the id of an organization');
    const url = receiver.urlOf(orgId);
    const body = { name: 'one', url, events: [type], secret };
    expectThat((await call('POST', '/v1/webhooks/subscriptions', body)).status === 201, 'no subscription');
    clients.push({ id: orgId, call, acknowledged: [], answers: [] });
  }
  return clients;
}

async function publishUntil(client: Client, type: string, isOver: () => boolean): Promise<void> {
  for (let n = 0; !isOver(); n++) {
    const event = { type, source: 'shop', data: { n } };
    for (;;) {
      const sentAt = performance.now();
      const { status, body, headers } = await client.call('POST', '/v1/events', event, {
        'idempotency-key': `${client.id}-${n}`,
      });
      const at = performance.now();
      client.answers.push({
        status,
        code: body?.error?.code,
        hasHint: headers.has('retry-after'),
        tookMs: at - sentAt,
        at,
      });
      if (status === 201) {
        client.acknowledged.push(body.eventId);
        break;
      }
      await sleep(100);
    }
    await sleep(20);
  }
}

/** Every event that was acknowledged is in its log once, and there is none beside; answers how many deliveries came again. */
async function auditClients(clients: Client[], receiver: EventCounter, lost: Set<string>): Promise<number> {
  let twice = 0;
  for (const { id, call, acknowledged } of clients) {
    const logged: string[] = [];
    for (let place = ''; ; ) {
      const { body } = await call('GET', `/v1/events?limit=100&source=shop${place}`);
      logged.push(...body.events.map(({ eventId }: { eventId: string }) => eventId));
      if (body.next_cursor === undefined) break;
      place = `&cursor=${body.next_cursor}`;
    }
    expectThat(new Set(logged).size === logged.length, `${id}: an event is in the log twice`);
    expectThat(
      logged.length === acknowledged.length && acknowledged.every((eventId) => logged.includes(eventId)),
      `${id}: ${acknowledged.length} acknowledged, ${logged.length} in the log`,
    );
    const copies = receiver.copiesOf(id);
    const undelivered = acknowledged.filter((eventId) => !copies.has(eventId));
    expectThat(undelivered.length === 0, `${id}: ${undelivered.length} were not delivered`);
    const again = [...copies.values()].reduce((sum, count) => sum + count - 1, 0);
    expectThat(
      again === 0 || lost.has(id),
      `${id}: ${again} came again to one that was not on the lost worker`,
    );
    twice += again;
  }
  return twice;
}
