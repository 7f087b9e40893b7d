import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { required } from '../../../kit/required.ts';
import { createSubscriptionStore } from '../subscription-store.repository.ts';
import { createDeliveryFixture, type DeliveryFixture, type TestNode } from '../testing/delivery-fixture.ts';
import { eventually } from '../testing/eventually.ts';
import { type Receiver, startReceiver } from '../testing/test-receiver.ts';
import { backfillBatch } from './backfill-batch.ts';

let fixture: DeliveryFixture;
let node: TestNode;
let receiver: Receiver;
let orgId: string;

beforeAll(async () => {
  fixture = await createDeliveryFixture();
  node = await fixture.startNode();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  receiver = await startReceiver();
  orgId = fixture.newOrgId();
  return () => receiver.close();
});

const numbersOf = (received: Receiver['received']) =>
  received.map(({ body }) => JSON.parse(body.toString()).data.n as number).sort((a, b) => a - b);

test('a subscription made under load gets every event since the given time exactly once', async () => {
  let published = 0;
  let isRunning = true;
  const load = Array.from({ length: 6 }, async () => {
    while (isRunning) await node.publish(orgId, 'a.b', { n: published++ });
  });
  await eventually(() => published).toBeGreaterThan(300);
  await node.subscribe(orgId, receiver.url, { backfillFrom: 0 });
  const target = published + 300;
  await eventually(() => published).toBeGreaterThan(target);
  isRunning = false;
  await Promise.all(load);
  await receiver.arrived(published, 20_000);
  await eventually(() => node.queued(orgId)).toBe(0);
  expect(numbersOf(receiver.received)).toEqual(Array.from({ length: published }, (_, n) => n));
}, 60_000);

test('only matching events since the given time are delivered', async () => {
  await node.publish(orgId, 'order.paid', { n: 0, amount: 500 });
  await new Promise((resolve) => setTimeout(resolve, 5));
  const since = Date.now();
  await node.publish(orgId, 'order.paid', { n: 1, amount: 500 });
  await node.publish(orgId, 'order.paid', { n: 2, amount: 1 });
  await node.publish(orgId, 'invoice.sent', { n: 3, amount: 500 });
  await node.publish(orgId, 'order.refunded', { n: 4, amount: 200 });
  await node.subscribe(orgId, receiver.url, {
    patterns: ['order.*'],
    filter: { amount: { $gte: 100 } },
    backfillFrom: since,
  });
  await receiver.arrived(2);
  await eventually(() =>
    node.rows('select queued, finished_at is not null as done from backfills where org_id = $1', [orgId]),
  ).toEqual([{ queued: 2, done: true }]);
  expect(numbersOf(receiver.received)).toEqual([1, 4]);
});

test('a backfill that is interrupted during a batch continues without gaps or repeats', async () => {
  const count = 5_000;
  await Promise.all(Array.from({ length: count }, (_, n) => node.publish(orgId, 'a.b', { n })));
  await node.maintenance.stop();
  const { id } = await node.subscribe(orgId, receiver.url, { backfillFrom: 0, maxConcurrency: 50 });
  let calls = 0;
  // Like a process that is killed after the deliveries were written and before this was recorded.
  const breaking = new Proxy(node.pool, {
    get(pool, name) {
      if (name !== 'connect') return Reflect.get(pool, name, pool);
      return async () => {
        const client = await pool.connect();
        const query = client.query.bind(client);
        const fail = calls++ % 2 === 0;
        client.query = ((text: string, values: unknown[]) => {
          if (fail && text.startsWith('update backfills')) return Promise.reject(new Error('killed'));
          return query(text, values);
        }) as typeof client.query;
        const release = client.release.bind(client);
        client.release = (broken) => {
          client.query = query;
          release(broken);
        };
        return client;
      };
    },
  });
  const store = createSubscriptionStore(node.secretBox);
  let failures = 0;
  for (let isBusy = true; isBusy; ) {
    const queued = await backfillBatch(breaking, store, Date.now()).catch(() => {
      failures++;
      return 0;
    });
    isBusy = queued !== undefined;
  }
  expect(failures).toBeGreaterThan(2);
  await node.maintenance.start();
  node.engine.wake();
  await receiver.arrived(count, 30_000);
  await eventually(() => node.queued(orgId)).toBe(0);
  expect(numbersOf(receiver.received)).toEqual(Array.from({ length: count }, (_, n) => n));
  const progress = await node.rows(
    'select next_position, end_position, queued from backfills where subscription_id = $1',
    [id],
  );
  expect(progress).toEqual([{ next_position: count, end_position: count, queued: count }]);
}, 60_000);

test('a backfill waits while its subscription is paused, and while many deliveries wait', async () => {
  await Promise.all(Array.from({ length: 6_500 }, (_, n) => node.publish(orgId, 'a.b', { n })));
  await node.maintenance.stop();
  receiver.answerWith(() => {});
  const { id } = await node.subscribe(orgId, receiver.url, { backfillFrom: 0, maxConcurrency: 1 });
  const store = createSubscriptionStore(node.secretBox);
  const backfill = () => backfillBatch(node.pool, store, Date.now());
  await node.subscriptions.pause(orgId, id);
  expect(await backfill()).toBeUndefined();
  await node.subscriptions.resume(orgId, id);
  while ((await backfill()) !== undefined);
  const [progress] = await node.rows<{ queued: number }>(
    'select queued from backfills where subscription_id = $1',
    [id],
  );
  expect(required(progress, 'progress').queued).toBeGreaterThanOrEqual(5_000);
  expect(required(progress, 'progress').queued).toBeLessThan(6_500);
  await node.subscriptions.delete(orgId, id);
  expect(await node.rows('select 1 from backfills where subscription_id = $1', [id])).toEqual([]);
  await node.maintenance.start();
}, 60_000);
