import { callerOf } from '../../packages/server/src/kit/http/testing/call-api.ts';
import { parseId } from '../../packages/server/src/kit/ids.ts';
import { required } from '../../packages/server/src/kit/required.ts';
import { apiKey, webhookSecret } from '../../packages/server/test/reliability/harness/api-client.ts';
import { awaitSettled } from '../../packages/server/test/reliability/harness/log-audit.ts';
import { sleep } from '../../packages/server/test/reliability/harness/publisher.ts';
import { type ClusterWork, expectThat, until } from './checks.ts';
import { type EventCounter, openEventCounter } from './event-counter.ts';

const ORGANIZATIONS = 16;
/** The length of an outage, and how long clients publish before and after it. */
const AWAY_MS = 8_000;
const CALM_MS = 2_000;
/** The service looks for stalled deliveries four times a minute, and less often on a busy machine. */
const STALLED_MS = 90_000;

/** An organization whose client publishes events one after the other, and repeats each until it is acknowledged. */
interface Client {
  id: string;
  key: string;
  call: ReturnType<typeof callerOf>;
  /** Ids of its acknowledged events. */
  acknowledged: string[];
  answers: { status: number; code: string | undefined; hasHint: boolean; tookMs: number; at: number }[];
}

/**
 * Stops one of the workers without a shutdown while clients of many organizations publish, and replaces it with `mend`.
 * Only requests of its own organizations may be refused, with a code and a hint; everything else must work as before.
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
  const loops = Promise.all(clients.map((client) => publishUntil(client, type, () => isOver)));
  // Avoids an unhandled rejection if a check fails before the loops are awaited.
  loops.catch(() => {});
  await sleep(CALM_MS);
  const [first] = clients as [Client];
  const lost = await cluster.besides(
    first.id,
    clients.map(({ id }) => id),
  );
  const others = clients.filter(({ id }) => !lost.has(id));
  expectThat(others.length > 0, 'every organization is on the lost worker');
  const { mend } = await lose(first.id);
  const lostAt = performance.now();
  const went = awayMs === 0 ? '' : await goOn(others, receiver, awayMs);
  const mendedAt = performance.now();
  await mend();
  const backAt = performance.now();
  const isBack = ({ answers }: Client) =>
    answers.at(-1)?.status === 201 && (answers.at(-1)?.at ?? 0) > backAt;
  await until(
    async () => clients.every(isBack),
    () =>
      Promise.resolve(
        `not all can publish again: ${JSON.stringify(clients.map((one) => one.answers.at(-1)))}`,
      ),
    60_000,
  );
  const healedMs = performance.now() - backAt;
  await sleep(CALM_MS);
  isOver = true;
  await loops;
  const overAt = performance.now();
  await awaitSettled({ connectionString: cluster.url('postgres') }, STALLED_MS).catch(
    async (error: Error) => {
      const left = await cluster.ask(
        `select org_id, lease_owner, attempts, next_attempt_at, now() from deliveries order by org_id limit 10`,
      );
      throw new Error(`${error.message}: ${JSON.stringify(left)}`);
    },
  );
  const settledMs = performance.now() - overAt;
  const refused = checkAnswers(clients, lost);
  expectThat(refused > 0 || awayMs === 0, 'no publish was refused');
  const twice = await auditClients(clients, receiver, lost);
  await receiver.close();
  const during = others.flatMap(({ answers }) => answers.filter(({ at }) => at > lostAt && at < backAt));
  const longest = Math.max(...during.map(({ tookMs }) => tookMs));
  const acknowledged = clients.reduce((sum, one) => sum + one.acknowledged.length, 0);
  return `${lost.size} of ${clients.length} organizations were on it: ${refused} refusals, all 503 with a hint; the others had ${during.length} publishes accepted in ${((backAt - lostAt) / 1_000).toFixed(1)} s, none refused, the longest took ${Math.round(longest)} ms${went}; the end of it took ${Math.round(backAt - mendedAt)} ms, and all went on ${Math.round(healedMs)} ms later; ${acknowledged} acknowledged, each once in its log and delivered ${Math.round(settledMs)} ms after the last, ${twice} came again`;
}

/** While a worker is down, the other organizations still get deliveries and checkpoints. */
async function goOn(others: readonly Client[], receiver: EventCounter, awayMs: number): Promise<string> {
  const ids = others.map(({ id }) => id);
  const deliveredThen = receiver.eventsOf(ids);
  const signedThen = await countSigned(others);
  await sleep(awayMs);
  const delivered = receiver.eventsOf(ids) - deliveredThen;
  const unsigned = (await countSigned(others)).filter((count, i) => count <= (signedThen[i] ?? 0)).length;
  expectThat(delivered > 0, 'the others got no deliveries meanwhile');
  expectThat(unsigned === 0, `${unsigned} of the others got no checkpoint meanwhile`);
  return `, ${delivered} deliveries arrived, and each got checkpoints`;
}

/** The number of checkpoints of each client's organization. */
function countSigned(clients: readonly Client[]): Promise<number[]> {
  return Promise.all(
    clients.map(async ({ call }) => (await call('GET', '/v1/events/checkpoints?limit=1')).body.total),
  );
}

/** How often clients were refused. Only clients of the lost worker may be, with an answer that says what to do. */
function checkAnswers(clients: readonly Client[], lost: ReadonlySet<string>): number {
  const refusedOf = (isLost: boolean) =>
    clients
      .filter(({ id }) => lost.has(id) === isLost)
      .flatMap(({ answers }) => answers.filter(({ status }) => status !== 201));
  const others = refusedOf(false);
  expectThat(
    others.length === 0,
    `${others.length} of others were refused: ${JSON.stringify(others.slice(0, 3))}`,
  );
  const own = refusedOf(true);
  const unclear = own.filter(
    ({ status, code, hasHint }) => status !== 503 || code !== 'unavailable' || !hasHint,
  );
  expectThat(unclear.length === 0, `unclear refusals: ${JSON.stringify(unclear.slice(0, 3))}`);
  return own.length;
}

async function makeClients(address: string, type: string, receiver: EventCounter): Promise<Client[]> {
  const operator = callerOf(address, apiKey);
  const clients: Client[] = [];
  for (let i = 0; i < ORGANIZATIONS; i++) {
    const { id, key } = (await operator('POST', '/v1/organizations', { name: `${type} ${i}` })).body;
    const call = callerOf(address, key);
    const orgId = required(parseId('org', id), 'the id of an organization');
    const url = receiver.urlOf(orgId);
    const body = { eventTypes: [type], webhookUrl: url, secret: webhookSecret };
    expectThat((await call('POST', '/v1/events/subscriptions', body)).status === 201, 'no subscription');
    clients.push({ id: orgId, key, call, acknowledged: [], answers: [] });
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

/**
 * Checks that every acknowledged event is in its log once, and that the log has no others. Returns how many deliveries
 * arrived twice.
 */
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
      `${id}: ${again} were delivered twice to an organization that was not on the lost worker`,
    );
    twice += again;
  }
  return twice;
}

/** Starts the service while the worker of one of its organizations is down: the other organizations must be served. */
export async function startWithout({ service, cluster }: ClusterWork): Promise<string> {
  const receiver = await openEventCounter();
  const clients = await makeClients(service.address ?? '', 'started.one', receiver);
  const [first] = clients as [Client];
  const lost = await cluster.besides(
    first.id,
    clients.map(({ id }) => id),
  );
  const { bringBack } = await cluster.loseWorkerOf(first.id);
  await service.stop();
  const startedIn = await service.start();
  const event = { type: 'started.one', source: 'shop', data: {} };
  const address = service.address ?? '';
  const publish = (client: Client) => callerOf(address, client.key)('POST', '/v1/events', event);
  const statuses = await Promise.all(clients.map(async (client) => (await publish(client)).status));
  const wrong = clients.filter(({ id }, i) => statuses[i] !== (lost.has(id) ? 503 : 201));
  expectThat(wrong.length === 0, JSON.stringify(statuses));
  await until(
    async () => clients.every(({ id }) => lost.has(id) || receiver.copiesOf(id).size === 1),
    'not all of the others got their delivery',
  );
  await bringBack();
  await until(async () => (await publish(first)).status === 201, 'its organizations cannot publish again');
  await receiver.close();
  return `ready after ${Math.round(startedIn)} ms; ${clients.length - lost.size} organizations were served, ${lost.size} refused with 503 until it was back`;
}
