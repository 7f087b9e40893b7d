import { expect, test } from 'vitest';
import { eventually } from '../../../engine/delivery/testing/eventually.ts';
import { subscriptions, useWebhooks } from '../testing/use-webhooks.ts';

const t = useWebhooks();
const none = { delays: null, timeout_seconds: null, success: null };

test('own delays set the attempts of a delivery, and null restores the defaults', async () => {
  t.receiver.answerStatus(500);
  const id = await t.subscribe({ retry: { delays: [0, 0] } });
  await t.server.node.publish(t.org, 'order.paid');
  const attempts = await t.deliveriesOf(id, 2);
  expect(attempts[0]).toMatchObject({ attempt: 2 });
  expect(attempts[0].next_retry_at).toBeUndefined();
  await eventually(async () => (await t.listDead()).body.total).toBe(1);
  const changed = await t.call('PUT', `${subscriptions}/${id}`, { retry: null });
  expect(changed.body.retry).toBeNull();
  await t.server.node.publish(t.org, 'order.paid');
  await t.deliveriesOf(id, 7);
});

test('own success statuses replace the defaults', async () => {
  t.receiver.answerStatus(404);
  const id = await t.subscribe({ retry: { success: ['202', '400-404'] } });
  await t.server.node.publish(t.org, 'order.paid');
  expect(await t.deliveriesOf(id, 1)).toMatchObject([{ status: 'success', response_code: 404 }]);
  t.receiver.answerStatus(200);
  await t.server.node.publish(t.org, 'order.sent');
  const [last] = await t.deliveriesOf(id, 6);
  expect(last).toMatchObject({
    status: 'failed',
    response_code: 200,
    error: 'unexpected_status: The receiver answered 200, which its subscription does not list as a success.',
  });
});

test('own timeouts limit the wait for a response', async () => {
  t.receiver.answerWith(() => {});
  const id = await t.subscribe({ retry: { delays: [0], timeout_seconds: 1 } });
  await t.server.node.publish(t.org, 'order.paid');
  const [attempt] = await t.deliveriesOf(id, 1);
  expect(attempt.error).toContain('No complete answer within 1 s');
});

test.each([
  [503, 3_600, 3_600],
  [500, 86_400 * 30, 86_400],
  [503, 1, 60],
])(
  'for %i, Retry-After %i delays the next attempt by %i seconds, if that is longer than the delay',
  async (status, asked, seconds) => {
    t.receiver.answerWith((_received, response) =>
      response.writeHead(status, { 'retry-after': String(asked) }).end(),
    );
    const id = await t.subscribe({ retry: { delays: [0, 60] } });
    await t.server.node.publish(t.org, 'order.paid');
    const [attempt] = await t.deliveriesOf(id, 1);
    const waitMs = Date.parse(attempt.next_retry_at) - Date.parse(attempt.last_attempt_at);
    expect(Math.floor(waitMs / 1_000 / seconds)).toBe(1);
  },
);

test('a date works like seconds, and an invalid value changes nothing', async () => {
  const at = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 7_200_000);
  const ask = { header: at.toUTCString() };
  t.receiver.answerWith((_received, response) =>
    response.writeHead(503, { 'retry-after': ask.header }).end(),
  );
  const id = await t.subscribe({ retry: { delays: [0, 60] } });
  await t.server.node.publish(t.org, 'order.paid');
  const [dated] = await t.deliveriesOf(id, 1);
  expect(Math.abs(Date.parse(dated.next_retry_at) - at.getTime())).toBeLessThan(1_000);
  ask.header = 'tomorrow';
  await t.server.node.publish(t.org, 'order.paid');
  const [undated] = await t.deliveriesOf(id, 2);
  expect(Date.parse(undated.next_retry_at)).toBeLessThan(at.getTime() - 3_600_000);
});

test("after 429 nothing more is sent until the receiver's time has passed", async () => {
  t.receiver.answerWith((_received, response) => response.writeHead(429, { 'retry-after': '3600' }).end());
  const id = await t.subscribe({ retry: { delays: [0, 60] } });
  await t.server.node.publish(t.org, 'order.paid');
  await t.deliveriesOf(id, 1);
  t.receiver.answerStatus(200);
  const other = await t.subscribe();
  await t.server.node.publish(t.org, 'order.paid');
  await t.deliveriesOf(other, 1);
  expect((await t.call('GET', `${subscriptions}/${id}/deliveries`)).body.total).toBe(1);
});

test('410 ends a delivery at once and disables the subscription, and nothing is lost', async () => {
  t.receiver.answerStatus(410);
  const id = await t.subscribe({ retry: { delays: [0, 60] } });
  await t.server.node.publish(t.org, 'order.paid');
  expect(await t.deliveriesOf(id, 1)).toMatchObject([{ response_code: 410 }]);
  await eventually(async () => (await t.call('GET', `${subscriptions}/${id}`)).body).toMatchObject({
    status: 'disabled',
    disabled_reason: 'The receiver answered 410 (Gone).',
  });
  expect((await t.listDead()).body.total).toBe(1);
});

test('without its own retries a receiver gets those of the interface, whatever it asks for', async () => {
  t.receiver.answerWith((_received, response) => response.writeHead(410, { 'retry-after': '3600' }).end());
  const id = await t.subscribe();
  await t.server.node.publish(t.org, 'order.paid');
  await t.deliveriesOf(id, 5);
  expect((await t.call('GET', `${subscriptions}/${id}`)).body.status).toBe('active');
});

test.each([
  [{ delays: [] }, 'retry.delays'],
  [{ delays: Array(21).fill(0) }, 'retry.delays'],
  [{ delays: [-1] }, 'retry.delays.0'],
  [{ delays: [0, 2_000_000, 600_000] }, 'retry.delays'],
  [{ timeout_seconds: 0 }, 'retry.timeout_seconds'],
  [{ timeout_seconds: 31 }, 'retry.timeout_seconds'],
  [{ success: [] }, 'retry.success'],
  [{ success: ['2xx'] }, 'retry.success.0'],
  [{ success: ['199'] }, 'retry.success.0'],
  [{ success: ['200', '299-200'] }, 'retry.success.1'],
  [{ attempts: 3 }, 'retry.attempts'],
])('%j is refused at %s', async (retry, field) => {
  const { status, body } = await t.call('POST', subscriptions, t.newSubscription({ retry }));
  expect({ status, field: body.error.field }).toEqual({ status: 400, field });
});

test('given values are returned, and missing ones are null', async () => {
  const id = await t.subscribe({ retry: { timeout_seconds: 30 } });
  const read = async () => (await t.call('GET', `${subscriptions}/${id}`)).body.retry;
  expect(await read()).toEqual({ ...none, timeout_seconds: 30 });
  await t.call('PUT', `${subscriptions}/${id}`, { name: 'Other' });
  expect(await read()).toEqual({ ...none, timeout_seconds: 30 });
});

test('subscriptions of the Events API support it too', async () => {
  t.receiver.answerStatus(404);
  const record = await t.server.node.subscribe(t.org, t.receiver.url, { face: 'events', name: null });
  const id = `sub_${record.id.replaceAll('-', '')}`;
  const { body } = await t.call('PUT', `${subscriptions}/${id}`, { retry: { success: ['404'] } });
  expect(body.retry).toEqual({ ...none, success: ['404'] });
  await t.server.node.publish(t.org, 'order.paid');
  expect(await t.deliveriesOf(id, 1)).toMatchObject([{ status: 'success' }]);
});
