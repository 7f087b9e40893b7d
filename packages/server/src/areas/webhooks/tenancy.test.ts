import { expect, test } from 'vitest';
import { deadLetter, subscriptions, useWebhooks } from './testing/use-webhooks.ts';

const t = useWebhooks();

test('ids of another organization are not found, and scopes are required', async () => {
  const id = await t.subscribe();
  const eventId = await t.publishDead();
  const { body } = await t.listDead();
  const deliveryId = body.dead_letters[0].delivery_id;
  const stranger = t.server.fixture.newOrgId();
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
    ['GET', `${subscriptions}/${id}/stats`],
    ['GET', `/v1/webhooks/deliveries?subscription_id=${id}`],
    ['POST', '/v1/webhooks/deliveries/resend', { subscription_id: id }],
    ['POST', `${deadLetter}/${eventId}/replay`],
    ['POST', `${deadLetter}/replay`, { subscription_id: id }],
    ['DELETE', `${deadLetter}/${eventId}`],
    ['DELETE', `${subscriptions}/${id}`],
  ] as const;
  for (const [method, path, payload] of requests) {
    const foreign = await t.server.call(stranger, method, path, payload);
    expect([path, foreign.status]).toEqual([path, 404]);
    const scope = method === 'GET' ? 'webhooks.write' : 'webhooks.read';
    const unscoped = await t.server.call(`${t.org}:${scope}`, method, path, payload);
    expect([path, unscoped.status]).toEqual([path, 403]);
  }
  expect((await t.server.call(stranger, 'GET', deadLetter)).body.total).toBe(0);
  expect((await t.listDead()).body.total).toBe(1);
});
