import { describe, expect, test } from 'vitest';
import { eventually } from '../../../engine/delivery/testing/eventually.ts';
import { subscriptions, useWebhooks } from '../testing/use-webhooks.ts';

const t = useWebhooks();
const byOrder = { key: 'data.order_id' };

describe('ordering', () => {
  test('is returned as given, changed alone or with `on_failure`, and removed with null', async () => {
    const plain = await t.call('POST', subscriptions, t.newSubscription());
    expect(plain.body).toMatchObject({ ordering: null, on_failure: null });
    const made = await t.call('POST', subscriptions, t.newSubscription({ ordering: byOrder }));
    expect(made).toMatchObject({ status: 201, body: { ordering: byOrder, on_failure: 'block' } });
    const path = `${subscriptions}/${made.body.subscription_id}`;
    for (const [change, ordering, on_failure] of [
      [{ name: 'Renamed' }, byOrder, 'block'],
      [{ on_failure: 'skip' }, byOrder, 'skip'],
      [{ on_failure: null }, byOrder, 'skip'],
      [{ ordering: 'all' }, 'all', 'skip'],
      [{ ordering: { key: 'data.lines.0.sku' }, on_failure: 'block' }, { key: 'data.lines.0.sku' }, 'block'],
      [{ ordering: null, on_failure: null }, null, null],
    ] as const) {
      const { status, body } = await t.call('PUT', path, change);
      expect({ status, ordering: body.ordering, on_failure: body.on_failure }).toEqual({
        status: 200,
        ordering,
        on_failure,
      });
      expect((await t.call('GET', path)).body).toEqual(body);
    }
  });

  const sixteen = Array(16).fill('a').join('.');
  test.each([
    [{ ordering: 'some' }, 'ordering'],
    [{ ordering: '' }, 'ordering'],
    [{ ordering: [] }, 'ordering'],
    [{ ordering: 7 }, 'ordering'],
    [{ ordering: {} }, 'ordering.key'],
    [{ ordering: { key: null } }, 'ordering.key'],
    [{ ordering: { key: '' } }, 'ordering.key'],
    [{ ordering: { key: 'data' } }, 'ordering.key'],
    [{ ordering: { key: 'data.' } }, 'ordering.key'],
    [{ ordering: { key: 'data..a' } }, 'ordering.key'],
    [{ ordering: { key: 'order_id' } }, 'ordering.key'],
    [{ ordering: { key: '$.data.a' } }, 'ordering.key'],
    [{ ordering: { key: `data.${sixteen}.a` } }, 'ordering.key'],
    [{ ordering: { key: `data.${'a'.repeat(1_000)}` } }, 'ordering.key'],
    [{ ordering: { ...byOrder, value: 1 } }, 'ordering.value'],
    [{ on_failure: 'skip' }, 'on_failure'],
    [{ ordering: null, on_failure: 'block' }, 'on_failure'],
    [{ ordering: 'all', on_failure: 'stop' }, 'on_failure'],
    [{ ordering: 'all', backfill_from: '2026-01-01T00:00:00.000Z' }, 'backfill_from'],
  ])('%j is refused, naming %s', async (change, field) => {
    const { status, body } = await t.call('POST', subscriptions, t.newSubscription(change));
    expect({ status, field: body.error.field }).toEqual({ status: 400, field });
    expect(body.error.message).toContain(`\`${field}\``);
  });

  test('`on_failure` alone is refused without an order', async () => {
    const id = await t.subscribe();
    const { status, body } = await t.call('PUT', `${subscriptions}/${id}`, { on_failure: 'block' });
    expect({ status, field: body.error.field }).toEqual({ status: 400, field: 'on_failure' });
  });

  test('null is not treated as a missing order', async () => {
    const id = await t.subscribe({ ordering: byOrder });
    const path = `${subscriptions}/${id}`;
    const { status, body } = await t.call('PUT', path, { ordering: null, on_failure: 'skip' });
    expect({ status, field: body.error.field }).toEqual({ status: 400, field: 'on_failure' });
    expect((await t.call('GET', path)).body).toMatchObject({ ordering: byOrder, on_failure: 'block' });
  });

  test('works with the other options of a receiver, including batches', async () => {
    const wanted = { ordering: 'all', batch: { max_events: 10, max_seconds: 1 }, retry: { delays: [0, 60] } };
    const made = await t.call('POST', subscriptions, t.newSubscription(wanted));
    expect(made).toMatchObject({ status: 201, body: wanted });
    const path = `${subscriptions}/${made.body.subscription_id}`;
    expect((await t.call('PUT', path, { ordering: byOrder, batch: null })).status).toBe(200);
    expect((await t.call('PUT', path, { batch: wanted.batch })).body).toMatchObject({ ordering: byOrder });
  });

  test('a refusal says which values are possible', async () => {
    const { body } = await t.call('POST', subscriptions, t.newSubscription({ ordering: 'some' }));
    expect(body.error.message).toBe('`ordering` must be "all" or an object or null.');
  });

  test('a path of 16 names is accepted', async () => {
    const { status } = await t.call(
      'POST',
      subscriptions,
      t.newSubscription({ ordering: { key: `data.${sixteen}` } }),
    );
    expect(status).toBe(201);
  });
});

test('health names the blocked keys, and the dead letter that blocks each', async () => {
  const id = await t.subscribe({ ordering: byOrder });
  const other = await t.subscribe();
  t.receiver.answerStatus(500);
  const event = await t.server.node.publish(t.org, 'order.paid', { order_id: 7 });
  await t.server.node.publish(t.org, 'order.paid', { order_id: 7 });
  const health = async (subId: string) => (await t.call('GET', `${subscriptions}/${subId}`)).body.health;
  // Counts may be slightly older than the state.
  await eventually(() => health(id)).toMatchObject({
    state: 'blocked',
    pending: 1,
    dead: 1,
    blocked: {
      keys: 1,
      since: expect.any(String),
      first: [
        {
          key: '7',
          since: expect.any(String),
          delivery_id: expect.stringMatching(/^dlv_/),
          event_id: `evt_${event.id.replaceAll('-', '')}`,
        },
      ],
    },
  });
  expect((await health(other)).blocked).toBeNull();
});
