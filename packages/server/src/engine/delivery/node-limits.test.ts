import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GuardedClient, Outcome } from '../../kit/net/index.ts';
import { required } from '../../kit/required.ts';
import { createDeliveryFixture, type DeliveryFixture } from './testing/delivery-fixture.ts';
import { eventually } from './testing/eventually.ts';
import { startReceiver } from './testing/test-receiver.ts';

let fixture: DeliveryFixture;

beforeAll(async () => {
  fixture = await createDeliveryFixture();
});
afterAll(() => fixture.close());

test('a machine without free file descriptors does not cost any receiver an attempt', async () => {
  const overloaded: Outcome = { ok: false, reason: 'overloaded', message: 'none to spare', durationMs: 0 };
  let refusals = 0;
  const node = await fixture.startNode({
    client: (inner): GuardedClient => ({
      ...inner,
      post: (request) => (refusals++ < 30 ? Promise.resolve(overloaded) : inner.post(request)),
    }),
  });
  const receiver = await startReceiver();
  const orgId = fixture.newOrgId();
  const { id } = await node.subscribe(orgId, receiver.url);
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: 20 }, (_, n) => node.publish(orgId, 'a.b', { n })));
  await receiver.arrived(20, 20_000);
  // It pauses between attempts, so that it does not make a shortage worse.
  expect(performance.now() - startedAt).toBeGreaterThan(240);
  const attempts = () =>
    node.rows('select attempt, succeeded from delivery_attempts where subscription_id = $1', [id]);
  await eventually(attempts).toEqual(Array(20).fill({ attempt: 1, succeeded: true }));
  await receiver.close();
  await node.stop();
}, 30_000);

test('the node’s limit of concurrent attempts is shared among receivers in turn', async () => {
  const node = await fixture.startNode({ underWay: { maxCount: 10 } });
  const orgId = fixture.newOrgId();
  const held: ServerResponse[] = [];
  const slow = await startReceiver((_received, response) => void held.push(response));
  const small = await startReceiver();
  await node.subscribe(orgId, slow.url, { patterns: ['slow.*'] });
  await node.subscribe(orgId, small.url, { patterns: ['small.*'] });
  await Promise.all(Array.from({ length: 300 }, () => node.publish(orgId, 'slow.one')));
  await slow.arrived(5);
  await node.publish(orgId, 'small.one');
  let ended = 0;
  for (; small.received.length === 0; ended++) {
    required(held.shift(), 'one of held').end();
    await Promise.race([small.arrived(1), slow.arrived(6 + ended)]);
  }
  // Some end before the new event has reached the node's queues.
  expect(ended).toBeLessThan(50);
  for (let arrived = 5 + ended; arrived < 300; arrived++) {
    required(held.shift(), 'one of held').end();
    await slow.arrived(arrived);
  }
  expect(slow.mostOpen).toBe(5);
  for (const response of held) response.end();
  await slow.close();
  await small.close();
  await node.stop();
}, 30_000);

test('hanging receivers of one organization leave half of the node’s limit to others', async () => {
  const node = await fixture.startNode({ underWay: { maxCount: 12 } });
  const [loud, quiet, third] = [fixture.newOrgId(), fixture.newOrgId(), fixture.newOrgId()];
  const hanging = await startReceiver(() => {});
  const good = await startReceiver();
  const late = await startReceiver(() => {});
  for (let i = 0; i < 4; i++) await node.subscribe(loud, hanging.url, { patterns: ['a.*'] });
  await node.subscribe(quiet, good.url, { patterns: ['a.*'] });
  await node.subscribe(third, late.url, { patterns: ['a.*'] });
  await Promise.all(Array.from({ length: 20 }, (_, n) => node.publish(loud, 'a.b', { n })));
  await hanging.arrived(6);
  await Promise.all(Array.from({ length: 50 }, (_, n) => node.publish(quiet, 'a.b', { n })));
  await good.arrived(50, 5_000);
  // A second hanging endpoint gets half of what is left, and the quiet one still has its share.
  await Promise.all(Array.from({ length: 20 }, (_, n) => node.publish(third, 'a.b', { n })));
  await late.arrived(3);
  await Promise.all(Array.from({ length: 50 }, (_, n) => node.publish(quiet, 'a.b', { n })));
  await good.arrived(100, 5_000);
  expect(hanging.mostOpen).toBe(6);
  expect(late.mostOpen).toBe(3);
  for (const receiver of [hanging, late]) receiver.answerStatus(200);
  await Promise.all([hanging, good, late].map((receiver) => receiver.close()));
  await node.stop(0);
}, 30_000);

test('large payloads to hanging receivers are limited, and delay neither small ones nor a good receiver', async () => {
  const node = await fixture.startNode({ underWay: { maxLargeBytes: 200_000 } });
  const orgId = fixture.newOrgId();
  const hanging = await startReceiver(() => {});
  const good = await startReceiver();
  await node.subscribe(orgId, hanging.url, { patterns: ['large.*', 'small.*'] });
  await node.subscribe(orgId, good.url, { patterns: ['large.*', 'small.*'] });
  const text = 'x'.repeat(50_000);
  await Promise.all(Array.from({ length: 20 }, (_, n) => node.publish(orgId, 'large.one', { n, text })));
  await node.publish(orgId, 'small.one');
  await good.arrived(21, 5_000);
  expect(good.received).toHaveLength(21);
  // Four fit, and one more for an endpoint that has none.
  expect(hanging.received.length).toBeGreaterThan(0);
  expect(hanging.mostOpen).toBeLessThanOrEqual(4);
  hanging.answerStatus(200);
  await hanging.close();
  await good.close();
  await node.stop(0);
}, 30_000);
