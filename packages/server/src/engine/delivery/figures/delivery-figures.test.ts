import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { required } from '../../../kit/required.ts';
import type { Completion } from '../completion.ts';
import { CompletionWriter } from '../completion-writer.ts';
import { createDeliveryFixture, type DeliveryFixture, type TestNode } from '../testing/delivery-fixture.ts';
import { eventually } from '../testing/eventually.ts';
import { type Receiver, startReceiver } from '../testing/test-receiver.ts';
import { removeDeleted } from '../upkeep/deleted-subscription.repository.ts';
import { readFigures } from './attempt-figures.ts';
import { keepFigures, sumFigures } from './figures.repository.ts';

let fixture: DeliveryFixture;
let node: TestNode;
let receiver: Receiver;
let org: string;

beforeAll(async () => {
  fixture = await createDeliveryFixture();
  node = await fixture.startNode({ retryDelaysSeconds: [0, 0.05, 0.05] });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  receiver = await startReceiver();
  org = fixture.newOrgId();
  return () => receiver.close();
});

const DAY_MS = 86_400_000;
const allTime = { from: 0, to: Date.now() + DAY_MS };
const query = async <Row>(text: string, values?: unknown[]) => node.rows<Row & object>(text, values);

async function totals(orgId = org, subscriptionId?: string) {
  const buckets = await sumFigures(query, orgId, { span: 'day', ...allTime, subscriptionId });
  const figures = new Map<number, number>();
  for (const bucket of buckets) {
    for (const [place, count] of bucket.figures) figures.set(place, (figures.get(place) ?? 0) + count);
  }
  return readFigures(figures);
}

const logged = async () =>
  required(
    (
      await node.rows<{ attempts: number; successes: number }>(
        `select count(*) as attempts, count(*) filter (where succeeded) as successes from delivery_attempts where org_id = $1`,
        [org],
      )
    )[0],
    'a row',
  );

test('the figures match the log of attempts, over subscriptions, retries and dead letters', async () => {
  let turn = 0;
  receiver.answerWith((sent, response) => {
    if (sent.path.endsWith('/dead')) return void response.writeHead(404).end();
    response.writeHead(turn++ % 5 === 0 ? 500 : 200).end();
  });
  const flaky = await node.subscribe(org, receiver.url);
  const dead = await node.subscribe(org, `${receiver.origin}/dead`);
  await Promise.all(Array.from({ length: 120 }, () => node.publish(org, 'order.paid')));
  await eventually(() => node.queued(org)).toBe(0);
  const sums = await totals();
  expect({ attempts: sums.attempts, successes: sums.successes }).toEqual(await logged());
  expect(await totals(org, dead.id)).toMatchObject({
    attempts: 360,
    successes: 0,
    dead: 120,
    failures: { '4xx': 360, '5xx': 0 },
    responseTimeMs: { p99: expect.any(Number) },
    deliveryTimeMs: { p50: null },
  });
  const ofFlaky = await totals(org, flaky.id);
  expect(ofFlaky.attempts).toBe(ofFlaky.successes + ofFlaky.failures['5xx']);
  expect(ofFlaky.deliveryTimeMs.p50).toBeGreaterThan(0);
  expect(await totals(fixture.newOrgId())).toMatchObject({ attempts: 0 });
});

/** The completion of a waiting delivery, as if its first attempt had succeeded. */
async function completionOf(more: Partial<Completion> = {}): Promise<Completion> {
  const subscription = await node.subscribe(org, receiver.url);
  await node.subscriptions.pause(org, subscription.id);
  const event = await node.publish(org, 'order.paid');
  const [waiting] = await node.rows<{ id: string }>('select id from deliveries where subscription_id = $1', [
    subscription.id,
  ]);
  return {
    delivery: {
      id: required(waiting, 'a delivery').id,
      subscriptionId: subscription.id,
      eventName: 'order.paid',
      attempts: 0,
      event,
    },
    subscription: { id: subscription.id },
    attempt: 1,
    attemptedAt: Date.now(),
    next: 'done',
    nextRetryAt: null,
    responseCode: 200,
    responseTimeMs: 5,
    ending: 'success',
    error: null,
    revision: 1,
    responseHeaders: null,
    responseBody: null,
    ...more,
  } as unknown as Completion;
}

function openWriter(onError: (error: unknown) => void): CompletionWriter {
  const { pool, nodeId } = node;
  return new CompletionWriter({ pool, nodeId, takesNext: () => false, onWritten: () => {}, onError });
}

test('an attempt whose settling is repeated after a lost answer counts once', async () => {
  const completion = await completionOf();
  const writer = openWriter((error) => {
    throw error;
  });
  for (let i = 0; i < 3; i++) {
    writer.add(completion);
    writer.add(completion);
    await writer.drain();
  }
  expect((await logged()).attempts).toBe(1);
  expect(await totals()).toMatchObject({ attempts: 1, successes: 1 });
});

test('an attempt that the database refuses does not block others', async () => {
  const errors: unknown[] = [];
  const writer = openWriter((error) => errors.push(error));
  // Outside of the range of times in PostgreSQL.
  writer.add(await completionOf({ attemptedAt: 1e18 }));
  writer.add(await completionOf());
  await writer.drain();
  expect((await logged()).attempts).toBe(1);
  expect([writer.pending, errors.length]).toEqual([1, 1]);
  writer.abandon();
});

test('old figures are combined by hour and day without losing or repeating any', async () => {
  const { id } = await node.subscribe(org, receiver.url);
  const now = Date.UTC(2026, 5, 15, 12);
  const ages = [0, 3_600_000, 10 * 3_600_000, 2 * DAY_MS, 20 * DAY_MS, 20 * DAY_MS + 60_000, 500 * DAY_MS];
  for (const age of ages) {
    for (const lane of [0, 3])
      await node.rows(
        `insert into delivery_figures values ($1, $2, 60, to_timestamp($3::float8 / 1000), $4, array[1, 0, 2])`,
        [org, id, now - age, lane],
      );
  }
  const sum = async () => {
    const { successes, failures } = await totals();
    return [successes, failures.dns];
  };
  expect(await sum()).toEqual([2 * ages.length, 4 * ages.length]);
  await Promise.all([keepFigures(node.pool, now), keepFigures(node.pool, now)]);
  await keepFigures(node.pool, now);
  expect(await sum()).toEqual([2 * (ages.length - 1), 4 * (ages.length - 1)]);
  const spans = await node.rows<{ span: number; rows: number }>(
    'select span, count(*) as rows from delivery_figures where org_id = $1 group by span order by span',
    [org],
  );
  expect(spans).toEqual([
    { span: 60, rows: 4 },
    { span: 3_600, rows: 2 },
    { span: 86_400, rows: 1 },
  ]);
});

test('deliveries of a deleted subscription still count, only for its organization', async () => {
  const { id } = await node.subscribe(org, receiver.url);
  await node.publish(org, 'order.paid');
  await eventually(async () => (await totals()).attempts).toBe(1);
  await node.subscriptions.delete(org, id);
  expect((await totals()).attempts).toBe(1);
  await removeDeleted(node.pool);
  expect((await totals()).attempts).toBe(1);
  expect((await totals(fixture.newOrgId())).attempts).toBe(0);
});
