import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newUuid } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import { createDeliveryFixture, type DeliveryFixture, type TestNode } from '../testing/delivery-fixture.ts';
import { eventually } from '../testing/eventually.ts';
import { type Receiver, startReceiver } from '../testing/test-receiver.ts';
import { removeDeleted } from '../upkeep/deleted-subscription.repository.ts';
import { replayBatch } from './replay-batch.ts';

let fixture: DeliveryFixture;
let node: TestNode;
let receiver: Receiver;
let orgId: string;

beforeAll(async () => {
  fixture = await createDeliveryFixture();
  // Only one attempt, so that a delivery that fails again is a dead letter at once.
  node = await fixture.startNode({ retryDelaysSeconds: [0] });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  receiver = await startReceiver();
  orgId = fixture.newOrgId();
  return () => receiver.close();
});

/** Inserts dead letters like those after five failed attempts, without waiting for the attempts. */
async function fillDeadLetters(subscriptionIds: string[], perSubscription: number): Promise<void> {
  await node.publish(orgId, 'a.b', { n: 1 });
  await node.rows(
    `insert into dead_letters (delivery_id, org_id, subscription_id, position, event_id, event_name, attempts, failed_at, last_error)
     select gen_random_uuid(), e.org_id, s, e.position, e.id, e.type, 5, now(), 'timeout: x'
     from events e, unnest($2::uuid[]) s, generate_series(1, $3) where e.org_id = $1`,
    [orgId, subscriptionIds, perSubscription],
  );
}

const deadLetters = async () =>
  (await node.operations.deadLetters.list(orgId, {}, { limit: 1, offset: 0 })).total;

test('a bulk replay sends each dead letter once, even if others replay the same ones', async () => {
  const ids = [];
  for (let i = 0; i < 4; i++) {
    ids.push((await node.subscribe(orgId, receiver.url, { patterns: ['x.y'], maxConcurrency: 50 })).id);
  }
  await fillDeadLetters(ids, 1_000);
  const { deadLetters: dead } = node.operations;
  const replays = await Promise.all([
    dead.replayAll(orgId, newUuid(), {}),
    dead.replayAll(orgId, newUuid(), { subscriptionId: ids[0] }),
    dead.replayAll(orgId, newUuid(), { event: 'a.*' }),
  ]);
  expect(required(replays[0], 'the first of replays').matched).toBe(4_000);
  await receiver.arrived(4_000, 30_000);
  await eventually(() => node.queued(orgId)).toBe(0);
  const sent = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(sent).toHaveLength(4_000);
  expect(new Set(sent).size).toBe(4_000);
  const readReplays = () => Promise.all(replays.map(({ id }) => dead.replay(orgId, id)));
  await eventually(async () => (await readReplays()).every(({ finishedAt }) => finishedAt !== null)).toBe(
    true,
  );
  expect((await readReplays()).reduce((sum, { queued }) => sum + queued, 0)).toBe(4_000);
}, 60_000);

test('a replay sends what somebody else had locked when it came by, too', async () => {
  const { id } = await node.subscribe(orgId, receiver.url, { patterns: ['x.y'] });
  await fillDeadLetters([id], 200);
  await node.maintenance.stop();
  await node.subscriptions.pause(orgId, id);
  const { id: replayId } = await node.operations.deadLetters.replayAll(orgId, newUuid(), {});
  const readReplay = () => node.operations.deadLetters.replay(orgId, replayId);
  const other = await node.pool.connect();
  try {
    await other.query('begin');
    await other.query(
      'select from dead_letters where org_id = $1 order by failed_at, delivery_id limit 1 for update',
      [orgId],
    );
    expect(await replayBatch(node.pool, Date.now())).toBe(125);
    expect(await replayBatch(node.pool, Date.now())).toBe(74);
    expect(await readReplay()).toMatchObject({ queued: 199, finishedAt: null });
    await other.query('rollback');
  } finally {
    other.release();
  }
  expect(await replayBatch(node.pool, Date.now())).toBe(1);
  expect(await readReplay()).toMatchObject({ queued: 200, finishedAt: expect.any(Date) });
  await node.subscriptions.delete(orgId, id);
  await node.maintenance.start();
});

test('a replay looks at what it leaves out once more at its end, not with each batch', async () => {
  const { id } = await node.subscribe(orgId, receiver.url, { patterns: ['x.y'] });
  await fillDeadLetters([id], 300);
  const rename = (most: number, from: string, to: string) =>
    node.rows(
      `update dead_letters set event_name = $4 where delivery_id in (
         select delivery_id from dead_letters where org_id = $1 and event_name = $3
         order by failed_at, delivery_id limit $2)`,
      [orgId, most, from, to],
    );
  await rename(50, 'a.b', 'c.d');
  await node.maintenance.stop();
  await node.subscriptions.pause(orgId, id);
  const { id: replayId } = await node.operations.deadLetters.replayAll(orgId, newUuid(), { event: 'a.b' });
  const moved = [await replayBatch(node.pool, Date.now())];
  // Had the second batch begun at the oldest, it would have found this one.
  await rename(1, 'c.d', 'a.b');
  for (let batch = 0; batch < 3; batch++) moved.push(await replayBatch(node.pool, Date.now()));
  expect(moved).toEqual([125, 125, 0, 1]);
  expect(await node.operations.deadLetters.replay(orgId, replayId)).toMatchObject({
    queued: 251,
    finishedAt: expect.any(Date),
  });
  await node.subscriptions.delete(orgId, id);
  await node.maintenance.start();
});

test('a replay that is interrupted between two batches continues with the rest', async () => {
  const { id } = await node.subscribe(orgId, receiver.url, { patterns: ['x.y'] });
  await fillDeadLetters([id], 1_000);
  await node.maintenance.stop();
  await node.subscriptions.pause(orgId, id);
  await node.operations.deadLetters.replayAll(orgId, newUuid(), {});
  const moved = required(await replayBatch(node.pool, Date.now()), 'an open replay');
  expect(moved).toBeGreaterThan(0);
  expect([await deadLetters(), await node.queued(orgId)]).toEqual([1_000 - moved, moved]);
  const other = await fixture.startNode();
  await eventually(deadLetters).toBe(0);
  expect(await node.queued(orgId)).toBe(1_000);
  await node.subscriptions.delete(orgId, id);
  await other.stop();
  await node.maintenance.start();
}, 60_000);

test('new events are sent before a replay to the same slow receiver, and the replay continues', async () => {
  receiver.answerWith((_received, response) => void setTimeout(() => response.end(), 10));
  const { id } = await node.subscribe(orgId, receiver.url, { patterns: ['*'], maxConcurrency: 2 });
  await fillDeadLetters([id], 1_000);
  await node.operations.deadLetters.replayAll(orgId, newUuid(), {});
  // The engine has as much of the replay in memory as it may.
  await eventually(() => node.engine.figures.ready).toBeGreaterThan(400);
  const before = receiver.received.length;
  await Promise.all(Array.from({ length: 20 }, () => node.publish(orgId, 'live.event')));
  await eventually(() => receiver.received.filter(({ body }) => body.includes('live.event')).length).toBe(20);
  const since = receiver.received.slice(before).map(({ body }) => body.includes('live.event'));
  const passed = since.slice(0, since.lastIndexOf(true)).filter((isLive) => !isLive).length;
  expect(passed).toBeGreaterThan(0);
  expect(passed).toBeLessThan(100);
  await node.subscriptions.delete(orgId, id);
});

test('deliveries that die again during a replay are not replayed by it', async () => {
  receiver.answerStatus(500);
  const { id } = await node.subscribe(orgId, receiver.url, { patterns: ['x.y'] });
  await fillDeadLetters([id], 50);
  const replay = await node.operations.deadLetters.replayAll(orgId, newUuid(), {});
  await receiver.arrived(50);
  await eventually(deadLetters).toBe(50);
  await node.maintenance.runJobs();
  expect(receiver.received).toHaveLength(50);
  expect(await deadLetters()).toBe(50);
  expect(await node.operations.deadLetters.replay(orgId, replay.id)).toMatchObject({
    matched: 50,
    queued: 50,
  });
});

test('dead letters of a deleted subscription are removed', async () => {
  const { id } = await node.subscribe(orgId, receiver.url, { patterns: ['*'] });
  await node.subscriptions.pause(orgId, id);
  await fillDeadLetters([id], 6_000);
  expect(await node.queued(orgId)).toBe(1);
  await node.subscriptions.delete(orgId, id);
  expect(await deadLetters()).toBe(0);
  await removeDeleted(node.pool);
  expect(await node.queued(orgId)).toBe(0);
  expect(await node.rows('select 1 from dead_letters where subscription_id = $1', [id])).toEqual([]);
});
