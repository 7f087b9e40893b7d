import { describe, expect, test } from 'vitest';
import { createResends } from '../../../engine/delivery/resends/resends.ts';
import { eventually } from '../../../engine/delivery/testing/eventually.ts';
import { formatId } from '../../../kit/ids.ts';
import { useWebhooks } from '../testing/use-webhooks.ts';

const t = useWebhooks();
const deliveries = '/v1/webhooks/deliveries';

const follow = async (id: string) => (await t.call('GET', `${deliveries}/resends/${id}`)).body;
const total = async (query: string) => (await t.call('GET', `${deliveries}${query}`)).body.total;

async function publish(count: number, data: (i: number) => object = (i) => ({ i })) {
  for (let i = 0; i < count; i++) await t.server.node.publish(t.org, 'order.paid', data(i));
}

test('matching deliveries are sent again with their ids, and no others', async () => {
  await t.subscribe();
  await publish(6);
  await eventually(() => total('?status=success')).toBe(6);
  const resent = await t.call('POST', `${deliveries}/resend`, { payload: 'data.i=4' });
  expect(resent).toMatchObject({ status: 202, body: { status: 'running', resent: 0, completed_at: null } });
  await eventually(() => follow(resent.body.resend_id)).toMatchObject({
    status: 'completed',
    resent: 1,
    reached: null,
    completed_at: expect.any(String),
  });
  const arrived = await t.receiver.arrived(7);
  const [first, again] = arrived.filter(({ body }) => JSON.parse(body.toString()).data.i === 4);
  expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
});

test('more than one batch is sent again, each once, although the new attempts match as well', async () => {
  const count = 300;
  await t.subscribe();
  await publish(count);
  await eventually(() => total('?status=success')).toBe(count);
  const { body } = await t.call('POST', `${deliveries}/resend`, { status: 'success' });
  await eventually(() => follow(body.resend_id)).toMatchObject({ status: 'completed', resent: count });
  await eventually(() => total('?status=success')).toBe(count);
  const arrived = await t.receiver.arrived(2 * count);
  const times = Map.groupBy(arrived, ({ headers }) => headers['webhook-id']);
  expect([...times.values()].map(({ length }) => length)).toEqual(Array(count).fill(2));
});

describe('in any state of a delivery', () => {
  test('a dead one is sent again and a waiting one is sent now', async () => {
    const id = await t.subscribe();
    await t.publishDead();
    await t.call('POST', `/v1/webhooks/subscriptions/${id}/pause`);
    await publish(1);
    expect(await total('?status=pending')).toBe(1);
    t.receiver.answerStatus(204);
    const asked = await t.call('POST', `${deliveries}/resend`, { all: true });
    await eventually(() => follow(asked.body.resend_id)).toMatchObject({ status: 'completed', resent: 2 });
    expect((await t.listDead()).body.total).toBe(0);
    expect(await total('?status=pending')).toBe(2);
    await t.call('POST', `/v1/webhooks/subscriptions/${id}/resume`);
    await eventually(() => total('?status=success')).toBe(2);
  });

  test('one that was attempted since the request is not sent again', async () => {
    await t.subscribe();
    await t.publishDead();
    const { resends } = t.server.node.operations;
    // With a clock that is a minute behind, attempts of the last minute are not included.
    const early = { ...t.server.node.clock, now: () => Date.now() - 60_000 };
    const before = createResends({
      pool: t.server.node.pool,
      clock: early,
      onJob: () => t.server.node.maintenance.wake(),
    });
    const id = crypto.randomUUID();
    await before.resendAll(t.org, id, { state: 'dead' });
    await eventually(() => resends.resendOf(t.org, id)).toMatchObject({
      queued: 0,
      finishedAt: expect.any(Date),
    });
    expect((await t.listDead()).body.total).toBe(1);
  });
});

test('an unknown event sends nothing, and the resend is complete at once', async () => {
  const answer = await t.call('POST', `${deliveries}/resend`, { event_id: `evt_${'0'.repeat(32)}` });
  expect(answer.body).toMatchObject({ status: 'completed', resent: 0 });
});

test('another organization sends nothing of it, and cannot find the resend', async () => {
  const id = await t.subscribe();
  const event = await t.server.node.publish(t.org, 'order.paid');
  await eventually(() => total('?status=success')).toBe(1);
  const stranger = t.server.fixture.newOrgId();
  const ask = (body: object) => t.server.call(stranger, 'POST', `${deliveries}/resend`, body);
  expect((await ask({ subscription_id: id })).status).toBe(404);
  const theirs = [await ask({ all: true }), await ask({ event_id: formatId('evt', event.id) })];
  for (const { body } of theirs) {
    const read = (as: string) => t.server.call(as, 'GET', `${deliveries}/resends/${body.resend_id}`);
    await eventually(async () => (await read(stranger)).body).toMatchObject({
      status: 'completed',
      resent: 0,
    });
    expect((await read(t.org)).status).toBe(404);
  }
  expect(
    (await t.server.call(`${t.org}:webhooks.read`, 'POST', `${deliveries}/resend`, { all: true })).status,
  ).toBe(403);
});

test.each([
  [{}, 'all'],
  [{ all: false }, 'all'],
  [{ status: 'lost' }, 'status'],
  [{ payload: 'order_id=1' }, 'payload'],
  [{ event_id: 'x' }, 'event_id'],
  [{ from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'from'],
  [{ colour: 'red' }, 'colour'],
  [{ response_code: 500 }, 'response_code'],
])('%o is refused, naming the field %s', async (body, field) => {
  const answer = await t.call('POST', `${deliveries}/resend`, body);
  expect({ status: answer.status, field: answer.body.error?.field }).toEqual({ status: 400, field });
});
