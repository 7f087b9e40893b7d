import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDeliveryFixture, type DeliveryFixture, type TestNode } from './testing/delivery-fixture.ts';
import { eventually } from './testing/eventually.ts';
import { type Receiver, startReceiver } from './testing/test-receiver.ts';

let fixture: DeliveryFixture;
let node: TestNode;
let receiver: Receiver;
let orgId: string;

beforeAll(async () => {
  fixture = await createDeliveryFixture();
  node = await fixture.startNode({ retryDelaysSeconds: [0, 0.05, 0.05, 0.05, 0.05] });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  receiver = await startReceiver();
  orgId = fixture.newOrgId();
  return () => receiver.close();
});

const publishMany = (count: number, type = 'a.b') =>
  Promise.all(Array.from({ length: count }, (_, n) => node.publish(orgId, type, { n })));

test('the subscription’s limit of concurrent attempts always holds, through pause and resume too', async () => {
  receiver.answerWith((_received, response) => void setTimeout(() => response.end(), 20));
  const { id } = await node.subscribe(orgId, receiver.url, { maxConcurrency: 3 });
  await publishMany(30);
  await node.subscriptions.pause(orgId, id);
  await node.subscriptions.resume(orgId, id);
  await publishMany(30);
  await receiver.arrived(60);
  expect(receiver.mostOpen).toBe(3);
});

test('a rate is kept for bursts and for single events', async () => {
  await node.subscribe(orgId, receiver.url, { ratePerSecond: 20 });
  const startedAt = performance.now();
  await publishMany(20);
  await receiver.arrived(20);
  // The burst is used up, so further deliveries go at the rate.
  for (let i = 0; i < 10; i++) {
    await node.publish(orgId, 'a.b');
    await receiver.arrived(21 + i);
  }
  expect(performance.now() - startedAt).toBeGreaterThan(450);
});

test('a changed rate applies to waiting deliveries', async () => {
  const { id } = await node.subscribe(orgId, receiver.url, { ratePerSecond: 1 });
  await publishMany(40);
  await receiver.arrived(1);
  await node.subscriptions.update(orgId, id, { ratePerSecond: null });
  await receiver.arrived(40, 5_000);
});

test('a circuit breaker stops sending for its cooldown, allows one attempt, and closes on success', async () => {
  receiver.answerStatus(503);
  const { id } = await node.subscribe(orgId, receiver.url, {
    maxConcurrency: 1,
    breaker: { failures: 3, cooldownSeconds: 1 },
  });
  await publishMany(10);
  await receiver.arrived(3);
  const openedAt = performance.now();
  await receiver.arrived(4, 5_000);
  expect(performance.now() - openedAt).toBeGreaterThan(900);
  const halfOpenAt = performance.now();
  receiver.answerStatus(200);
  await receiver.arrived(5, 5_000);
  expect(performance.now() - halfOpenAt).toBeGreaterThan(900);
  await eventually(() => node.rows('select 1 from deliveries where subscription_id = $1', [id])).toEqual([]);
  expect(await node.rows('select 1 from dead_letters where subscription_id = $1', [id])).toEqual([]);
});

test('a new URL is tried at once, whatever the breaker’s state for the old one', async () => {
  receiver.answerStatus(503);
  const { id } = await node.subscribe(orgId, receiver.url, {
    breaker: { failures: 1, cooldownSeconds: 3_600 },
  });
  await node.publish(orgId, 'a.b');
  await receiver.arrived(1);
  const other = await startReceiver();
  await node.subscriptions.update(orgId, id, { url: other.url });
  await other.arrived(1, 5_000);
  await other.close();
});

test('a backlog of large payloads is sent in parts, and none is left behind', async () => {
  const large = 'x'.repeat(900_000);
  const { id } = await node.subscribe(orgId, receiver.url, { maxConcurrency: 4 });
  const small = await startReceiver();
  const { id: smallId } = await node.subscribe(orgId, small.url, { patterns: ['small.*'] });
  for (const one of [id, smallId]) await node.subscriptions.pause(orgId, one);
  for (let i = 0; i < 85; i++) await node.publish(orgId, 'large.one', { large });
  await Promise.all(Array.from({ length: 50 }, () => node.publish(orgId, 'small.one')));
  receiver.answerWith(() => {});
  await node.subscriptions.resume(orgId, id);
  await receiver.arrived(4);
  expect(node.engine.figures.ready).toBeLessThan(80);
  await node.subscriptions.resume(orgId, smallId);
  await small.arrived(50);
  receiver.answerStatus(200);
  await node.subscriptions.update(orgId, id, { maxConcurrency: 20 });
  await receiver.arrived(135, 30_000);
  await small.close();
}, 60_000);

test('hanging receivers do not delay others, however much is waiting for them', async () => {
  const hanging = await startReceiver(() => {});
  const slowPatterns = Array.from({ length: 30 }, (_, i) => `slow.number-${i}`);
  for (const pattern of slowPatterns) {
    await node.subscribe(orgId, hanging.url, { patterns: [pattern], maxConcurrency: 2 });
  }
  await node.subscribe(orgId, receiver.url, { patterns: ['fast.*'] });
  // Far more than a node keeps ready for all endpoints.
  for (let round = 0; round < 30; round++) {
    await Promise.all(
      slowPatterns.flatMap((type) => Array.from({ length: 25 }, () => node.publish(orgId, type))),
    );
  }
  expect(node.engine.figures.ready).toBeGreaterThan(20_000);
  const latencies: number[] = [];
  for (let i = 0; i < 50; i++) {
    const publishedAt = performance.now();
    await node.publish(orgId, 'fast.one');
    await receiver.arrived(i + 1, 2_000);
    latencies.push(performance.now() - publishedAt);
  }
  expect(latencies.sort((a, b) => a - b)[45]).toBeLessThan(1_000);
  await publishMany(400, 'fast.many');
  await receiver.arrived(450, 8_000);
  await hanging.close();
}, 60_000);

test('payload filters decide what is delivered', async () => {
  await node.subscribe(orgId, receiver.url, {
    filter: { amount: { $gte: 100 }, 'customer.country': { $in: ['CH', 'AT'] } },
  });
  const payloads = [
    { amount: 100, customer: { country: 'CH' } },
    { amount: 99.99, customer: { country: 'CH' } },
    { amount: 500, customer: { country: 'DE' } },
    { amount: 500 },
    { amount: 101, customer: { country: 'AT' } },
  ];
  for (const payload of payloads) await node.publish(orgId, 'order.paid', payload);
  await receiver.arrived(2);
  await node.publish(orgId, 'order.paid', { amount: 1e9, customer: { country: 'AT' } });
  const amounts = (await receiver.arrived(3)).map(({ body }) => JSON.parse(body.toString()).data.amount);
  expect(amounts.sort((a, b) => a - b)).toEqual([100, 101, 1e9]);
});
