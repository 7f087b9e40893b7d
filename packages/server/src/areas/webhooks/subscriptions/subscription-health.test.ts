import { expect, test } from 'vitest';
import { eventually } from '../../../engine/delivery/testing/eventually.ts';
import { subscriptions, useWebhooks } from '../testing/use-webhooks.ts';

const t = useWebhooks();

const healthOf = async (id: string) => (await t.call('GET', `${subscriptions}/${id}`)).body.health;
const healthy = {
  state: 'healthy',
  failing_since: null,
  last_error: null,
  pending: 0,
  dead: 0,
  blocked: null,
  acknowledged: null,
};

test('health tells of each subscription, in the list as alone, how it fares', async () => {
  const good = await t.subscribe();
  const bad = await t.subscribe({ url: `${t.receiver.origin}/bad` });
  const paused = await t.subscribe();
  await t.call('POST', `${subscriptions}/${paused}/pause`);
  expect(await healthOf(good)).toEqual(healthy);
  let status = 500;
  t.receiver.answerWith((sent, response) => response.writeHead(sent.path === '/bad' ? status : 200).end());
  await t.server.node.publish(t.org, 'order.paid');
  await eventually(() => healthOf(bad)).toEqual({
    ...{ state: 'failing', failing_since: expect.any(String), pending: 0, dead: 1 },
    ...{ blocked: null, acknowledged: null },
    last_error: expect.stringContaining('unexpected_status'),
  });
  expect(await healthOf(paused)).toEqual({ ...healthy, state: 'paused', pending: 1 });
  expect(await healthOf(good)).toEqual(healthy);
  const { body } = await t.call('GET', subscriptions);
  const listed = body.subscriptions.map((one: { subscription_id: string; health: object }) => [
    one.subscription_id,
    one.health,
  ]);
  expect(listed).toEqual(await Promise.all([paused, bad, good].map(async (id) => [id, await healthOf(id)])));

  status = 200;
  await t.call('POST', '/v1/webhooks/dead-letter/replay', { all: true });
  await eventually(() => healthOf(bad)).toEqual(healthy);
});

test('a receiver that hangs leaves its deliveries pending', async () => {
  const open: { end(): unknown }[] = [];
  t.receiver.answerWith((_sent, response) => void open.push(response));
  const id = await t.subscribe();
  for (let i = 0; i < 3; i++) await t.server.node.publish(t.org, 'order.paid');
  await eventually(() => healthOf(id)).toEqual({ ...healthy, pending: 3 });
  await t.receiver.arrived(3);
  for (const response of open) response.end();
  await eventually(() => healthOf(id)).toEqual(healthy);
});

test('the Events API tells the same of its own subscriptions', async () => {
  const { id } = await t.server.node.subscribe(t.org, `${t.receiver.origin}/bad`, { face: 'events' });
  t.receiver.answerStatus(404);
  await t.server.node.publish(t.org, 'order.paid');
  await eventually(() => healthOf(`sub_${id.replaceAll('-', '')}`)).toMatchObject({
    state: 'failing',
    dead: 1,
  });
});
