import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../kit/ids.ts';
import { replayBatch } from './dead-letters/replay-batch.ts';
import { createDeliveryFixture, type DeliveryFixture, type TestNode } from './testing/delivery-fixture.ts';
import { eventually } from './testing/eventually.ts';
import { startReceiver } from './testing/test-receiver.ts';

let fixture: DeliveryFixture;
let node: TestNode;

beforeAll(async () => {
  fixture = await createDeliveryFixture();
  node = await fixture.startNode();
});
afterAll(() => fixture.close());

/** The tables after a busy time: they have many pages, but the planner thinks that they are empty. */
async function emptyAndAnalyze(): Promise<void> {
  for (const table of ['deliveries', 'dead_letters']) {
    await node.rows(`delete from ${table}`);
    await node.rows(`analyze ${table}`);
  }
}

test('a long queue is processed at the same speed if the planner thinks it is empty', async () => {
  const receiver = await startReceiver();
  const orgId = fixture.newOrgId();
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) {
    ids.push((await node.subscribe(orgId, receiver.url, { patterns: ['x.y'] })).id);
  }
  await node.publish(orgId, 'a.b');
  // Without the rate limit of the service's own replay.
  await node.maintenance.stop();
  const fillQueue = async () => {
    for (const id of ids) await node.subscriptions.pause(orgId, id);
    await node.rows(
      `insert into dead_letters (delivery_id, org_id, subscription_id, position, event_id, event_name, attempts, failed_at, last_error)
       select gen_random_uuid(), e.org_id, s, e.position, e.id, e.type, 5, now(), 'timeout: x'
       from events e, unnest($2::uuid[]) s, generate_series(1, $3) where e.org_id = $1`,
      [orgId, ids, 4_000],
    );
    await node.operations.deadLetters.replayAll(orgId, newUuid(), {});
    while ((await replayBatch(node.pool, Date.now())) !== undefined);
    expect(await node.queued(orgId)).toBe(20_000);
  };
  /** The time that this many deliveries take. */
  const workOff = async (count: number) => {
    const before = receiver.received.length;
    const startedAt = performance.now();
    for (const id of ids) await node.subscriptions.resume(orgId, id);
    await receiver.arrived(before + count, 30_000);
    return performance.now() - startedAt;
  };
  await fillQueue();
  await node.rows('analyze deliveries');
  const knownMs = await workOff(5_000);
  await receiver.arrived(20_000, 60_000);
  await eventually(() => node.queued(orgId)).toBe(0);
  await emptyAndAnalyze();

  await fillQueue();
  // With a bad join order, a single claim would take longer.
  expect(await workOff(5_000)).toBeLessThan(5 * knownMs);
  for (const id of ids) await node.subscriptions.delete(orgId, id);
  await node.maintenance.start();
  await receiver.close();
}, 120_000);
