import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { required } from '../../kit/required.ts';
import { createDeliveryFixture, type DeliveryFixture } from './testing/delivery-fixture.ts';
import { eventually } from './testing/eventually.ts';
import { type Receiver, startReceiver } from './testing/test-receiver.ts';

let fixture: DeliveryFixture;
let receiver: Receiver;
let orgId: string;

beforeAll(async () => {
  fixture = await createDeliveryFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  receiver = await startReceiver();
  orgId = fixture.newOrgId();
  return () => receiver.close();
});

/** Two nodes that know each other. */
async function startPair() {
  const ids: string[] = [];
  const one = await fixture.startNode({ otherNodeIds: () => ids });
  const two = await fixture.startNode({ otherNodeIds: () => ids });
  ids.push(one.nodeId, two.nodeId);
  return { one, two, stop: () => Promise.all([one.stop(), two.stop()]) };
}

test('an event published on one node right after a subscription on the other always matches', async () => {
  const { one, two, stop } = await startPair();
  await two.publish(orgId, 'warm.up');
  for (let round = 1; round <= 40; round++) {
    const { id } = await one.subscribe(orgId, receiver.url, { patterns: [`round.number-${round}`] });
    await Promise.all([
      two.publish(orgId, `round.number-${round}`),
      two.publish(orgId, `round.number-${round}`),
    ]);
    await receiver.arrived(round * 2);
    if (round % 4 === 0) await one.subscriptions.delete(orgId, id);
  }
  await stop();
});

test('under load on both nodes every delivery is attempted once', async () => {
  const { one, two, stop } = await startPair();
  // Slower than the load, so that a part goes through the database and both nodes claim from it.
  receiver.answerWith((_received, response) => void setTimeout(() => response.end(), 2));
  for (let i = 0; i < 3; i++) await one.subscribe(orgId, receiver.url, { maxConcurrency: 16 });
  await Promise.all(
    Array.from({ length: 2_000 }, (_, n) => (n % 2 === 0 ? one : two).publish(orgId, 'a.b', { n })),
  );
  await receiver.arrived(6_000, 20_000);
  await eventually(() => one.queued(orgId)).toBe(0);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(6_000);
  expect(new Set(ids).size).toBe(6_000);
  const log = await one.rows('select count(*) as attempts from delivery_attempts where org_id = $1', [orgId]);
  expect(log).toEqual([{ attempts: 6_000 }]);
  await stop();
}, 60_000);

test('a pause on one node stops the other node before it is answered, under load', async () => {
  const { one, two, stop } = await startPair();
  const { id } = await one.subscribe(orgId, receiver.url);
  const load = startLoad(() => two.publish(orgId, 'a.b'));
  try {
    for (let round = 0; round < 5; round++) {
      await receiver.arrived(receiver.received.length + 20);
      await one.subscriptions.pause(orgId, id);
      const before = receiver.received.length;
      const target = load.done + 30;
      await eventually(() => load.done).toBeGreaterThan(target);
      expect(receiver.received.length).toBe(before);
      await one.subscriptions.resume(orgId, id);
    }
  } finally {
    await load.stop();
  }
  await receiver.arrived(load.done, 20_000);
  await eventually(() => one.queued(orgId)).toBe(0);
  expect(receiver.received).toHaveLength(load.done);
  await stop();
}, 60_000);

/** Repeats an action, five at a time, until it is stopped. */
function startLoad(action: () => Promise<unknown>) {
  const load = { done: 0, isRunning: true };
  const run = async () => {
    while (load.isRunning) {
      await action();
      load.done++;
    }
  };
  const running = Promise.all(Array.from({ length: 5 }, run));
  return {
    get done() {
      return load.done;
    },
    stop() {
      load.isRunning = false;
      return running;
    },
  };
}

test('the leases of a dead node are taken over, and if it comes back it sends none of these deliveries', async () => {
  let isFrozen = false;
  const dead: string[] = [];
  const lost = await fixture.startNode({ mayAct: () => !isFrozen });
  const heir = await fixture.startNode({ deadNodeIds: () => dead });
  const held: (() => void)[] = [];
  receiver.answerWith((_received, response) => void held.push(() => response.end()));
  await lost.subscribe(orgId, receiver.url, { maxConcurrency: 1 });
  await Promise.all(Array.from({ length: 10 }, () => lost.publish(orgId, 'a.b')));
  await receiver.arrived(1);
  expect(lost.engine.figures).toMatchObject({ ready: 9, inFlight: 1 });
  isFrozen = true;
  dead.push(lost.nodeId);
  receiver.answerStatus(200);
  heir.engine.reconcile();
  // Only the delivery in progress when the node froze arrives twice.
  await receiver.arrived(11);
  lost.engine.fence();
  isFrozen = false;
  for (const answer of held) answer();
  lost.engine.reconcile();
  await eventually(() => heir.queued(orgId)).toBe(0);
  await eventually(() => lost.engine.figures).toMatchObject({ ready: 0, inFlight: 0, unwritten: 0 });
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(11);
  expect(new Set(ids).size).toBe(10);
  await lost.stop();
  await heir.stop();
});

test('a frozen node’s prepared requests are only sent by its heir, even when it may act again', async () => {
  let isFrozen = false;
  const dead: string[] = [];
  const resolved = Promise.withResolvers<string[]>();
  const lost = await fixture.startNode({ mayAct: () => !isFrozen, resolve: () => resolved.promise });
  const heir = await fixture.startNode({ deadNodeIds: () => dead });
  await heir.subscribe(orgId, receiver.url.replace('127.0.0.1', 'localhost'), { maxConcurrency: 4 });
  await lost.publish(orgId, 'a.b');
  await eventually(() => lost.engine.figures).toMatchObject({ inFlight: 1 });
  isFrozen = true;
  dead.push(lost.nodeId);
  heir.engine.reconcile();
  await receiver.arrived(1);
  lost.engine.fence();
  isFrozen = false;
  // Only now its connection opens.
  resolved.resolve(['127.0.0.1']);
  await eventually(() => lost.engine.figures).toMatchObject({ ready: 0, inFlight: 0, unwritten: 0 });
  await lost.publish(orgId, 'a.b');
  await receiver.arrived(2);
  await eventually(() => heir.queued(orgId)).toBe(0);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  const log = await heir.rows('select attempt, succeeded from delivery_attempts where org_id = $1', [orgId]);
  expect(log).toEqual([
    { attempt: 1, succeeded: true },
    { attempt: 1, succeeded: true },
  ]);
  await lost.stop();
  await heir.stop();
});

test('a failed attempt of a node that counts as dead does not delay its heir’s delivery', async () => {
  let isFrozen = false;
  const dead: string[] = [];
  const lost = await fixture.startNode({ mayAct: () => !isFrozen });
  const heir = await fixture.startNode({ deadNodeIds: () => dead });
  const held: ((status: number) => void)[] = [];
  receiver.answerWith((_received, response) => {
    held.push((status) => response.writeHead(status).end());
  });
  await lost.subscribe(orgId, receiver.url);
  await lost.publish(orgId, 'a.b');
  await receiver.arrived(1);
  // Otherwise it might claim the freed deliveries again before its heir does.
  isFrozen = true;
  dead.push(lost.nodeId);
  heir.engine.reconcile();
  await receiver.arrived(2);
  required(held[0], 'the first of held')(500);
  await eventually(() => lost.engine.figures).toMatchObject({ inFlight: 0, unwritten: 0 });
  required(held[1], 'the second of held')(200);
  await eventually(() => heir.queued(orgId)).toBe(0);
  const log = await heir.rows('select attempt, succeeded from delivery_attempts where org_id = $1', [orgId]);
  expect(log).toEqual([{ attempt: 1, succeeded: true }]);
  await lost.stop();
  await heir.stop();
});

test('a node whose lease was freed during its attempt does not send the delivery again', async () => {
  const node = await fixture.startNode();
  const held: (() => void)[] = [];
  receiver.answerWith((_received, response) => void held.push(() => response.end()));
  await node.subscribe(orgId, receiver.url);
  await node.publish(orgId, 'a.b');
  await receiver.arrived(1);
  await node.rows('update deliveries set lease_owner = null where org_id = $1', [orgId]);
  node.engine.wake();
  await eventually(() => node.rows('select lease_owner from deliveries where org_id = $1', [orgId])).toEqual([
    { lease_owner: node.nodeId },
  ]);
  await node.publish(orgId, 'a.b');
  await receiver.arrived(2);
  required(held[0], 'the first of held')();
  required(held[1], 'the second of held')();
  await eventually(() => node.queued(orgId)).toBe(0);
  expect(receiver.received).toHaveLength(2);
  await node.stop();
});

test('a node that came back keeps its leases, even if another still treats it as dead', async () => {
  const back = await fixture.startNode();
  const late = await fixture.startNode({ deadNodeIds: () => [back.nodeId] });
  await back.rows('insert into nodes (id, info) values ($1, $2)', [back.nodeId, '{}']);
  const held: (() => void)[] = [];
  receiver.answerWith((_received, response) => void held.push(() => response.end()));
  await back.subscribe(orgId, receiver.url, { maxConcurrency: 1 });
  await Promise.all([back.publish(orgId, 'a.b'), back.publish(orgId, 'a.b')]);
  await receiver.arrived(1);
  late.engine.reconcile();
  await late.publish(orgId, 'c.d');
  await receiver.arrived(2);
  expect(back.engine.figures).toMatchObject({ ready: 1, inFlight: 1 });
  const leases = await back.rows<{ owner: string }>(
    'select lease_owner as owner from deliveries where org_id = $1 and event_name = $2',
    [orgId, 'a.b'],
  );
  expect(leases).toEqual([{ owner: back.nodeId }, { owner: back.nodeId }]);
  receiver.answerStatus(200);
  for (const answer of held) answer();
  await eventually(() => back.queued(orgId)).toBe(0);
  expect(receiver.received).toHaveLength(3);
  await back.stop();
  await late.stop();
});

test('a lease of this node that it does not know is found and served', async () => {
  const node = await fixture.startNode();
  const { id } = await node.subscribe(orgId, receiver.url);
  await node.subscriptions.pause(orgId, id);
  await node.publish(orgId, 'a.b');
  await node.rows('update deliveries set lease_owner = $1 where subscription_id = $2', [node.nodeId, id]);
  await node.subscriptions.resume(orgId, id);
  expect(receiver.received).toHaveLength(0);
  node.engine.reconcile();
  await receiver.arrived(1);
  await node.stop();
});
