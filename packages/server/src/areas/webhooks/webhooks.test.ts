import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sampleFor } from '../../engine/catalog/index.ts';
import type { NewSubscription } from '../../engine/delivery/index.ts';
import { type ApiServer, startApiServer } from '../../engine/delivery/testing/api-server.ts';
import { eventually } from '../../engine/delivery/testing/eventually.ts';
import { type Receiver, startReceiver } from '../../engine/delivery/testing/test-receiver.ts';
import { verifyContractsPayload, verifySignatureHeader } from '../../kit/signing/index.ts';
import { webhooksRoutes } from './index.ts';

let server: ApiServer;
let receiver: Receiver;
let org: string;

beforeAll(async () => {
  // Five attempts within half a second, so that the dead letters come soon.
  server = await startApiServer(
    ({ subscriptions, operations }) => webhooksRoutes({ subscriptions, ...operations }),
    { retryDelaysSeconds: [0, 0.05, 0.05, 0.05, 0.05] },
  );
});
afterAll(() => server.close());
beforeEach(async () => {
  receiver = await startReceiver();
  org = server.fixture.newOrgId();
  return () => receiver.close();
});

const subscriptions = '/v1/webhooks/subscriptions';

function newSubscription(more: object = {}) {
  return { name: 'Orders', url: receiver.url, events: ['order.*'], secret: 'shh', ...more };
}

async function subscribe(more: object = {}): Promise<string> {
  const { status, body } = await server.call(org, 'POST', subscriptions, newSubscription(more));
  expect(status).toBe(201);
  return body.subscription_id;
}

/** Publishes an event whose five attempts all fail. */
async function publishDead(type = 'order.paid'): Promise<string> {
  receiver.answerStatus(500);
  const before = receiver.received.length;
  const event = await server.node.publish(org, type, { n: 1 });
  await receiver.arrived(before + 5);
  const eventId = `evt_${event.id.replaceAll('-', '')}`;
  await eventually(async () =>
    (await deadLetters()).body.dead_letters.map((d: { event_id: string }) => d.event_id),
  ).toContain(eventId);
  return eventId;
}

const deadLetters = (query = '') => server.call(org, 'GET', `/v1/webhooks/dead-letter${query}`);

async function deliveriesOf(id: string, count: number, query = '') {
  await eventually(
    async () => (await server.call(org, 'GET', `${subscriptions}/${id}/deliveries${query}`)).body.total,
  ).toBe(count);
  return (await server.call(org, 'GET', `${subscriptions}/${id}/deliveries${query}`)).body.deliveries;
}

describe('subscriptions', () => {
  test('a subscription is answered, read and listed without its secret', async () => {
    const made = await server.call(org, 'POST', subscriptions, newSubscription({ platform: 'contracts' }));
    expect(made).toMatchObject({
      status: 201,
      body: {
        subscription_id: expect.stringMatching(/^whs_[0-9a-f]{32}$/),
        name: 'Orders',
        url: receiver.url,
        events: ['order.*'],
        platform: 'contracts',
        status: 'active',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
    const one = await server.call(org, 'GET', `${subscriptions}/${made.body.subscription_id}`);
    const list = await server.call(org, 'GET', subscriptions);
    expect(one).toMatchObject({ status: 200, body: made.body });
    expect(list.body).toEqual({
      subscriptions: [made.body],
      total: 1,
      limit: 20,
      offset: 0,
      has_more: false,
    });
    expect(JSON.stringify([made.body, one.body, list.body])).not.toContain('shh');
    expect(made.headers['x-ratelimit-limit']).toBe('10');
  });

  test('lists are newest first and their pages never overlap', async () => {
    const ids = [];
    for (let i = 0; i < 7; i++) ids.unshift(await subscribe({ name: `n${i}` }));
    const pages = [];
    for (let offset = 0; offset < 7; offset += 3) {
      const { body } = await server.call(org, 'GET', `${subscriptions}?limit=3&offset=${offset}`);
      expect(body).toMatchObject({ total: 7, limit: 3, offset, has_more: offset + 3 < 7 });
      pages.push(...body.subscriptions.map((s: { subscription_id: string }) => s.subscription_id));
    }
    expect(new Set(pages)).toEqual(new Set(ids));
    expect(pages).toHaveLength(7);
  });

  test.each([
    [{ url: undefined }, 'missing_required_field', 'url'],
    [{ name: undefined }, 'missing_required_field', 'name'],
    [{ events: undefined }, 'missing_required_field', 'events'],
    [{ secret: undefined }, 'missing_required_field', 'secret'],
    [{ url: 'http://example.com/' }, 'invalid_request', 'url'],
    [{ events: [] }, 'invalid_request', 'events'],
    [{ events: ['Order Paid'] }, 'invalid_event_type', 'events.0'],
    [{ platform: 'moon' }, 'invalid_request', 'platform'],
    [{ secret: '' }, 'invalid_request', 'secret'],
    [{ max_concurrency: 0 }, 'invalid_request', 'max_concurrency'],
    [{ circuit_breaker: { failures: 1 } }, 'missing_required_field', 'circuit_breaker.cooldown_seconds'],
    [{ filter: { $where: '1' } }, 'invalid_request', 'filter'],
    [{ backfill_from: 'yesterday' }, 'invalid_request', 'backfill_from'],
    [{ colour: 'red' }, 'invalid_request', 'colour'],
  ])('%o is refused as %s of %s', async (change, code, field) => {
    const { status, body } = await server.call(org, 'POST', subscriptions, newSubscription(change));
    expect({ status, code: body.error.code, field: body.error.field }).toEqual({ status: 400, code, field });
  });

  test('a filter is kept as it was given, whatever characters it holds', async () => {
    const filter = { 'a.b': { $in: ['\u0000', '\ud800', 'ü'] }, n: { $gte: 1.5 } };
    const id = await subscribe({ filter });
    const { body } = await server.call(org, 'GET', `${subscriptions}/${id}`);
    expect(body.filter).toEqual(filter);
  });

  test('what is changed is answered, what is left out stays, and null takes a setting away', async () => {
    const id = await subscribe({ rate_per_second: 5, circuit_breaker: { failures: 3, cooldown_seconds: 9 } });
    const changed = await server.call(org, 'PUT', `${subscriptions}/${id}`, {
      events: ['invoice.sent'],
      rate_per_second: null,
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        name: 'Orders',
        events: ['invoice.sent'],
        rate_per_second: null,
        circuit_breaker: { failures: 3, cooldown_seconds: 9 },
      },
    });
    const unchanged = await server.call(org, 'PUT', `${subscriptions}/${id}`, {});
    expect(unchanged.body).toEqual(changed.body);
  });

  test('a backfill is asked for by a time and can be followed', async () => {
    await server.node.publish(org, 'order.paid', { n: 1 });
    const since = '2020-01-01T00:00:00.000Z';
    const made = await server.call(org, 'POST', subscriptions, newSubscription({ backfill_from: since }));
    expect(made.body.backfill).toEqual({ since, status: 'running', queued: 0 });
    await receiver.arrived(1);
    await eventually(
      async () =>
        (await server.call(org, 'GET', `${subscriptions}/${made.body.subscription_id}`)).body.backfill,
    ).toEqual({ since, status: 'completed', queued: 1 });
  });

  test('pause, resume and delete answer the new state, and may be repeated', async () => {
    const id = await subscribe();
    for (const [action, status] of [
      ['pause', 'paused'],
      ['pause', 'paused'],
      ['resume', 'active'],
      ['resume', 'active'],
    ]) {
      const answer = await server.call(org, 'POST', `${subscriptions}/${id}/${action}`);
      expect(answer).toMatchObject({ status: 200, body: { subscription_id: id, status } });
    }
    expect((await server.call(org, 'DELETE', `${subscriptions}/${id}`)).status).toBe(204);
    expect((await server.call(org, 'DELETE', `${subscriptions}/${id}`)).status).toBe(404);
  });

  test('a rotation answers until when the earlier secret signs', async () => {
    const id = await subscribe();
    const { status, body } = await server.call(org, 'POST', `${subscriptions}/${id}/secret`, {
      secret: 'new one',
    });
    const end = Date.parse(body.previous_secret_expires_at) - Date.now();
    expect(status).toBe(200);
    expect(end / 3_600_000).toBeCloseTo(24, 0);
    expect(JSON.stringify(body)).not.toContain('new one');
  });

  test('subscriptions of the Events API are reached by their own id', async () => {
    const record = await server.node.subscribe(org, receiver.url, { face: 'events', name: null });
    const id = `sub_${record.id.replaceAll('-', '')}`;
    expect((await server.call(org, 'GET', `${subscriptions}/${id}`)).body).toMatchObject({ api: 'events' });
    expect((await server.call(org, 'GET', `${subscriptions}/${id.replace('sub', 'whs')}`)).status).toBe(404);
    expect((await server.call(org, 'GET', subscriptions)).body.total).toBe(0);
    expect((await server.call(org, 'GET', `${subscriptions}?api=all`)).body.total).toBe(1);
  });
});

describe('the delivery log', () => {
  test('shows each attempt, newest first, with what the interface names', async () => {
    const id = await subscribe();
    const answers = [500, 503, 200];
    receiver.answerWith((_received, response) => {
      response.writeHead(answers.shift()!, { 'x-trace': 'abc' }).end('body');
    });
    await server.node.publish(org, 'order.paid', { n: 1 });
    const deliveries = await deliveriesOf(id, 3);
    expect(deliveries).toMatchObject([
      { status: 'success', response_code: 200, attempt: 3, delivered_at: expect.any(String) },
      { status: 'failed', response_code: 503, attempt: 2, next_retry_at: expect.any(String) },
      { status: 'failed', response_code: 500, attempt: 1, next_retry_at: expect.any(String) },
    ]);
    expect(new Set(deliveries.map((d: { delivery_id: string }) => d.delivery_id)).size).toBe(1);
    expect(deliveries[0]).not.toHaveProperty('next_retry_at');
    expect(deliveries[1]).not.toHaveProperty('delivered_at');
  });

  test('is narrowed by status, event and time, and paged', async () => {
    const id = await subscribe({ events: ['*'] });
    await server.node.publish(org, 'order.paid');
    await deliveriesOf(id, 1);
    const between = new Date(Date.now() + 5).toISOString();
    await new Promise((resolve) => setTimeout(resolve, 10));
    await server.node.publish(org, 'invoice.sent');
    await deliveriesOf(id, 2);
    await deliveriesOf(id, 1, '?event=order.*');
    await deliveriesOf(id, 1, `?from=${between}`);
    await deliveriesOf(id, 1, `?to=${between}&status=success`);
    await deliveriesOf(id, 0, '?status=failed');
    const page = await server.call(org, 'GET', `${subscriptions}/${id}/deliveries?limit=1&offset=1`);
    expect(page.body).toMatchObject({ deliveries: [{ event: 'order.paid' }], total: 2, has_more: false });
    const wrong = await server.call(org, 'GET', `${subscriptions}/${id}/deliveries?event=%25`);
    expect(wrong).toMatchObject({ status: 400, body: { error: { field: 'event' } } });
  });

  test.each<[string, Partial<NewSubscription>, string]>([
    ['of the Webhooks API', {}, 'order.paid'],
    ['of the contracts platform', { platform: 'contracts' }, 'contract.created'],
    ['of the Events API', { face: 'events' }, 'order.paid'],
  ])('shows the exact bytes and headers that were sent: %s', async (_what, more, type) => {
    const record = await server.node.subscribe(org, receiver.url, { secret: 'first', ...more });
    receiver.answerWith((_received, response) => {
      response.writeHead(418, { 'x-trace': 'abc' }).end(Buffer.from([0xff, 0xfe, 0x00]));
    });
    await server.node.publish(org, type, { text: 'grüezi \ud800', n: 1e21 });
    await receiver.arrived(1);
    // What comes later must not change what is shown of what was sent.
    await server.node.subscriptions.rotateSecret(org, record.id, { secret: 'second', overlapSeconds: 600 });
    await server.node.subscriptions.update(org, record.id, { platform: 'outreach' });
    await receiver.arrived(5);
    const prefix = more.face === 'events' ? 'sub' : 'whs';
    const id = `${prefix}_${record.id.replaceAll('-', '')}`;
    const [entry] = await deliveriesOf(id, 5);
    const { body } = await server.call(org, 'GET', `/v1/webhooks/deliveries/${entry.delivery_id}`);
    expect(body).toMatchObject({ subscription_id: id, event: type, status: 'failed', dead_lettered: true });
    expect(body.attempts).toHaveLength(5);
    for (const [i, { request, response }] of body.attempts.entries()) {
      const sent = receiver.received[i]!;
      expect(Buffer.from(request.body).equals(sent.body)).toBe(true);
      expect(request.url).toBe(receiver.url);
      expect(sent.headers).toMatchObject(request.headers);
      expect(Object.keys(request.headers)).toContain('x-signature');
      expect(response).toEqual({
        status: 418,
        headers: expect.objectContaining({ 'x-trace': 'abc' }),
        body: '//4A',
        body_encoding: 'base64',
      });
    }
    expect(receiver.received[4]!.headers['x-signature-previous']).toBeDefined();
  });

  test('keeps the first 16 KiB of an answer', async () => {
    const id = await subscribe();
    receiver.answerWith((_received, response) => void response.end('x'.repeat(100_000)));
    await server.node.publish(org, 'order.paid');
    const [entry] = await deliveriesOf(id, 1);
    const { body } = await server.call(org, 'GET', `/v1/webhooks/deliveries/${entry.delivery_id}`);
    expect(body.attempts[0].response.body).toBe('x'.repeat(16_384));
  });

  test('a delivered delivery is sent again under its id, as a fresh ladder', async () => {
    const id = await subscribe();
    await server.node.publish(org, 'order.paid');
    const [{ delivery_id: deliveryId }] = await deliveriesOf(id, 1);
    const resent = await server.call(org, 'POST', `/v1/webhooks/deliveries/${deliveryId}/resend`);
    expect(resent).toMatchObject({ status: 202, body: { delivery_id: deliveryId, status: 'queued' } });
    const [first, second] = await receiver.arrived(2);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(await deliveriesOf(id, 2)).toMatchObject([{ attempt: 1 }, { attempt: 1 }]);
  });

  test('a dead delivery is sent again, and is no dead letter any more', async () => {
    const id = await subscribe();
    await publishDead();
    receiver.answerStatus(204);
    const { body } = await deadLetters();
    const { delivery_id: deliveryId } = body.dead_letters[0];
    await server.call(org, 'POST', `/v1/webhooks/deliveries/${deliveryId}/resend`);
    await deliveriesOf(id, 1, '?status=success');
    expect((await deadLetters()).body.total).toBe(0);
    expect((await server.call(org, 'GET', `/v1/webhooks/deliveries/${deliveryId}`)).body).toMatchObject({
      status: 'success',
      dead_lettered: false,
    });
  });
});

describe('test deliveries', () => {
  test("a test sends a realistic sample of that event's own payload, marked and signed", async () => {
    const id = await subscribe({ events: ['meeting.booked'] });
    const { status, body } = await server.call(org, 'POST', `${subscriptions}/${id}/test`, {
      event: 'meeting.booked',
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { event: 'meeting.booked', test: true, status: 'success', response_code: 200, error: null },
    });
    const [sent] = await receiver.arrived(1);
    expect(verifySignatureHeader('shh', sent!.body, String(sent!.headers['x-signature']))).toBe(true);
    expect(JSON.parse(sent!.body.toString())).toMatchObject({
      id: body.delivery_id,
      event: 'meeting.booked',
      platform: 'outreach',
      test: true,
      data: sampleFor('meeting.booked'),
    });
    expect(server.taken.slice(-2)).toEqual(['webhooks_api', 'webhooks_test']);
    const shown = await server.call(org, 'GET', `/v1/webhooks/deliveries/${body.delivery_id}`);
    expect(shown.body.attempts[0].request.body).toBe(sent!.body.toString());
    expect(sent!.headers).toMatchObject(shown.body.attempts[0].request.headers);
    expect(shown.body).toMatchObject({ event_id: null, status: 'success' });
  });

  test('the sample of a contracts event carries the body signature', async () => {
    const id = await subscribe({ events: ['execution.failed'] });
    await server.call(org, 'POST', `${subscriptions}/${id}/test`, { event: 'execution.failed' });
    const [sent] = await receiver.arrived(1);
    expect(verifyContractsPayload(sent!.body.toString(), 'shh')).toBe(true);
    expect(JSON.parse(sent!.body.toString())).toMatchObject({ test: true, platform: 'contracts' });
  });

  test('a failed test is answered coarsely, logged, and not tried again', async () => {
    receiver.answerStatus(404);
    const id = await subscribe();
    const failed = await server.call(org, 'POST', `${subscriptions}/${id}/test`, { event: 'my.own' });
    expect(failed.body).toMatchObject({ status: 'failed', response_code: 404 });
    expect(await deliveriesOf(id, 1)).toMatchObject([{ test: true, status: 'failed' }]);
    expect((await deadLetters()).body.total).toBe(0);
    const resent = await server.call(
      org,
      'POST',
      `/v1/webhooks/deliveries/${failed.body.delivery_id}/resend`,
    );
    expect(resent).toMatchObject({ status: 409, body: { error: { code: 'invalid_state' } } });
    await receiver.close();
    const refused = await server.call(org, 'POST', `${subscriptions}/${id}/test`, { event: 'my.own' });
    expect(refused.body).toMatchObject({ status: 'failed', response_code: null });
    expect(refused.body.error).toMatch(/^connect_failed/);
    expect(refused.body.error).not.toMatch(/127\.0\.0\.1|ECONN/);
    receiver = await startReceiver();
  });

  test('a pattern is no event to test with', async () => {
    const id = await subscribe();
    const answer = await server.call(org, 'POST', `${subscriptions}/${id}/test`, { event: 'order.*' });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_event_type', field: 'event' } },
    });
  });
});

describe('dead letters', () => {
  test('five failures make a dead letter, which a replay sends again under the same id', async () => {
    const id = await subscribe();
    const eventId = await publishDead();
    const { body } = await deadLetters();
    expect(body).toMatchObject({
      dead_letters: [
        {
          event_id: eventId,
          subscription_id: id,
          delivery_id: expect.stringMatching(/^dlv_/),
          event: 'order.paid',
          attempts: 5,
          last_response_code: 500,
          last_error: expect.stringMatching(/^unexpected_status/),
        },
      ],
      total: 1,
      limit: 20,
      offset: 0,
      has_more: false,
    });
    receiver.answerStatus(200);
    const replayed = await server.call(org, 'POST', `/v1/webhooks/dead-letter/${eventId}/replay`);
    expect(replayed).toMatchObject({
      status: 202,
      body: { event_id: eventId, replayed: 1, delivery_ids: [body.dead_letters[0].delivery_id] },
    });
    const received = await receiver.arrived(6);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect((await deadLetters()).body.total).toBe(0);
    const again = await server.call(org, 'POST', `/v1/webhooks/dead-letter/${eventId}/replay`);
    expect(again.status).toBe(404);
  });

  test('one event that is dead at two subscribers is replayed for one or for both', async () => {
    const one = await subscribe();
    await subscribe();
    receiver.answerStatus(500);
    const event = await server.node.publish(org, 'order.paid');
    const eventId = `evt_${event.id.replaceAll('-', '')}`;
    await eventually(async () => (await deadLetters()).body.total).toBe(2);
    expect((await deadLetters(`?subscription_id=${one}`)).body.total).toBe(1);
    const first = await server.call(
      org,
      'POST',
      `/v1/webhooks/dead-letter/${eventId}/replay?subscription_id=${one}`,
    );
    expect(first.body.replayed).toBe(1);
    await eventually(async () => (await deadLetters()).body.total).toBe(2);
    const both = await server.call(org, 'POST', `/v1/webhooks/dead-letter/${eventId}/replay`);
    expect(both.body.replayed).toBe(2);
  });

  test('many are replayed by filter in the background', async () => {
    await subscribe({ events: ['*'] });
    await publishDead('order.paid');
    await publishDead('order.refunded');
    await publishDead('invoice.sent');
    receiver.answerStatus(200);
    const replay = await server.call(org, 'POST', '/v1/webhooks/dead-letter/replay', { event: 'order.*' });
    expect(replay).toMatchObject({
      status: 202,
      body: { replay_id: expect.stringMatching(/^rpl_/), matched: 2 },
    });
    await eventually(
      async () =>
        (await server.call(org, 'GET', `/v1/webhooks/dead-letter/replays/${replay.body.replay_id}`)).body,
    ).toMatchObject({ status: 'completed', replayed: 2 });
    expect((await deadLetters()).body.dead_letters).toMatchObject([{ event: 'invoice.sent' }]);
    const all = await server.call(org, 'POST', '/v1/webhooks/dead-letter/replay', { all: true });
    expect(all.body.matched).toBe(1);
    await eventually(async () => (await deadLetters()).body.total).toBe(0);
    const none = await server.call(org, 'POST', '/v1/webhooks/dead-letter/replay', { all: true });
    expect(none.body).toMatchObject({ status: 'completed', matched: 0, replayed: 0 });
    const unsure = await server.call(org, 'POST', '/v1/webhooks/dead-letter/replay', {});
    expect(unsure).toMatchObject({ status: 400, body: { error: { field: 'all' } } });
  });

  test('a dead letter can be dropped, and those of a deleted subscription are gone', async () => {
    const id = await subscribe();
    const eventId = await publishDead();
    await publishDead();
    expect((await server.call(org, 'DELETE', `/v1/webhooks/dead-letter/${eventId}`)).status).toBe(204);
    expect((await deadLetters()).body.total).toBe(1);
    await server.call(org, 'DELETE', `${subscriptions}/${id}`);
    expect((await deadLetters()).body.total).toBe(0);
  });
});

test('nothing of another organization is found by its id, and scopes are asked for', async () => {
  const id = await subscribe();
  const eventId = await publishDead();
  const { body } = await deadLetters();
  const deliveryId = body.dead_letters[0].delivery_id;
  const stranger = server.fixture.newOrgId();
  const requests = [
    ['GET', `${subscriptions}/${id}`],
    ['PUT', `${subscriptions}/${id}`, { name: 'x' }],
    ['POST', `${subscriptions}/${id}/pause`],
    ['POST', `${subscriptions}/${id}/resume`],
    ['POST', `${subscriptions}/${id}/secret`, { secret: 'x' }],
    ['POST', `${subscriptions}/${id}/test`, { event: 'a.b' }],
    ['GET', `${subscriptions}/${id}/deliveries`],
    ['GET', `/v1/webhooks/deliveries/${deliveryId}`],
    ['POST', `/v1/webhooks/deliveries/${deliveryId}/resend`],
    ['POST', `/v1/webhooks/dead-letter/${eventId}/replay`],
    ['POST', `/v1/webhooks/dead-letter/replay`, { subscription_id: id }],
    ['DELETE', `/v1/webhooks/dead-letter/${eventId}`],
    ['DELETE', `${subscriptions}/${id}`],
  ] as const;
  for (const [method, path, payload] of requests) {
    const foreign = await server.call(stranger, method, path, payload);
    expect([path, foreign.status]).toEqual([path, 404]);
    const scope = method === 'GET' ? 'webhooks.write' : 'webhooks.read';
    const unscoped = await server.call(`${org}:${scope}`, method, path, payload);
    expect([path, unscoped.status]).toEqual([path, 403]);
  }
  expect((await server.call(stranger, 'GET', '/v1/webhooks/dead-letter')).body.total).toBe(0);
  expect((await deadLetters()).body.total).toBe(1);
});
