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

test('the health of each subscription is shown, in the list and alone', async () => {
  const good = await t.subscribe();
  const bad = await t.subscribe({ url: `${t.receiver.origin}/bad` });
  const paused = await t.subscribe();
  await t.call('POST', `${subscriptions}/${paused}/pause`);
  expect(await healthOf(good)).toEqual(healthy);
  let status = 500;
  t.receiver.answerWith((sent, response) => response.writeHead(sent.path === '/bad' ? status : 200).end());
  await t.server.node.publish(t.org, 'order.paid');
  await eventually(() => healthOf(bad)).toEqual({
    state: 'failing',
    failing_since: expect.any(String),
    pending: 0,
    dead: 1,
    blocked: null,
    acknowledged: null,
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

test('a hanging receiver leaves its deliveries pending', async () => {
  const open: { end(): unknown }[] = [];
  t.receiver.answerWith((_sent, response) => void open.push(response));
  const id = await t.subscribe();
  for (let i = 0; i < 3; i++) await t.server.node.publish(t.org, 'order.paid');
  await eventually(() => healthOf(id)).toEqual({ ...healthy, pending: 3 });
  await t.receiver.arrived(3);
  for (const response of open) response.end();
  await eventually(() => healthOf(id)).toEqual(healthy);
});

test('the Events API shows the same for its own subscriptions', async () => {
  const { id } = await t.server.node.subscribe(t.org, `${t.receiver.origin}/bad`, { face: 'events' });
  t.receiver.answerStatus(404);
  await t.server.node.publish(t.org, 'order.paid');
  await eventually(() => healthOf(`sub_${id.replaceAll('-', '')}`)).toMatchObject({
    state: 'failing',
    dead: 1,
  });
});

test('subscriptions are found by a part of their name or URL, and by health', async () => {
  const good = await t.subscribe({ name: 'Warehouse' });
  const bad = await t.subscribe({ name: 'Billing of the WAREHOUSE', url: `${t.receiver.origin}/bad_1` });
  const paused = await t.subscribe({ name: '100 % paused' });
  const inOrder = await t.subscribe({ name: 'Ordered', url: `${t.receiver.origin}/bad_2`, ordering: 'all' });
  await t.call('POST', `${subscriptions}/${paused}/pause`);
  t.receiver.answerWith((sent, response) => response.writeHead(/bad/.test(sent.path) ? 500 : 200).end());
  await t.server.node.publish(t.org, 'order.paid');
  const found = async (query: string) => {
    const { body } = await t.call('GET', `${subscriptions}?${query}`);
    expect(body.total).toBe(body.subscriptions.length);
    return body.subscriptions.map((one: { subscription_id: string }) => one.subscription_id);
  };
  await eventually(() => found('state=blocked')).toEqual([inOrder]);
  await eventually(() => healthOf(bad)).toMatchObject({ state: 'failing', pending: 0, dead: 1 });
  expect(await found('state=unwell')).toEqual([inOrder, bad]);
  for (const state of ['healthy', 'failing', 'blocked', 'paused', 'disabled', 'unwell']) {
    const all = await found('');
    const states = await Promise.all(all.map(async (id: string) => (await healthOf(id)).state));
    const wanted = all.filter((_id: string, at: number) =>
      state === 'unwell' ? ['failing', 'blocked', 'disabled'].includes(states[at]) : states[at] === state,
    );
    expect([state, await found(`state=${state}`)]).toEqual([state, wanted]);
  }
  expect(await found('q=warehouse')).toEqual([bad, good]);
  expect(await found('q=bad_1')).toEqual([bad]);
  expect(await found('q=0%20%25')).toEqual([paused]);
  expect(await found('q=warehouse&state=healthy')).toEqual([good]);
  const greek = await t.subscribe({ name: 'ΑΠΟΘΉΚΕΣ Jos\u00e9' });
  for (const q of ['ΑΠΟΘΉΚΕΣ', 'αποθήκες', 'jose\u0301'])
    expect([q, await found(`q=${encodeURIComponent(q)}`)]).toEqual([q, [greek]]);
  expect((await t.call('GET', `${subscriptions}?state=well`)).status).toBe(400);
});
