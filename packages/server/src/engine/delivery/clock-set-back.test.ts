import { afterAll, beforeAll, expect, test } from 'vitest';
import { required } from '../../kit/required.ts';
import { createDeliveryFixture, type DeliveryFixture } from './testing/delivery-fixture.ts';
import { eventually } from './testing/eventually.ts';
import { startReceiver } from './testing/test-receiver.ts';

const HOUR_MS = 3_600_000;
let fixture: DeliveryFixture;

beforeAll(async () => {
  fixture = await createDeliveryFixture();
});
afterAll(() => fixture.close());

/** A clock that can be set back. */
function startClock() {
  let backMs = 0;
  const setBack = (ms: number) => {
    backMs = ms;
  };
  return { clock: { now: () => Date.now() - backMs }, setBack };
}

test('after the clock is set back an hour, waiting retries are not delayed by that hour', async () => {
  const { clock, setBack } = startClock();
  const node = await fixture.startNode({ clock, retryDelaysSeconds: [0, 3, 7_200] });
  const receiver = await startReceiver();
  receiver.answerStatus(503);
  const orgId = fixture.newOrgId();
  const { id } = await node.subscribe(orgId, receiver.url);
  await node.publish(orgId, 'a.b');
  const attempts = () => node.rows('select attempt from delivery_attempts where subscription_id = $1', [id]);
  await eventually(attempts).toHaveLength(1);
  setBack(HOUR_MS);
  await receiver.arrived(2, 25_000);
  // The next attempt is as far away as the schedule says, by the corrected clock.
  await eventually(attempts).toHaveLength(2);
  const [waiting] = await node.rows<{ next_attempt_at: Date }>(
    'select next_attempt_at from deliveries where subscription_id = $1',
    [id],
  );
  expect(required(waiting, 'waiting').next_attempt_at.getTime()).toBeGreaterThan(clock.now() + HOUR_MS);
  expect(required(waiting, 'waiting').next_attempt_at.getTime()).toBeLessThanOrEqual(
    clock.now() + 2 * HOUR_MS,
  );
  await receiver.close();
  await node.stop();
}, 40_000);

test('deliveries of a node that used the old clock are sent at once by the next node', async () => {
  const ahead = { now: () => Date.now() + HOUR_MS };
  const stood = await fixture.startNode({
    clock: ahead,
    client: (client) => ({ ...client, post: () => new Promise(() => {}) }),
  });
  const receiver = await startReceiver();
  const orgId = fixture.newOrgId();
  await stood.subscribe(orgId, receiver.url);
  await stood.publish(orgId, 'a.b');
  const next = await fixture.startNode({ deadNodeIds: () => [stood.nodeId] });
  await receiver.arrived(1, 10_000);
  await Promise.all([stood.stop(0), next.stop()]);
  await receiver.close();
}, 40_000);

test('a plan of a node that does not know the new clock follows the new clock', async () => {
  const ahead = { now: () => Date.now() + HOUR_MS };
  // Its lease has expired, so it starts no attempts.
  const stood = await fixture.startNode({ clock: ahead, mayAct: () => false });
  const receiver = await startReceiver();
  const orgId = fixture.newOrgId();
  await stood.subscribe(orgId, receiver.url);
  await stood.publish(orgId, 'a.b');
  const next = await fixture.startNode();
  await receiver.arrived(1, 10_000);
  await Promise.all([stood.stop(0), next.stop()]);
  await receiver.close();
}, 40_000);

test('small changes of the clock at a failover delay nothing', async () => {
  const { clock, setBack } = startClock();
  const node = await fixture.startNode({ clock, retryDelaysSeconds: [0, 3, 7_200] });
  const receiver = await startReceiver();
  receiver.answerStatus(503);
  const orgId = fixture.newOrgId();
  const { id } = await node.subscribe(orgId, receiver.url);
  await node.publish(orgId, 'a.b');
  await eventually(() =>
    node.rows('select attempt from delivery_attempts where subscription_id = $1', [id]),
  ).toHaveLength(1);
  setBack(30_000);
  // Three seconds until the retry, and up to five until all nodes know about the change of the clock.
  await receiver.arrived(2, 20_000);
  await receiver.close();
  await node.stop();
}, 40_000);

test('an open breaker allows an attempt after its cooldown, even if the clock is set back', async () => {
  const { clock, setBack } = startClock();
  const node = await fixture.startNode({ clock, retryDelaysSeconds: [0, 0.05, 0.05, 0.05, 0.05] });
  const receiver = await startReceiver();
  receiver.answerStatus(503);
  const orgId = fixture.newOrgId();
  const breaker = { failures: 2, cooldownSeconds: 2 };
  const { id } = await node.subscribe(orgId, receiver.url, { maxConcurrency: 1, breaker });
  await node.publish(orgId, 'a.b');
  const attempts = () => node.rows('select attempt from delivery_attempts where subscription_id = $1', [id]);
  await eventually(attempts).toHaveLength(2);
  setBack(HOUR_MS);
  await receiver.arrived(3, 25_000);
  await receiver.close();
  await node.stop();
}, 40_000);
