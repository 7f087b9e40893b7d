import { HTTP } from 'cloudevents';
import { expect, test } from 'vitest';
import { eventually } from '../../../engine/delivery/testing/eventually.ts';
import type { Received } from '../../../engine/delivery/testing/test-receiver.ts';
import { only } from '../../../kit/db/index.ts';
import { verifyStandardSignature } from '../../../kit/signing/index.ts';
import { subscriptions, useWebhooks } from '../testing/use-webhooks.ts';

const t = useWebhooks();
const publish = async (count: number, type = 'order.paid') => {
  for (let n = 0; n < count; n++) await t.server.node.publish(t.org, type, { n });
};
const numbersIn = ({ body }: Received): number[] =>
  JSON.parse(body.toString()).map((one: { data: { n: number } }) => one.data.n);
const logOf = async (id: string) => (await t.call('GET', `${subscriptions}/${id}/deliveries`)).body;

test('a full batch is sent at once, in the order of the log, with one signature and an attempt for each event', async () => {
  const id = await t.subscribe({ batch: { max_events: 5, max_seconds: 60 } });
  await publish(5);
  const received = only(await t.receiver.arrived(1));
  expect(numbersIn(received)).toEqual([0, 1, 2, 3, 4]);
  expect(received.headers).toMatchObject({
    'x-batch-size': '5',
    'webhook-id': expect.stringMatching(/^bat_[0-9a-f]{32}$/),
  });
  expect(received.headers['x-event-id']).toBeUndefined();
  expect(verifyStandardSignature('shh', received.body, received.headers)).toEqual({ ok: true });
  const log = await t.deliveriesOf(id, 5);
  for (const { delivery_id, status } of log) {
    expect(status).toBe('success');
    const { request } = (await t.call('GET', `/v1/webhooks/deliveries/${delivery_id}`)).body.attempts[0];
    expect(request.body).toBe(received.body.toString());
    expect(received.headers).toMatchObject(request.headers);
  }
});

test('a batch that is not full is sent when its first event has waited for the maximum time', async () => {
  await t.subscribe({ batch: { max_events: 100, max_seconds: 1 } });
  const startedAt = performance.now();
  await publish(3);
  const received = only(await t.receiver.arrived(1));
  expect(numbersIn(received)).toEqual([0, 1, 2]);
  expect(performance.now() - startedAt).toBeGreaterThan(990);
});

test('many events are sent in full batches, each event once', async () => {
  await t.subscribe({ batch: { max_events: 10, max_seconds: 1 } });
  await Promise.all(Array.from({ length: 95 }, (_, n) => t.server.node.publish(t.org, 'order.paid', { n })));
  await t.receiver.arrived(10);
  const numbers = t.receiver.received.map(numbersIn);
  expect(numbers.map(({ length }) => length)).toEqual([10, 10, 10, 10, 10, 10, 10, 10, 10, 5]);
  expect(numbers.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 95 }, (_, n) => n));
});

test('failed events are retried in a batch, except the last attempt, which is separate for each event', async () => {
  t.receiver.answerWith((received, response) =>
    response.writeHead(numbersIn(received).includes(1) ? 500 : 200).end(),
  );
  const retry = { delays: [0, 0, 0] };
  const id = await t.subscribe({ retry, batch: { max_events: 3, max_seconds: 1 } });
  await publish(3);
  const received = await t.receiver.arrived(5);
  expect(received.slice(0, 2).map(numbersIn)).toEqual([
    [0, 1, 2],
    [0, 1, 2],
  ]);
  expect(received.slice(2).flatMap(numbersIn).toSorted()).toEqual([0, 1, 2]);
  const ids = received.map(({ headers }) => headers['webhook-id']);
  expect(ids[1]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(4);
  const log = await t.deliveriesOf(id, 9);
  expect(log.filter(({ status }: { status: string }) => status === 'success')).toHaveLength(2);
  await eventually(async () => (await t.listDead()).body.total).toBe(1);
});

test('a pause keeps a waiting batch, which is sent afterwards', async () => {
  const id = await t.subscribe({ batch: { max_events: 100, max_seconds: 1 } });
  await publish(2);
  await t.call('POST', `${subscriptions}/${id}/pause`);
  await publish(1, 'order.sent');
  expect((await logOf(id)).total).toBe(0);
  await t.call('POST', `${subscriptions}/${id}/resume`);
  await t.receiver.arrived(1);
  await t.deliveriesOf(id, 3);
});

test('CloudEvents are sent in the batched mode of their format', async () => {
  const format = 'cloudevents_structured';
  await t.subscribe({ format, transform: 'data.n', batch: { max_events: 2, max_seconds: 60 } });
  await publish(2);
  const { headers, body } = only(await t.receiver.arrived(1));
  expect(headers['content-type']).toBe('application/cloudevents-batch+json');
  const events = HTTP.toEvent({ headers, body: body.toString() }) as { data: number }[];
  expect(events.map(({ data }) => data)).toEqual([0, 1]);
});

test('a sample is a batch of one', async () => {
  const id = await t.subscribe({ batch: { max_events: 2, max_seconds: 60 } });
  await t.call('POST', `${subscriptions}/${id}/test`, { event: 'order.paid' });
  const received = only(await t.receiver.arrived(1));
  expect(JSON.parse(received.body.toString())).toMatchObject([{ event: 'order.paid', test: true }]);
  const [attempt] = await t.deliveriesOf(id, 1);
  const { request } = (await t.call('GET', `/v1/webhooks/deliveries/${attempt.delivery_id}`)).body
    .attempts[0];
  expect(received.headers).toMatchObject(request.headers);
});

test.each([
  [{ batch: { max_events: 0, max_seconds: 1 } }, 'batch.max_events'],
  [{ batch: { max_events: 101, max_seconds: 1 } }, 'batch.max_events'],
  [{ batch: { max_events: 2, max_seconds: 0 } }, 'batch.max_seconds'],
  [{ batch: { max_events: 2, max_seconds: 61 } }, 'batch.max_seconds'],
  [{ batch: { max_events: 2 } }, 'batch.max_seconds'],
  [{ batch: { max_events: 2, max_seconds: 1 }, format: 'cloudevents_binary' }, 'batch'],
])('%j is refused', async (given, field) => {
  const { status, body } = await t.call('POST', subscriptions, t.newSubscription(given));
  expect({ status, field: body.error.field }).toEqual({ status: 400, field });
});

test('null turns it off, and waiting events are sent one by one', async () => {
  const id = await t.subscribe({ batch: { max_events: 100, max_seconds: 60 } });
  await publish(2);
  const { body } = await t.call('PUT', `${subscriptions}/${id}`, { batch: null });
  expect(body.batch).toBeNull();
  const received = await t.receiver.arrived(2);
  for (const { headers } of received) expect(headers['webhook-id']).toMatch(/^dlv_/);
});
