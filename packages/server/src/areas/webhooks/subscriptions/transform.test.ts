import { describe, expect, test } from 'vitest';
import { only } from '../../../kit/db/index.ts';
import { verifyStandardSignature } from '../../../kit/signing/index.ts';
import { subscriptions, useWebhooks } from '../testing/use-webhooks.ts';

const t = useWebhooks();
const once = { retry: { delays: [0] } };
const eventIdOf = ({ id }: { id: string }) => `evt_${id.replaceAll('-', '')}`;
const shown = async (deliveryId: string) =>
  (await t.call('GET', `/v1/webhooks/deliveries/${deliveryId}`)).body.attempts[0].request;

describe('a transformation', () => {
  test('makes the body, which is signed, and which the log shows byte for byte', async () => {
    const transform =
      '{ "text": "Order " & data.order_id & " at " & $now("[H01]h", "+0000"), "millis": $millis(), "sum": $sum(data.items.price) }';
    const id = await t.subscribe({ transform });
    await t.server.node.publish(t.org, 'order.paid', {
      order_id: '7',
      items: [{ price: 1 }, { price: 2.5 }],
    });
    const received = only(await t.receiver.arrived(1));
    const sent = JSON.parse(received.body.toString());
    expect(sent).toEqual({
      text: expect.stringMatching(/^Order 7 at \d\dh$/),
      millis: expect.any(Number),
      sum: 3.5,
    });
    expect(verifyStandardSignature('shh', received.body, received.headers)).toEqual({ ok: true });
    const [attempt] = await t.deliveriesOf(id, 1);
    expect((await shown(attempt.delivery_id)).body).toBe(received.body.toString());
    expect(Date.parse(attempt.last_attempt_at)).toBe(sent.millis);
  });

  test('keeps integers that no double can hold, as the text of their digits', async () => {
    await t.subscribe({
      transform: '{ "url": "/orders/" & data.id, "id": data.id, "gwei": $number(data.wei) / 1e9 }',
    });
    const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
    const payload = { id: rawJSON('9007199254740993'), wei: rawJSON('1500000000000000001') };
    await t.server.node.publish(t.org, 'order.paid', payload);
    const received = only(await t.receiver.arrived(1));
    expect(JSON.parse(received.body.toString())).toEqual({
      url: '/orders/9007199254740993',
      id: '9007199254740993',
      gwei: 1_500_000_000,
    });
  });

  test('makes the data of a CloudEvent', async () => {
    await t.subscribe({ transform: 'data.n + 1', format: 'cloudevents_structured' });
    await t.server.node.publish(t.org, 'order.paid', { n: 1 });
    const received = only(await t.receiver.arrived(1));
    expect(JSON.parse(received.body.toString())).toMatchObject({ type: 'order.paid', data: 2 });
  });

  test('also applies to samples', async () => {
    const id = await t.subscribe({ transform: '{ "is_test": test }' });
    await t.call('POST', `${subscriptions}/${id}/test`, { event: 'order.paid' });
    const received = only(await t.receiver.arrived(1));
    expect(received.body.toString()).toBe('{"is_test":true}');
  });

  test.each([
    ['data.missing', 'transform_failed: The transformation selected nothing.'],
    ['$number(data.text)', 'transform_failed: The transformation failed: '],
    ['($f := function($x) { $f($x + 1) }; $f(0))', 'transform_failed: The transformation failed: '],
    ['$random()', 'transform_failed: The transformation failed: $random cannot be used'],
    ['$eval("$shuffle([1,2])")', 'transform_failed: The transformation failed: '],
    ['function($x) { $x }', 'transform_failed: '],
    [
      '$string($map([1..9000], function($i) { $pad("", 300, "x") }))',
      'transform_failed: The transformation failed: ',
    ],
  ])('%s makes the attempt fail, with its reason, and nothing is sent', async (transform, reason) => {
    const id = await t.subscribe({ transform, ...once });
    await t.server.node.publish(t.org, 'order.paid', { text: 'no number' });
    const [attempt] = await t.deliveriesOf(id, 1);
    expect(attempt.error.slice(0, reason.length)).toBe(reason);
    expect(await shown(attempt.delivery_id)).toEqual({ url: expect.any(String), headers: {}, body: '' });
    expect((await t.listDead()).body.total).toBe(1);
    expect(t.receiver.received).toHaveLength(0);
    const tested = await t.call('POST', `${subscriptions}/${id}/test`, { event: 'order.paid' });
    expect(tested).toMatchObject({ status: 200, body: { status: 'failed' } });
  });

  test('that failed is applied again after it was corrected, and nothing is lost', async () => {
    const id = await t.subscribe({ transform: 'data.missing', ...once });
    await t.server.node.publish(t.org, 'order.paid', { n: 1 });
    const [attempt] = await t.deliveriesOf(id, 1);
    await t.call('PUT', `${subscriptions}/${id}`, { transform: 'data.n' });
    await t.call('POST', `/v1/webhooks/deliveries/${attempt.delivery_id}/resend`);
    const received = only(await t.receiver.arrived(1));
    expect(received.body.toString()).toBe('1');
    const { body } = await t.call('PUT', `${subscriptions}/${id}`, { transform: null });
    expect(body.transform).toBeNull();
  });

  test.each(['data.(', '', 'x'.repeat(10_001)])('%j is refused at once', async (transform) => {
    const { status, body } = await t.call('POST', subscriptions, t.newSubscription({ transform }));
    expect({ status, field: body.error.field }).toEqual({ status: 400, field: 'transform' });
  });
});

describe('a preview', () => {
  const preview = (id: string, body: object) =>
    t.call('POST', `${[subscriptions, id].filter(Boolean).join('/')}/preview`, body);

  test('shows what would be sent for a past event, and sends nothing', async () => {
    const event = await t.server.node.publish(t.org, 'order.paid', { n: 1 });
    const id = await t.subscribe({ transform: 'data.n', headers: { 'X-Key': 'k-1' } });
    const own = await preview(id, { event_id: eventIdOf(event) });
    expect(own.body).toMatchObject({ event: 'order.paid', request: { body: '1' }, error: null });
    expect(own.body.request.headers).toMatchObject({
      'x-key': '[secret]',
      'content-type': 'application/json',
    });
    expect(JSON.parse(own.body.input)).toMatchObject({ event: 'order.paid', data: { n: 1 } });
    const other = await preview(id, { event_id: eventIdOf(event), transform: '{ "event": event }' });
    expect(other.body.request.body).toBe('{"event":"order.paid"}');
    const none = await preview(id, { event_id: eventIdOf(event), transform: null });
    expect(JSON.parse(none.body.request.body)).toEqual(JSON.parse(none.body.input));
    expect(t.receiver.received).toHaveLength(0);
    expect((await t.call('GET', `${subscriptions}/${id}/deliveries`)).body.total).toBe(0);
  });

  test('shows why a body cannot be made', async () => {
    const event = await t.server.node.publish(t.org, 'order.paid', {});
    const id = await t.subscribe();
    const failed = await preview(id, { event_id: eventIdOf(event), transform: 'data.n' });
    expect(failed.body).toMatchObject({ request: null, error: 'The transformation selected nothing.' });
    const wrong = await preview(id, { event_id: eventIdOf(event), transform: '(' });
    expect(wrong).toMatchObject({ status: 400, body: { error: { field: 'transform' } } });
  });

  test('shows which condition a past event does not meet, also with values that replace its own', async () => {
    const event_id = eventIdOf(await t.server.node.publish(t.org, 'order.paid', { amount: 40 }));
    const id = await t.subscribe({ filter: { amount: { $gte: 100 } } });
    const told = async (more: object) => {
      const { body } = await preview(id, { event_id, ...more });
      return { matches: body.matches, not_met: body.not_met };
    };
    expect(await told({})).toEqual({ matches: false, not_met: 'filter' });
    expect(await told({ filter: { amount: { $gte: 10 } } })).toEqual({ matches: true, not_met: null });
    expect(await told({ filter: null })).toEqual({ matches: true, not_met: null });
    expect(await told({ filter: null, events: ['invoice.*'] })).toEqual({
      matches: false,
      not_met: 'pattern',
    });
    expect(await told({ filter: null, platform: 'outreach' })).toEqual({
      matches: false,
      not_met: 'platform',
    });
    const kept = await t.call('GET', `${subscriptions}/${id}`);
    expect(kept.body).toMatchObject({ filter: { amount: { $gte: 100 } }, events: ['order.*'] });
  });

  test('needs no existing subscription', async () => {
    const event_id = eventIdOf(await t.server.node.publish(t.org, 'order.paid', { amount: 40 }));
    const { body } = await preview('', {
      event_id,
      events: ['order.paid'],
      filter: { amount: 40 },
      transform: 'data.amount + 1',
      format: 'cloudevents_structured',
    });
    expect(body).toMatchObject({ matches: true, not_met: null, error: null });
    expect(JSON.parse(body.request.body)).toMatchObject({ type: 'order.paid', data: 41 });
    const all = await preview('', { event_id });
    expect(all.body).toMatchObject({ matches: true, request: { body: all.body.input } });
    expect(t.receiver.received).toHaveLength(0);
  });

  test.each([
    ['filter', { filter: { $where: 'x' } }],
    ['events.0', { events: ['Not A Type'] }],
    ['transform', { transform: 'data.(' }],
  ])('with an invalid %s is refused, naming the field', async (field, change) => {
    const event_id = eventIdOf(await t.server.node.publish(t.org, 'order.paid', {}));
    for (const id of ['', await t.subscribe()]) {
      const { status, body } = await preview(id, { event_id, ...change });
      expect({ status, field: body.error.field }).toEqual({ status: 400, field });
    }
  });

  test('cannot use events of another organization', async () => {
    const event = await t.server.node.publish(t.server.fixture.newOrgId(), 'order.paid', {});
    for (const id of ['', await t.subscribe()]) {
      for (const event_id of [eventIdOf(event), 'nonsense']) {
        expect((await preview(id, { event_id })).status).toBe(404);
      }
    }
  });
});
