import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { formatId } from '../../kit/ids.ts';
import { required } from '../../kit/required.ts';
import { orderKeyOf } from './order-key.ts';
import { createDeliveryFixture, type DeliveryFixture, type TestNode } from './testing/delivery-fixture.ts';
import { eventually } from './testing/eventually.ts';
import { OrderWitness } from './testing/order-witness.ts';
import { type Received, type Receiver, startReceiver } from './testing/test-receiver.ts';

const retryDelaysSeconds = [0, 0.01, 0.01];

let fixture: DeliveryFixture;
let node: TestNode;
let receiver: Receiver;
let orgId: string;

beforeAll(async () => {
  fixture = await createDeliveryFixture();
  node = await fixture.startNode({ retryDelaysSeconds });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  receiver = await startReceiver();
  orgId = fixture.newOrgId();
  return () => receiver.close();
});

interface Numbered {
  order_id: string;
  n: number;
}

const dataOf = ({ body }: Received) => (JSON.parse(body.toString()) as { data: Numbered }).data;
const numbersOf = (received: readonly Received[], key: string) =>
  received
    .map(dataOf)
    .filter((data) => data.order_id === key)
    .map(({ n }) => n);

/** Answers within a few milliseconds, sometimes with a failure, and checks the order. */
function watchOrder(fails: (n: number, id: string) => boolean) {
  const witness = new OrderWitness();
  receiver.answerWith((received, response) => {
    const { order_id, n } = dataOf(received);
    witness.arrived(order_id, n);
    setTimeout(() => {
      const succeeds = !fails(n, String(received.headers['webhook-id']));
      // Before the response is sent, because the next delivery may arrive before this turn of the event loop ends.
      witness.answered(order_id, n, succeeds);
      response.writeHead(succeeds ? 200 : 500).end();
    }, Math.random() * 4);
  });
  return witness;
}

/** Publishes events of several keys concurrently; those of each key in order. */
async function publishNumbered(nodes: readonly TestNode[], keys: number, each: number) {
  const publishKey = async (key: number) => {
    for (let n = 0; n < each; n++) {
      const data = { order_id: `order-${key}`, n };
      await required(nodes[(key + n) % nodes.length], 'one of nodes').publish(orgId, 'order.changed', data);
    }
  };
  await Promise.all(Array.from({ length: keys }, (_, key) => publishKey(key)));
}

const byOrder = { path: ['order_id'] };

describe('deliveries of one key', () => {
  test('are sent one after another in the log’s order, while other keys continue, although every third attempt fails', async () => {
    let attempts = 0;
    const witness = watchOrder(() => attempts++ % 3 === 1 && attempts % 9 !== 2);
    await node.subscribe(orgId, receiver.url, { ordering: { ...byOrder, onFailure: 'skip' } });
    await publishNumbered([node], 20, 25);
    await eventually(() => node.queued(orgId)).toBe(0);
    expect(witness.faults).toEqual([]);
    expect(receiver.mostOpen).toBeGreaterThan(1);
    expect(witness.delivered).toBeGreaterThan(450);
  }, 60_000);

  test('keep their order over two nodes that publish and send at the same time', async () => {
    const ids: string[] = [];
    const others = { otherNodeIds: () => ids, retryDelaysSeconds };
    const pair = [await fixture.startNode(others), await fixture.startNode(others)] as const;
    ids.push(pair[0].nodeId, pair[1].nodeId);
    const failed = new Set<string>();
    const witness = watchOrder((n, id) => n % 4 === 1 && failed.size !== failed.add(id).size);
    await pair[0].subscribe(orgId, receiver.url, {
      ordering: { ...byOrder, onFailure: 'block' },
      maxConcurrency: 8,
    });
    await publishNumbered(pair, 20, 25);
    await eventually(() => pair[0].queued(orgId)).toBe(0);
    expect(witness.faults).toEqual([]);
    expect(witness.delivered).toBe(500);
    await Promise.all(pair.map((one) => one.stop()));
  }, 60_000);

  test('have no order by default, which the checker detects', async () => {
    let attempts = 0;
    const witness = watchOrder(() => attempts++ % 3 === 1);
    await node.subscribe(orgId, receiver.url);
    await publishNumbered([node], 5, 10);
    await eventually(() => node.queued(orgId)).toBe(0);
    expect(witness.faults.length).toBeGreaterThan(0);
  }, 60_000);

  test('keep their order through pauses under load', async () => {
    const witness = watchOrder(() => false);
    const { id } = await node.subscribe(orgId, receiver.url, { ordering: byOrder });
    const published = publishNumbered([node], 10, 40);
    for (let round = 1; round <= 4; round++) {
      await receiver.arrived(round * 20);
      await node.subscriptions.pause(orgId, id);
      await node.subscriptions.resume(orgId, id);
    }
    await published;
    await eventually(() => node.queued(orgId)).toBe(0);
    expect(witness.faults).toEqual([]);
    expect(witness.delivered).toBe(400);
  }, 60_000);

  test('wait while the first is to be retried, and others do not', async () => {
    // On a separate database, because the node of the other tests would retry at once.
    const apart = await createDeliveryFixture();
    onTestFinished(() => apart.close());
    const slow = await apart.startNode({ retryDelaysSeconds: [0, 3600] });
    receiver.answerStatus(500);
    await slow.subscribe(orgId, receiver.url, { ordering: byOrder });
    await slow.publish(orgId, 'order.changed', { order_id: 'a', n: 0 });
    await receiver.arrived(1);
    receiver.answerStatus(200);
    await eventually(() => slow.engine.figures.unwritten).toBe(0);
    for (let n = 1; n < 4; n++) await slow.publish(orgId, 'order.changed', { order_id: 'a', n });
    for (let n = 0; n < 3; n++) await slow.publish(orgId, 'order.changed', { order_id: 'b', n });
    await eventually(() => slow.queued(orgId)).toBe(4);
    expect(numbersOf(receiver.received, 'b')).toEqual([0, 1, 2]);
    expect(numbersOf(receiver.received, 'a')).toEqual([0]);
  }, 30_000);
});

test('can be all events of a subscription, in one order', async () => {
  const witness = new OrderWitness();
  receiver.answerWith((received, response) => {
    const { n } = dataOf(received);
    witness.arrived('all', n);
    setImmediate(() => {
      witness.answered('all', n, true);
      response.end();
    });
  });
  await node.subscribe(orgId, receiver.url, { ordering: { path: [] } });
  for (let n = 0; n < 60; n += 20) {
    await node.appender.appendAll(
      Array.from({ length: 20 }, (_, i) => ({
        orgId,
        type: 'a.b',
        source: 'test',
        data: { order_id: `${i}`, n: n + i },
      })),
    );
  }
  await receiver.arrived(60);
  expect(witness.faults).toEqual([]);
  expect(receiver.received.map((one) => dataOf(one).n)).toEqual(Array.from({ length: 60 }, (_, n) => n));
}, 30_000);

test('events without a key are sent at once, in parallel', async () => {
  const open: (() => void)[] = [];
  receiver.answerWith((_received, response) => void open.push(() => response.end()));
  await node.subscribe(orgId, receiver.url, { ordering: byOrder });
  for (const order_id of [undefined, null, '', {}, []]) await node.publish(orgId, 'a.b', { order_id });
  await receiver.arrived(5);
  for (const end of open) end();
  await eventually(() => node.queued(orgId)).toBe(0);
}, 30_000);

describe('after all attempts of one delivery failed', () => {
  /** Publishes 0 to 3 with key `a`, of which 1 always fails, and 0 with key `b`. */
  async function failSecond(onFailure: 'block' | 'skip') {
    let isBroken = true;
    receiver.answerWith((received, response) => {
      const { order_id, n } = dataOf(received);
      response.writeHead(isBroken && order_id === 'a' && n === 1 ? 500 : 200).end();
    });
    const subscription = await node.subscribe(orgId, receiver.url, { ordering: { ...byOrder, onFailure } });
    const events = await node.appender.appendAll(
      [0, 1, 2, 3].map((n) => ({ orgId, type: 'a.b', source: 'test', data: { order_id: 'a', n } })),
    );
    await eventually(
      async () => (await node.operations.deadLetters.list(orgId, {}, { limit: 5, offset: 0 })).total,
    ).toBe(1);
    await node.publish(orgId, 'a.b', { order_id: 'b', n: 0 });
    await eventually(() => numbersOf(receiver.received, 'b')).toEqual([0]);
    return {
      subscription,
      failed: required(events[1], 'the second of events'),
      repair: () => {
        isBroken = false;
      },
    };
  }
  const numbers = () => [...new Set(numbersOf(receiver.received, 'a'))];
  const health = async (id: string) =>
    required(
      (await node.subscriptions.health([await node.subscriptions.get(orgId, id)]))[0],
      'the first of health',
    );

  test('`skip` continues with the next', async () => {
    const { subscription } = await failSecond('skip');
    await eventually(() => node.queued(orgId)).toBe(0);
    expect(numbersOf(receiver.received, 'a')).toEqual([0, 1, 1, 1, 2, 3]);
    expect((await health(subscription.id)).blocked).toBeNull();
  }, 30_000);

  test('`block` holds the rest of the key, reports it, and continues after a replay', async () => {
    const { subscription, failed, repair } = await failSecond('block');
    await node.publish(orgId, 'a.b', { order_id: 'a', n: 4 });
    await eventually(() => node.queued(orgId)).toBe(3);
    expect(numbers()).toEqual([0, 1]);
    expect(await health(subscription.id)).toMatchObject({
      state: 'blocked',
      blocked: { keys: 1, first: [{ key: 'a', eventId: failed.id }] },
    });
    repair();
    await node.operations.deadLetters.replayEvent(orgId, failed.id);
    await eventually(() => node.queued(orgId)).toBe(0);
    expect(numbers()).toEqual([0, 1, 2, 3, 4]);
    expect((await health(subscription.id)).state).not.toBe('blocked');
  }, 30_000);

  test('a key that waits for two dead letters is one blocked key', async () => {
    const { subscription, failed } = await failSecond('block');
    receiver.answerStatus(500);
    const [first] = await node.rows<{ id: string }>(
      `select delivery_id as id from delivery_attempts where org_id = $1 and order_key = 'a' and succeeded`,
      [orgId],
    );
    await node.operations.resend(orgId, required(first, 'first').id);
    const dead = async () =>
      (await node.operations.deadLetters.list(orgId, {}, { limit: 5, offset: 0 })).total;
    await eventually(dead).toBe(2);
    const { blocked } = await health(subscription.id);
    expect(blocked).toMatchObject({
      keys: 1,
      first: [{ key: 'a', deliveryId: required(first, 'first').id }],
    });
    expect(blocked?.first[0]?.eventId).not.toBe(failed.id);
  }, 30_000);

  test('`block` is reported once, until nothing is blocked any more', async () => {
    const told = async () => {
      const rows = await node.rows<{ data: string }>(
        `select data from events where org_id = $1 and type = 'webhook.subscription.blocked'`,
        [orgId],
      );
      return rows.map(({ data }) => JSON.parse(data) as { key: string; event_id: string });
    };
    const { failed } = await failSecond('block');
    await eventually(told).toMatchObject([{ key: 'a', event_id: formatId('evt', failed.id) }]);
    await node.maintenance.disableFailing();
    expect(await told()).toHaveLength(1);
    await node.operations.deadLetters.dropEvent(orgId, failed.id);
    await node.maintenance.disableFailing();
    await node.publish(orgId, 'a.b', { order_id: 'a', n: 1 });
    await eventually(told).toMatchObject([{ key: 'a' }, { key: 'a' }]);
  }, 30_000);

  test('a replay that fails again blocks again', async () => {
    const { subscription, failed } = await failSecond('block');
    const before = receiver.received.length;
    await node.operations.deadLetters.replayEvent(orgId, failed.id);
    await receiver.arrived(before + 3);
    await eventually(async () => (await health(subscription.id)).state).toBe('blocked');
    expect(numbers()).toEqual([0, 1]);
  }, 30_000);

  test('`block` continues when the dead letter is dropped', async () => {
    const { failed } = await failSecond('block');
    await node.operations.deadLetters.dropEvent(orgId, failed.id);
    await eventually(() => node.queued(orgId)).toBe(0);
    expect(numbers()).toEqual([0, 1, 2, 3]);
  }, 30_000);

  test('`block` continues when the delivery is resent, and after bulk replays', async () => {
    const { failed, repair } = await failSecond('block');
    repair();
    const { deadLetters } = await node.operations.deadLetters.list(orgId, {}, { limit: 5, offset: 0 });
    await node.operations.resend(orgId, required(deadLetters[0], 'the first of dead letters').deliveryId);
    await eventually(() => node.queued(orgId)).toBe(0);
    expect(numbers()).toEqual([0, 1, 2, 3]);
    expect(formatId('evt', failed.id)).toBe(
      required(receiver.received.at(-3), 'one of received').headers['x-event-id'],
    );
  }, 30_000);

  test.each([{ onFailure: 'skip' } as const, null])(
    'all keys continue when `block` ends: %j',
    async (ordering) => {
      const { subscription } = await failSecond('block');
      await node.subscriptions.update(orgId, subscription.id, { ordering });
      await eventually(() => node.queued(orgId)).toBe(0);
      expect(numbers()).toEqual([0, 1, 2, 3]);
    },
    30_000,
  );
});

test('resent deliveries go before waiting ones of their key, and never at the same time', async () => {
  const witness = new OrderWitness();
  const open: (() => void)[] = [];
  receiver.answerWith((_received, response) => void response.end());
  await node.subscribe(orgId, receiver.url, { ordering: byOrder });
  await node.publish(orgId, 'a.b', { order_id: 'a', n: 0 });
  await receiver.arrived(1);
  const first = required(receiver.received[0], 'the first of received').headers['webhook-id'] as string;
  await eventually(() => node.queued(orgId)).toBe(0);
  receiver.answerWith((received, response) => {
    witness.arrived('a', 0);
    open.push(() => {
      witness.answered('a', dataOf(received).n, true);
      response.end();
    });
  });
  for (const n of [1, 2]) await node.publish(orgId, 'a.b', { order_id: 'a', n });
  await receiver.arrived(2);
  const [{ id }] = (await node.rows<{ id: string }>(
    `select delivery_id as id from delivery_attempts where org_id = $1 limit 1`,
    [orgId],
  )) as [{ id: string }];
  await node.operations.resend(orgId, id);
  for (let n = 2; n <= 4; n++) {
    required(open.shift(), 'one of open')();
    if (n < 4) await receiver.arrived(n + 1);
  }
  await eventually(() => node.queued(orgId)).toBe(0);
  expect(receiver.received.map((one) => dataOf(one).n)).toEqual([0, 1, 0, 2]);
  expect(required(receiver.received[2], 'the third of received').headers['webhook-id']).toBe(first);
  expect(receiver.mostOpen).toBe(1);
}, 30_000);

test('a dead node’s leases are taken over, one for each key, and its late requests settle nothing', async () => {
  let isFrozen = false;
  const dead: string[] = [];
  const lost = await fixture.startNode({ mayAct: () => !isFrozen });
  const open: (() => void)[] = [];
  receiver.answerWith((_received, response) => void open.push(() => response.end()));
  await lost.subscribe(orgId, receiver.url, { ordering: byOrder });
  for (let n = 0; n < 3; n++) await lost.publish(orgId, 'a.b', { order_id: 'a', n });
  await receiver.arrived(1);
  isFrozen = true;
  dead.push(lost.nodeId);
  const heir = await fixture.startNode({ deadNodeIds: () => dead });
  heir.engine.reconcile();
  await receiver.arrived(2);
  // The dead node's request ends while the heir's is in progress: the next one must wait for the heir's.
  required(open[0], 'the first of open')();
  await eventually(() => lost.engine.figures.inFlight).toBe(0);
  await eventually(() => lost.engine.figures.unwritten).toBe(0);
  expect(await node.queued(orgId)).toBe(3);
  expect(receiver.received).toHaveLength(2);
  receiver.answerStatus(200);
  required(open[1], 'the second of open')();
  await eventually(() => node.queued(orgId)).toBe(0);
  expect(receiver.received.map((one) => dataOf(one).n)).toEqual([0, 0, 1, 2]);
  await Promise.all([lost.stop(), heir.stop()]);
}, 30_000);

test('a node that may not act does not take the next delivery after settling: another sends it', async () => {
  let isFrozen = false;
  const lost = await fixture.startNode({ mayAct: () => !isFrozen });
  const open: (() => void)[] = [];
  receiver.answerWith((_received, response) => void open.push(() => response.end()));
  await lost.subscribe(orgId, receiver.url, { ordering: byOrder });
  for (const n of [0, 1]) await lost.publish(orgId, 'a.b', { order_id: 'a', n });
  await receiver.arrived(1);
  isFrozen = true;
  required(open[0], 'the first of open')();
  await receiver.arrived(2);
  required(open[1], 'the second of open')();
  await eventually(() => node.queued(orgId)).toBe(0);
  expect(numbersOf(receiver.received, 'a')).toEqual([0, 1]);
  await lost.stop();
}, 30_000);

test('a node of the previous version settles its deliveries, and the next one is sent', async () => {
  const open: (() => void)[] = [];
  receiver.answerWith((_received, response) => void open.push(() => response.end()));
  await node.subscribe(orgId, receiver.url, { ordering: byOrder });
  for (const n of [0, 1]) await node.publish(orgId, 'a.b', { order_id: 'a', n });
  await receiver.arrived(1);
  const [first] = await node.rows<{ id: string }>(
    'select id from deliveries where org_id = $1 and lease_owner = $2',
    [orgId, node.nodeId],
  );
  await node.rows(
    `select complete_attempts(array[$1::uuid], array[1], array['done'], array[0.0], array[null::float8], array[200],
       array[1], array[null], array[1], array[null], array[null::bytea], array[$1::uuid], array[1], 40, $2::uuid, '{}')`,
    [required(first, 'the first').id, node.nodeId],
  );
  await receiver.arrived(2);
  expect(numbersOf(receiver.received, 'a')).toEqual([0, 1]);
  for (const end of open) end();
  await eventually(() => node.queued(orgId)).toBe(0);
}, 30_000);

test('a node of the previous version does not name the organization, and it is found', async () => {
  const { id } = await node.subscribe(orgId, receiver.url, { ordering: byOrder, patterns: ['never.*'] });
  for (const n of [0, 1]) await node.publish(orgId, 'a.b', { order_id: 'a', n });
  await node.rows(
    `insert into deliveries (id, org_id, subscription_id, position, event_name, next_attempt_at, order_key)
     select gen_random_uuid(), $1, $2, n, 'a.b', now() + interval '1 day', 'a' from unnest(array[0, 1]) n`,
    [orgId, id],
  );
  const [other, later] = [randomUUID(), new Date(Date.now() + 2 * 86_400_000)];
  const claimed = await node.rows<{ id: string }>(
    'select * from claim_deliveries(array[$1::uuid], array[9], $2, $3, 9999)',
    [id, later, other],
  );
  expect(claimed).toMatchObject([{ org_id: orgId, log_position: 0 }]);
  const followers = await node.rows(
    'select * from read_followers(array[$1::uuid], array[0::bigint], 9, $2, $3, 9999)',
    [required(claimed[0], 'the head').id, later, other],
  );
  expect(followers).toMatchObject([{ org_id: orgId, log_position: 1 }]);
  const parts = await node.rows(
    `with secret as (
       insert into subscription_secrets (subscription_id, version, sealed, created_at) values ($1, 9, '', now())
       returning org_id, version
     ), signing_key as (
       insert into subscription_signing_keys (subscription_id, version, public_key, sealed, created_at)
       values ($1, 9, '', '', now()) returning org_id, version
     ), revision as (
       insert into subscription_revisions (subscription_id, revision, url, secret_version)
       values ($1, 9, '', 1) returning org_id, revision
     )
     select * from secret union all select * from signing_key union all select * from revision`,
    [id],
  );
  expect(parts).toEqual(Array(3).fill({ org_id: orgId, version: 9 }));
  await node.rows('delete from subscriptions where id = $1', [id]);
}, 30_000);

test('a failure in a batch only blocks its own key, also after events without a key', async () => {
  const open: (() => void)[] = [];
  receiver.answerWith((_received, response) => void open.push(() => response.end()));
  const { id } = await node.subscribe(orgId, receiver.url, { ordering: byOrder });
  for (const order_id of [null, 'a']) await node.publish(orgId, 'a.b', { order_id });
  await receiver.arrived(2);
  const ids = (
    await node.rows<{ id: string }>('select id from deliveries where org_id = $1 order by position', [orgId])
  ).map((row) => row.id);
  await node.rows(
    `select complete_attempts(array[$1, $1]::uuid[], $2::uuid[], array[1, 1], array['dead', 'dead'], array[0.0, 0.0],
       array[null, null]::float8[], array[500, 500], array[1, 1], array['no', 'no'], array[1, 1], array[null, null],
       array[null, null]::bytea[], $2::uuid[], array[1, 1], 40, $3::uuid, '{}')`,
    [orgId, ids, node.nodeId],
  );
  const [health] = await node.subscriptions.health([await node.subscriptions.get(orgId, id)]);
  expect(health).toMatchObject({ state: 'blocked', blocked: { keys: 1, first: [{ key: 'a' }] } });
  for (const end of open) end();
}, 30_000);

test('a key is the text of a single value; other values are no key', () => {
  const key = (value: unknown) => orderKeyOf({ order: { ids: [value] } }, ['order', 'ids', '0']);
  expect([key('a'), key(7), key('7'), key(1.5), key(true)]).toEqual(['a', '7', '7', '1.5', 'true']);
  expect([key(null), key(''), key({}), key([]), key(undefined)]).toEqual([null, null, null, null, null]);
  expect(orderKeyOf({}, [])).toBe('');
  expect(orderKeyOf({ a: 'text' }, ['a', 'length'])).toBeNull();
  expect(orderKeyOf({ a: [1] }, ['a', 'length'])).toBeNull();
  expect(orderKeyOf({}, ['constructor', 'name'])).toBeNull();
  expect(orderKeyOf({}, ['__proto__'])).toBeNull();
  for (const odd of ['x'.repeat(129), 'a\0b', 'a\ud800b']) {
    expect(key(odd)).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(key(odd)).not.toBe(key(`${odd}.`));
  }
});
