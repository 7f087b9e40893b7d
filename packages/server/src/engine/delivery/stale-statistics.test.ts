import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../kit/ids.ts';
import { replayBatch } from './dead-letters/replay-batch.ts';
import { createDeliveryFixture, type DeliveryFixture, type TestNode } from './testing/delivery-fixture.ts';
import { startReceiver } from './testing/test-receiver.ts';

let fixture: DeliveryFixture;
let node: TestNode;

beforeAll(async () => {
  fixture = await createDeliveryFixture();
  node = await fixture.startNode();
});
afterAll(() => fixture.close());

/** As the tables are after a busy time: many pages, and the planner believes there is not one row. */
async function emptyAndAnalyze(): Promise<void> {
  for (const table of ['deliveries', 'dead_letters']) {
    await node.rows(`delete from ${table}`);
    await node.rows(`analyze ${table}`);
  }
}

test('a long queue is worked off at speed though the planner takes it for empty', async () => {
  const receiver = await startReceiver();
  const orgId = fixture.newOrgId();
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) {
    ids.push((await node.subscribe(orgId, receiver.url, { patterns: ['x.y'] })).id);
  }
  await node.publish(orgId, 'a.b');
  const fillDeadLetters = (count: number) =>
    node.rows(
      `insert into dead_letters (delivery_id, org_id, subscription_id, position, event_id, event_name, attempts, failed_at, last_error)
       select gen_random_uuid(), e.org_id, s, e.position, e.id, e.type, 5, now(), 'timeout: x'
       from events e, unnest($2::uuid[]) s, generate_series(1, $3) where e.org_id = $1`,
      [orgId, ids, count],
    );
  for (const id of ids) await node.subscriptions.pause(orgId, id);
  await fillDeadLetters(4_000);
  // Without the pace at which the service does it.
  await node.maintenance.stop();
  const replay = async () => {
    await node.operations.deadLetters.replayAll(orgId, newUuid(), {});
    while ((await replayBatch(node.pool, Date.now())) !== undefined);
    expect(await node.queued(orgId)).toBe(20_000);
  };
  await replay();
  await emptyAndAnalyze();

  await fillDeadLetters(4_000);
  await replay();
  const startedAt = performance.now();
  for (const id of ids) await node.subscriptions.resume(orgId, id);
  await receiver.arrived(5_000, 30_000);
  // Joined the wrong way round, one claim alone takes longer.
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  for (const id of ids) await node.subscriptions.delete(orgId, id);
  await node.maintenance.start();
  await receiver.close();
}, 90_000);
