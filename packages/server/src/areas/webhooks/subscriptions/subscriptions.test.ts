import { describe, expect, test } from 'vitest';
import { eventually } from '../../../engine/delivery/testing/eventually.ts';
import { subscriptions, useWebhooks } from '../testing/use-webhooks.ts';

const t = useWebhooks();

describe('subscriptions', () => {
  test('a subscription is created, read and listed without its secret', async () => {
    const made = await t.call('POST', subscriptions, t.newSubscription({ platform: 'contracts' }));
    expect(made).toMatchObject({
      status: 201,
      body: {
        subscription_id: expect.stringMatching(/^whs_[0-9a-f]{32}$/),
        name: 'Orders',
        url: t.receiver.url,
        events: ['order.*'],
        platform: 'contracts',
        status: 'active',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
    const one = await t.call('GET', `${subscriptions}/${made.body.subscription_id}`);
    const list = await t.call('GET', subscriptions);
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

  test('lists are newest first and their pages do not overlap', async () => {
    const ids = [];
    for (let i = 0; i < 7; i++) ids.unshift(await t.subscribe({ name: `n${i}` }));
    const pages = [];
    for (let offset = 0; offset < 7; offset += 3) {
      const { body } = await t.call('GET', `${subscriptions}?limit=3&offset=${offset}`);
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
    const { status, body } = await t.call('POST', subscriptions, t.newSubscription(change));
    expect({ status, code: body.error.code, field: body.error.field }).toEqual({ status: 400, code, field });
  });

  test('a filter is stored unchanged, whatever characters it contains', async () => {
    const filter = { 'a.b': { $in: ['\u0000', '\ud800', 'ü'] }, n: { $gte: 1.5 } };
    const id = await t.subscribe({ filter });
    const { body } = await t.call('GET', `${subscriptions}/${id}`);
    expect(body.filter).toEqual(filter);
  });

  test('changed fields are returned, missing ones are kept, and null removes a setting', async () => {
    const id = await t.subscribe({
      rate_per_second: 5,
      circuit_breaker: { failures: 3, cooldown_seconds: 9 },
    });
    const changed = await t.call('PUT', `${subscriptions}/${id}`, {
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
    const unchanged = await t.call('PUT', `${subscriptions}/${id}`, {});
    expect(unchanged.body).toEqual(changed.body);
  });

  test('a backfill is requested with a time and can be followed', async () => {
    await t.server.node.publish(t.org, 'order.paid', { n: 1 });
    const since = '2020-01-01T00:00:00.000Z';
    const made = await t.call('POST', subscriptions, t.newSubscription({ backfill_from: since }));
    expect(made.body.backfill).toEqual({ since, status: 'running', queued: 0 });
    await t.receiver.arrived(1);
    await eventually(
      async () => (await t.call('GET', `${subscriptions}/${made.body.subscription_id}`)).body.backfill,
    ).toEqual({ since, status: 'completed', queued: 1 });
  });

  test('pause, resume and delete return the new state, and may be repeated', async () => {
    const id = await t.subscribe();
    for (const [action, status] of [
      ['pause', 'paused'],
      ['pause', 'paused'],
      ['resume', 'active'],
      ['resume', 'active'],
    ]) {
      const answer = await t.call('POST', `${subscriptions}/${id}/${action}`);
      expect(answer).toMatchObject({ status: 200, body: { subscription_id: id, status } });
    }
    expect((await t.call('DELETE', `${subscriptions}/${id}`)).status).toBe(204);
    expect((await t.call('DELETE', `${subscriptions}/${id}`)).status).toBe(404);
  });

  test('a rotation returns how long the earlier secret signs', async () => {
    const id = await t.subscribe();
    const { status, body } = await t.call('POST', `${subscriptions}/${id}/secret`, {
      secret: 'new one',
    });
    const end = Date.parse(body.previous_secret_expires_at) - Date.now();
    expect(status).toBe(200);
    expect(end / 3_600_000).toBeCloseTo(24, 0);
    expect(JSON.stringify(body)).not.toContain('new one');
  });

  test('subscriptions of the Events API can be accessed by their own id', async () => {
    const record = await t.server.node.subscribe(t.org, t.receiver.url, { face: 'events', name: null });
    const id = `sub_${record.id.replaceAll('-', '')}`;
    expect((await t.call('GET', `${subscriptions}/${id}`)).body).toMatchObject({ api: 'events' });
    expect((await t.call('GET', `${subscriptions}/${id.replace('sub', 'whs')}`)).status).toBe(404);
    expect((await t.call('GET', subscriptions)).body.total).toBe(0);
    expect((await t.call('GET', `${subscriptions}?api=all`)).body.total).toBe(1);
  });
});
