import { describe, expect, test } from 'vitest';
import { sampleFor } from '../../../engine/catalog/index.ts';
import { verifyContractsPayload } from '../../../engine/delivery/contracts-payload.ts';
import type { NewSubscription } from '../../../engine/delivery/index.ts';
import { only } from '../../../kit/db/index.ts';
import { required } from '../../../kit/required.ts';
import { verifySignatureHeader } from '../../../kit/signing/index.ts';
import { subscriptions, useWebhooks } from '../testing/use-webhooks.ts';

const t = useWebhooks();

describe('the delivery log', () => {
  test('shows each attempt, newest first, with the fields of the interface', async () => {
    const id = await t.subscribe();
    const answers = [500, 503, 200];
    t.receiver.answerWith((_received, response) => {
      response.writeHead(answers.shift() ?? 500, { 'x-trace': 'abc' }).end('body');
    });
    await t.server.node.publish(t.org, 'order.paid', { n: 1 });
    const deliveries = await t.deliveriesOf(id, 3);
    expect(deliveries).toMatchObject([
      { status: 'success', response_code: 200, attempt: 3, delivered_at: expect.any(String) },
      { status: 'failed', response_code: 503, attempt: 2, next_retry_at: expect.any(String) },
      { status: 'failed', response_code: 500, attempt: 1, next_retry_at: expect.any(String) },
    ]);
    expect(new Set(deliveries.map((d: { delivery_id: string }) => d.delivery_id)).size).toBe(1);
    expect(deliveries[0]).not.toHaveProperty('next_retry_at');
    expect(deliveries[1]).not.toHaveProperty('delivered_at');
  });

  test('is filtered by status, event and time, and paged', async () => {
    const id = await t.subscribe({ events: ['*'] });
    await t.server.node.publish(t.org, 'order.paid');
    await t.deliveriesOf(id, 1);
    const between = new Date(Date.now() + 5).toISOString();
    await new Promise((resolve) => setTimeout(resolve, 10));
    await t.server.node.publish(t.org, 'invoice.sent');
    await t.deliveriesOf(id, 2);
    await t.deliveriesOf(id, 1, '?event=order.*');
    await t.deliveriesOf(id, 1, `?from=${between}`);
    await t.deliveriesOf(id, 1, `?to=${between}&status=success`);
    await t.deliveriesOf(id, 0, '?status=failed');
    const page = await t.call('GET', `${subscriptions}/${id}/deliveries?limit=1&offset=1`);
    expect(page.body).toMatchObject({ deliveries: [{ event: 'order.paid' }], total: 2, has_more: false });
    const wrong = await t.call('GET', `${subscriptions}/${id}/deliveries?event=%25`);
    expect(wrong).toMatchObject({ status: 400, body: { error: { field: 'event' } } });
  });

  test.each<[string, Partial<NewSubscription>, string]>([
    ['of the Webhooks API', {}, 'order.paid'],
    ['of the contracts platform', { platform: 'contracts' }, 'contract.created'],
    ['of the Events API', { face: 'events' }, 'order.paid'],
  ])('shows the exact bytes and headers that were sent: %s', async (_what, more, type) => {
    const record = await t.server.node.subscribe(t.org, t.receiver.url, { secret: 'first', ...more });
    t.receiver.answerWith((_received, response) => {
      response.writeHead(418, { 'x-trace': 'abc' }).end(Buffer.from([0xff, 0xfe, 0x00]));
    });
    await t.server.node.publish(t.org, type, { text: 'grüezi \ud800', n: 1e21 });
    await t.receiver.arrived(1);
    // Later changes must not affect what is shown of earlier requests.
    await t.server.node.subscriptions.rotateSecret(t.org, record.id, {
      secret: 'second',
      overlapSeconds: 600,
    });
    await t.server.node.subscriptions.update(t.org, record.id, { platform: 'outreach' });
    await t.receiver.arrived(5);
    const prefix = more.face === 'events' ? 'sub' : 'whs';
    const id = `${prefix}_${record.id.replaceAll('-', '')}`;
    const [entry] = await t.deliveriesOf(id, 5);
    const { body } = await t.call('GET', `/v1/webhooks/deliveries/${entry.delivery_id}`);
    expect(body).toMatchObject({ subscription_id: id, event: type, status: 'failed', dead_lettered: true });
    expect(body.attempts).toHaveLength(5);
    for (const [i, { request, response }] of body.attempts.entries()) {
      const sent = required(t.receiver.received[i], 'the request');
      expect(Buffer.from(request.body).equals(sent.body)).toBe(true);
      expect(request.url).toBe(t.receiver.url);
      expect(sent.headers).toMatchObject(request.headers);
      expect(Object.keys(request.headers)).toContain('x-signature');
      expect(request.headers['x-event-id']).toBe(body.event_id);
      expect(response).toEqual({
        status: 418,
        headers: expect.objectContaining({ 'x-trace': 'abc' }),
        body: '//4A',
        body_encoding: 'base64',
      });
    }
    expect(t.receiver.received[4]?.headers['x-signature-previous']).toBeDefined();
  });

  test('keeps the first 16 KiB of a response', async () => {
    const id = await t.subscribe();
    t.receiver.answerWith((_received, response) => void response.end('x'.repeat(100_000)));
    await t.server.node.publish(t.org, 'order.paid');
    const [entry] = await t.deliveriesOf(id, 1);
    const { body } = await t.call('GET', `/v1/webhooks/deliveries/${entry.delivery_id}`);
    expect(body.attempts[0].response.body).toBe('x'.repeat(16_384));
  });

  test('a successful delivery is sent again with its id and new attempts', async () => {
    const id = await t.subscribe();
    await t.server.node.publish(t.org, 'order.paid');
    const [{ delivery_id: deliveryId }] = await t.deliveriesOf(id, 1);
    const resent = await t.call('POST', `/v1/webhooks/deliveries/${deliveryId}/resend`);
    expect(resent).toMatchObject({ status: 202, body: { delivery_id: deliveryId, status: 'queued' } });
    const [first, second] = await t.receiver.arrived(2);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(await t.deliveriesOf(id, 2)).toMatchObject([{ attempt: 1 }, { attempt: 1 }]);
  });

  test('a dead delivery is sent again, and is no longer a dead letter', async () => {
    const id = await t.subscribe();
    await t.publishDead();
    t.receiver.answerStatus(204);
    const { body } = await t.listDead();
    const { delivery_id: deliveryId } = body.dead_letters[0];
    await t.call('POST', `/v1/webhooks/deliveries/${deliveryId}/resend`);
    await t.deliveriesOf(id, 1, '?status=success');
    expect((await t.listDead()).body.total).toBe(0);
    expect((await t.call('GET', `/v1/webhooks/deliveries/${deliveryId}`)).body).toMatchObject({
      status: 'success',
      dead_lettered: false,
    });
  });
});

describe('test deliveries', () => {
  test('a test sends a realistic sample of the event’s own payload, marked as a test and signed', async () => {
    const id = await t.subscribe({ events: ['meeting.booked'] });
    const { status, body } = await t.call('POST', `${subscriptions}/${id}/test`, {
      event: 'meeting.booked',
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { event: 'meeting.booked', test: true, status: 'success', response_code: 200, error: null },
    });
    const sent = only(await t.receiver.arrived(1));
    expect(verifySignatureHeader('shh', sent.body, String(sent.headers['x-signature']))).toBe(true);
    expect(JSON.parse(sent.body.toString())).toMatchObject({
      id: body.delivery_id,
      event: 'meeting.booked',
      platform: 'outreach',
      test: true,
      data: sampleFor('meeting.booked'),
    });
    expect(t.server.taken.slice(-2)).toEqual(['webhooks_api', 'webhooks_test']);
    const shown = await t.call('GET', `/v1/webhooks/deliveries/${body.delivery_id}`);
    expect(shown.body.attempts[0].request.body).toBe(sent.body.toString());
    expect(sent.headers).toMatchObject(shown.body.attempts[0].request.headers);
    expect(shown.body).toMatchObject({ event_id: null, status: 'success' });
    expect(sent.headers['x-event-id']).toMatch(/^evt_/);
  });

  test('the sample of a contracts event carries the body signature', async () => {
    const id = await t.subscribe({ events: ['execution.failed'] });
    await t.call('POST', `${subscriptions}/${id}/test`, { event: 'execution.failed' });
    const sent = only(await t.receiver.arrived(1));
    expect(verifyContractsPayload(sent.body.toString(), 'shh')).toBe(true);
    expect(JSON.parse(sent.body.toString())).toMatchObject({ test: true, platform: 'contracts' });
  });

  test('a failed test returns a general reason, is logged, and not retried', async () => {
    t.receiver.answerStatus(404);
    const id = await t.subscribe();
    const failed = await t.call('POST', `${subscriptions}/${id}/test`, { event: 'my.own' });
    expect(failed.body).toMatchObject({ status: 'failed', response_code: 404 });
    expect(await t.deliveriesOf(id, 1)).toMatchObject([{ test: true, status: 'failed' }]);
    expect((await t.listDead()).body.total).toBe(0);
    const resent = await t.call('POST', `/v1/webhooks/deliveries/${failed.body.delivery_id}/resend`);
    expect(resent).toMatchObject({ status: 409, body: { error: { code: 'invalid_state' } } });
    await t.receiver.close();
    const refused = await t.call('POST', `${subscriptions}/${id}/test`, { event: 'my.own' });
    expect(refused.body).toMatchObject({ status: 'failed', response_code: null });
    expect(refused.body.error).toMatch(/^connect_failed/);
    expect(refused.body.error).not.toMatch(/127\.0\.0\.1|ECONN/);
  });

  test('a pattern cannot be tested, because it is not an event type', async () => {
    const id = await t.subscribe();
    const answer = await t.call('POST', `${subscriptions}/${id}/test`, { event: 'order.*' });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_event_type', field: 'event' } },
    });
  });
});
