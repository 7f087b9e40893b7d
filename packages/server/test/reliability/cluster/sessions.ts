import { sleep } from '../harness/publisher.ts';
import type { Clients } from './clients.ts';
import type { PublishTry } from './history.ts';
import { TESTED } from './receivers.ts';

/** What one client does repeatedly until the run is over. */
export type Session = (clients: Clients) => Promise<void>;

/** Long enough for several faults in a row. */
const ARRIVES_WITHIN_MS = 60_000;

interface Wish {
  n: number;
  type: string;
  keyed: boolean;
  lane?: NonNullable<PublishTry['lane']>;
}

/** Sends one request to publish; records and returns the result. */
async function publish(clients: Clients, node: string, wish: Wish): Promise<PublishTry> {
  const { n, type, lane, keyed } = wish;
  const sentAt = performance.now();
  const answer = await clients.ask(node, 'POST', '/v1/events', {
    body: { type, source: 'soak', data: { n, lane: lane?.name } },
    headers: keyed ? { 'idempotency-key': `event-${n}` } : {},
  });
  const seen: PublishTry = {
    n,
    type,
    keyed,
    node,
    sentAt,
    endedAt: performance.now(),
    status: answer?.status,
    ...(lane !== undefined && { lane }),
    ...(answer?.status === 201 && { eventId: answer.body.eventId }),
  };
  clients.history.publishes.push(seen);
  const isExpected = seen.status === undefined || [201, 503, ...(keyed ? [409] : [])].includes(seen.status);
  if (!isExpected) clients.history.unexpected.push(`${node}: publish ${n}: ${seen.status}`);
  return seen;
}

/** Publishes without a key; requests without an answer are not repeated. */
export const publishPlainly =
  (everyMs: number): Session =>
  async (clients) => {
    while (!clients.isStopping) {
      await publish(clients, clients.anyNode(), { n: clients.number(), type: 'load.tick', keyed: false });
      await sleep(everyMs);
    }
  };

/** Publishes events one after the other, repeats each until it is acknowledged, and then reads it from another node. */
export const publishInLane =
  (name: string, everyMs: number): Session =>
  async (clients) => {
    for (let place = 0; !clients.isStopping; place++) {
      const wish = { n: clients.number(), type: 'lane.step', keyed: true, lane: { name, place } };
      let seen = await publish(clients, clients.anyNode(), wish);
      while (seen.status !== 201) {
        await sleep(150);
        if (clients.isStopping) return;
        seen = await publish(clients, clients.anyNode(), wish);
      }
      // More reads would exceed the hourly limit of the organization.
      if (place % 4 === 0) await readBack(clients, seen);
      await sleep(everyMs);
    }
  };

async function readBack(clients: Clients, { eventId = '', node: asked }: PublishTry): Promise<void> {
  const node = clients.anyNode(asked);
  const sentAt = performance.now();
  const answer = await clients.ask(node, 'GET', `/v1/events/${eventId}`);
  if (answer !== undefined && answer.status !== 503 && answer.status !== 429)
    clients.history.reads.push({ eventId, node, sentAt, status: answer.status });
}

/**
 * Writes a growing value into the name of a subscription on one node, and reads it from another: by its id, which the
 * primary answers, or in a list, which a replica may answer.
 */
export const keepRegister =
  (register: string, everyMs: number, { isListed = false } = {}): Session =>
  async (clients) => {
    const opened = await openRegister(clients, register);
    for (let value = 1; opened !== undefined && !clients.isStopping; value++) {
      const written = await operate(clients, { register, ...opened, value });
      await operate(clients, { register, ...opened, but: written, isListed });
      await sleep(everyMs);
    }
  };

/** The key of a new organization, with its own limits: those of one organization would not last for an hour. */
export async function newOrganization(clients: Clients, name: string): Promise<Headers | undefined> {
  // A repeated request gets the key that a request without an answer has made.
  const options = { body: { name }, headers: { 'idempotency-key': name.replaceAll(' ', '-') } };
  const made = await clients.insist('POST', '/v1/organizations', [201], options);
  return made && { authorization: `Bearer ${made.answer.body.key}` };
}

async function openRegister(
  clients: Clients,
  register: string,
): Promise<Pick<RegisterUse, 'path' | 'headers'> | undefined> {
  const headers = await newOrganization(clients, `Soak of ${register}`);
  if (headers === undefined) return undefined;
  const sentAt = performance.now();
  const body = {
    name: 'value 0',
    url: clients.receivers.url(register),
    events: [`${register}.never`],
    secret: 'a secret of the soak',
  };
  const made = await clients.insist('POST', SUBSCRIPTIONS, [201], { body, headers });
  if (made === undefined) return undefined;
  clients.history.registers.push({
    register,
    kind: 'write',
    value: 0,
    node: made.node,
    sentAt,
    endedAt: performance.now(),
    acknowledged: true,
  });
  return { path: `${SUBSCRIPTIONS}/${made.answer.body.subscription_id}`, headers };
}

const SUBSCRIPTIONS = '/v1/webhooks/subscriptions';

type Headers = Record<string, string>;

interface RegisterUse {
  register: string;
  path: string;
  headers: Headers;
  value?: number;
  but?: string;
  isListed?: boolean;
}

/** The name of the subscription, from an answer about it alone or from a list. */
function nameIn(
  body: { name?: string; subscriptions?: { name: string; subscription_id: string }[] } | undefined,
  path: string,
): string {
  const listed = body?.subscriptions?.find((one) => path.endsWith(one.subscription_id));
  return String(listed?.name ?? body?.name);
}

async function operate(
  clients: Clients,
  { register, path, headers, value, but, isListed }: RegisterUse,
): Promise<string> {
  const node = clients.anyNode(but);
  const sentAt = performance.now();
  const answer =
    value === undefined
      ? await clients.ask(node, 'GET', isListed ? `${SUBSCRIPTIONS}?limit=100` : path, { headers })
      : await clients.ask(node, 'PUT', path, { headers, body: { name: `value ${value}` } });
  const isAnswered = answer?.status === 200;
  if (value === undefined && !isAnswered) return node;
  clients.history.registers.push({
    register,
    kind: value === undefined ? 'read' : 'write',
    node,
    sentAt,
    endedAt: performance.now(),
    value: value ?? Number(nameIn(answer?.body, path).slice('value '.length)),
    acknowledged: isAnswered,
    isOfReplica: answer?.headers.age !== undefined,
  });
  return node;
}

/** Subscribes on one node, publishes on others, deletes the subscription and publishes again. */
export const subscribeBriefly =
  (name: string, everyMs: number): Session =>
  async (clients) => {
    for (let round = 0; !clients.isStopping; round++) {
      const receiver = `${name}-${round}`;
      const body = {
        eventTypes: [`${receiver}.it`],
        webhookUrl: clients.receivers.url(receiver),
        secret: 'a secret',
      };
      const made = await clients.insist('POST', '/v1/events/subscriptions', [201], {
        body,
        headers: { 'idempotency-key': `subscribe-${receiver}` },
      });
      if (made === undefined) return;
      const expected = { name: receiver, types: [`${receiver}.it`], from: performance.now(), ordered: false };
      const place = clients.expected.push(expected) - 1;
      const once = () =>
        publish(clients, clients.anyNode(made.node), {
          n: clients.number(),
          type: `${receiver}.it`,
          keyed: false,
        });
      const seen = [await once(), await once(), await once()].filter(({ status }) => status === 201);
      // The deletion would remove deliveries that still wait.
      await arrival(clients, receiver, seen);
      const until = performance.now();
      clients.expected[place] = { ...expected, until };
      const path = `/v1/events/subscriptions/${made.answer.body.subscriptionId}`;
      const ended = await clients.insist('DELETE', path, [200, 204, 404]);
      if (ended === undefined) return;
      clients.expected[place] = { ...expected, until, endedAt: performance.now() };
      await once();
      await sleep(everyMs);
    }
  };

async function arrival(clients: Clients, receiver: string, events: PublishTry[]): Promise<void> {
  const since = performance.now();
  const hasAll = () => {
    const got = new Set(
      clients.receivers.arrivals.filter((it) => it.receiver === receiver).map(({ n }) => n),
    );
    return events.every(({ n }) => got.has(n));
  };
  while (!hasAll() && performance.now() - since < ARRIVES_WITHIN_MS) await sleep(100);
}

/** Makes a key, uses it on every node, deletes it, and uses it again. */
export const useKeys =
  (everyMs: number): Session =>
  async (clients) => {
    for (let round = 0; !clients.isStopping; round++) {
      const body = { name: `brief ${round}`, scopes: ['events:read'] };
      const made = await clients.insist('POST', '/v1/keys', [201], {
        body,
        headers: { 'idempotency-key': `key-${round}` },
      });
      if (made === undefined) return;
      const use = (node: string) =>
        clients.ask(node, 'GET', '/v1/events?limit=1', {
          headers: { authorization: `Bearer ${made.answer.body.key}` },
        });
      for (const node of clients.nodes) {
        const status = (await use(node))?.status;
        if (status === 401 || status === 403)
          clients.history.unexpected.push(`${node}: a new key is refused: ${status}`);
      }
      if ((await clients.insist('DELETE', `/v1/keys/${made.answer.body.id}`, [204, 404])) === undefined)
        return;
      const deletedAt = performance.now();
      while (performance.now() - deletedAt < 12_000 && !clients.isStopping) {
        for (const node of clients.nodes) {
          const sentAt = performance.now();
          const status = (await use(node))?.status;
          if (status !== undefined) clients.history.revoked.push({ deletedAt, sentAt, node, status });
        }
        await sleep(1_500);
      }
      await sleep(everyMs);
    }
  };

/** Sends test deliveries for a separate organization, on all nodes, above its limit. */
export const useUpLimit =
  (limit: string, everyMs: number): Session =>
  async (clients) => {
    const headers = await newOrganization(clients, 'Soak of limits');
    if (headers === undefined) return;
    const subscription = await clients.insist('POST', '/v1/webhooks/subscriptions', [201], {
      headers,
      body: {
        name: 'tested',
        url: clients.receivers.url(TESTED),
        events: ['tested.never'],
        secret: 'a secret of the soak',
      },
    });
    const path = `/v1/webhooks/subscriptions/${subscription?.answer.body.subscription_id}/test`;
    const send = async () => {
      const answer = await clients.ask(clients.anyNode(), 'POST', path, {
        headers,
        body: { event: 'tested.it' },
      });
      if (answer?.status !== 200 && answer?.status !== 429) return;
      clients.history.counted.push({
        limit,
        windowSeconds: 60,
        allowed: answer.status === 200,
        at: performance.now(),
        most: Number(answer.headers['x-ratelimit-limit']),
        resetAt: Number(answer.headers['x-ratelimit-reset']),
      });
    };
    while (!clients.isStopping) {
      await Promise.race([send(), sleep(everyMs * 2)]);
      await sleep(everyMs);
    }
  };
