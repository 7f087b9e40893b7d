import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { only } from '../../../kit/db/index.ts';
import { createDeliveryFixture, type DeliveryFixture } from '../testing/delivery-fixture.ts';
import { eventually } from '../testing/eventually.ts';
import { startReceiver } from '../testing/test-receiver.ts';

let fixture: DeliveryFixture;
beforeAll(async () => {
  fixture = await createDeliveryFixture();
});
afterAll(() => fixture.close());

const numbersIn = ({ body }: { body: Buffer }) =>
  JSON.parse(body.toString()).map((one: { data: { n: number } }) => one.data.n);

test.each([
  ['stops', false],
  ['dies', true],
])('deliveries that a node collects for a batch are sent by another one if it %s', async (_what, dies) => {
  const org = fixture.newOrgId();
  const receiver = await startReceiver();
  const dead: string[] = [];
  const first = await fixture.startNode({ mayAct: () => dead.length === 0 });
  const record = await first.subscribe(org, receiver.url, {
    receiver: { batch: { maxEvents: 100, maxSeconds: 60 } },
  });
  for (let n = 0; n < 3; n++) await first.publish(org, 'order.paid', { n });
  expect(receiver.received).toEqual([]);
  const second = await fixture.startNode({ deadNodeIds: () => dead });
  if (dies) dead.push(first.nodeId);
  else await first.stop();
  await second.subscriptions.update(org, record.id, {
    receiver: { batch: { maxEvents: 3, maxSeconds: 60 } },
  });
  second.engine.reconcile();
  const received = only(await receiver.arrived(1));
  expect(numbersIn(received)).toEqual([0, 1, 2]);
  await eventually(() => second.queued(org)).toBe(0);
  await first.stop();
  expect(receiver.received).toHaveLength(1);
  await second.stop();
  await receiver.close();
});

test('a receiver that accepts no batch gets only its share of the memory, and everything in the end', async () => {
  const org = fixture.newOrgId();
  const receiver = await startReceiver();
  receiver.answerStatus(500);
  const node = await fixture.startNode({ retryDelaysSeconds: Array(30).fill(0) });
  await node.subscribe(org, receiver.url, {
    maxConcurrency: 1,
    receiver: { batch: { maxEvents: 50, maxSeconds: 1 } },
  });
  await Promise.all(Array.from({ length: 500 }, (_, n) => node.publish(org, 'order.paid', { n })));
  await receiver.arrived(8);
  receiver.answerStatus(200);
  await eventually(() => node.queued(org), 40_000).toBe(0);
  const arrived = new Set(receiver.received.slice(8).flatMap(numbersIn));
  expect(arrived.size).toBeGreaterThanOrEqual(450);
  await node.stop();
  await receiver.close();
});

test('batches of small payloads to a hanging receiver stay within the node’s limit', async () => {
  const org = fixture.newOrgId();
  const held: ServerResponse[] = [];
  const receiver = await startReceiver((_received, response) => void held.push(response));
  const node = await fixture.startNode({ underWay: { maxLargeBytes: 2_000_000 } });
  await node.subscribe(org, receiver.url, { receiver: { batch: { maxEvents: 50, maxSeconds: 1 } } });
  const text = 'x'.repeat(10_000);
  const published = Array.from({ length: 600 }, (_, n) => node.publish(org, 'order.paid', { n, text }));
  await receiver.arrived(3);
  await Promise.all(published);
  expect(receiver.mostOpen).toBeLessThanOrEqual(4);
  receiver.answerStatus(200);
  for (const response of held) response.end();
  await eventually(() => node.queued(org)).toBe(0);
  expect(new Set(receiver.received.flatMap(numbersIn)).size).toBe(600);
  await node.stop();
  await receiver.close();
});
