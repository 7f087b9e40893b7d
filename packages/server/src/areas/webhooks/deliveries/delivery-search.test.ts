import { beforeEach, describe, expect, test } from 'vitest';
import { createDeliverySearch } from '../../../engine/delivery/log/delivery-search.ts';
import { eventually } from '../../../engine/delivery/testing/eventually.ts';
import { formatId } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import { useWebhooks } from '../testing/use-webhooks.ts';

const t = useWebhooks();
const deliveries = '/v1/webhooks/deliveries';

type Found = { subscription_name: string; status: string; event: string; delivery_id: string };
const search = async (query = '') => (await t.call('GET', `${deliveries}${query}`)).body;
const names = async (query: string) =>
  (await search(query)).deliveries.map((one: Found) => one.subscription_name).toSorted();

describe('over all subscriptions of both APIs', () => {
  let eventId: string;
  let bad: string;
  beforeEach(async () => {
    t.receiver.answerWith((sent, response) => {
      if (sent.path.endsWith('/gone')) return void response.destroy();
      response.writeHead(sent.path.endsWith('/bad') ? 503 : 200).end();
    });
    await t.subscribe({ name: 'good' });
    bad = await t.subscribe({ name: 'bad', url: `${t.receiver.origin}/bad` });
    await t.subscribe({ name: 'gone', url: `${t.receiver.origin}/gone` });
    const events = { face: 'events', name: 'events api' } as const;
    const waiting = await t.server.node.subscribe(t.org, t.receiver.url, events);
    await t.server.node.subscriptions.pause(t.org, waiting.id);
    const event = await t.server.node.publish(t.org, 'order.paid', {
      order_id: 1001,
      total: 59.9,
      large: 1e21,
      customer: { name: 'Zoë "Z"', tags: ['vip', 'new'] },
      paid: true,
      text: '\u0000 \ud800 \\u0000',
      ключ: '\u0001é',
    });
    eventId = formatId('evt', event.id);
    await eventually(() => names('?status=dead')).toEqual(['bad', 'gone']);
  });

  test('each delivery is one entry, with its result', async () => {
    const body = await search();
    expect(body).toMatchObject({ total: 4, limit: 20, offset: 0, has_more: false });
    expect(body.coverage).toEqual({ complete: true, from: null, looked_at: 4 });
    const by = new Map<string, object>(body.deliveries.map((one: Found) => [one.subscription_name, one]));
    expect(by.get('good')).toMatchObject({
      event_id: eventId,
      event: 'order.paid',
      status: 'success',
      dead_lettered: false,
      attempts: 1,
      last_response_code: 200,
      last_response_time_ms: expect.any(Number),
      last_error: null,
      last_attempt_at: expect.any(String),
      next_attempt_at: null,
      created_at: expect.any(String),
    });
    expect(by.get('bad')).toMatchObject({
      subscription_id: bad,
      status: 'failed',
      dead_lettered: true,
      attempts: 5,
      last_response_code: 503,
    });
    expect(by.get('gone')).toMatchObject({ last_response_code: null, last_error: expect.any(String) });
    expect(by.get('events api')).toMatchObject({
      subscription_id: expect.stringMatching(/^sub_/),
      subscription_status: 'paused',
      status: 'pending',
      attempts: 0,
      last_attempt_at: null,
      next_attempt_at: expect.any(String),
    });
  });

  test.each([
    ['status=success', ['good']],
    ['status=failed', ['bad', 'gone']],
    ['status=dead', ['bad', 'gone']],
    ['status=pending', ['events api']],
    ['response_code=503', ['bad']],
    ['response_code=5xx', ['bad']],
    ['response_code=2xx&status=success', ['good']],
    ['response_code=404', []],
    ['response_code=none', ['gone']],
    ['event=order.*&response_code=5xx', ['bad']],
    ['event=invoice.*', []],
    ['from=2020-01-01T00:00:00Z&status=success', ['good']],
    ['from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59Z&status=success', ['good']],
    ['to=2020-01-01T00:00:00Z', []],
    ['to=0001-01-01T00:00:00Z', []],
    ['payload=data.order_id=1001&status=success', ['good']],
    ['payload=data.order_id=1001.0&status=success', ['good']],
    ['payload=data.order_id=1.001e3&status=success', ['good']],
    ['payload=data.total=59.90&status=success', ['good']],
    ['payload=data.large=1000000000000000000000&status=success', ['good']],
    ['payload=data.order_id=1002', []],
    ['payload=data.customer.name=Zo%C3%AB%20%22Z%22&status=dead', ['bad', 'gone']],
    ['payload=data.customer.tags.1=new&status=success', ['good']],
    ['payload=data.customer=Zo', []],
    ['payload=data.paid=true&status=pending', ['events api']],
    ['payload=data.text=x', []],
    [`payload=data.${encodeURIComponent('ключ=\u0001é')}&status=success`, ['good']],
    [`payload=data.text=${encodeURIComponent('\ufffd \ufffd \\u0000')}&status=success`, ['good']],
    ['payload=data.order_id.more=1001', []],
    ['payload=data.order_id=1001%20%26%20data.paid=true&status=success', ['good']],
    ['payload=data.order_id=1001%20%26%20data.paid=false&status=success', []],
  ])('%s finds %j', async (query, found) => {
    expect(await names(`?${query}`)).toEqual(found);
  });

  test('the deliveries of one event and of one subscription are found', async () => {
    await t.server.node.publish(t.org, 'order.paid', { order_id: 7 });
    await eventually(() => search(`?subscription_id=${bad}`).then(({ total }) => total)).toBe(2);
    await eventually(() => search(`?event_id=${eventId}`).then(({ total }) => total)).toBe(4);
    expect(await names(`?event_id=${eventId}&subscription_id=${bad}`)).toEqual(['bad']);
    const nobodys = await search(`?event_id=evt_${'0'.repeat(32)}`);
    expect(nobodys).toMatchObject({ deliveries: [], total: 0, has_more: false });
  });

  test('another organization finds none of them', async () => {
    const stranger = t.server.fixture.newOrgId();
    const read = async (query: string) =>
      (await t.server.call(stranger, 'GET', `${deliveries}${query}`)).body;
    expect(await read('')).toMatchObject({ deliveries: [], total: 0 });
    expect(await read(`?event_id=${eventId}`)).toMatchObject({ deliveries: [], total: 0 });
    for (const status of ['dead', 'pending', 'success', 'failed'])
      expect(await read(`?status=${status}`)).toMatchObject({ total: 0 });
    expect(await read(`?subscription_id=${bad}`)).toMatchObject({ error: { code: 'not_found' } });
  });

  test('deliveries of a deleted subscription are not found', async () => {
    await t.call('DELETE', `/v1/webhooks/subscriptions/${bad}`);
    expect(await names('?status=failed')).toEqual(['gone']);
  });
});

test('pages by cursor contain each delivery once, whatever arrives in between', async () => {
  await t.subscribe();
  const sent: string[] = [];
  for (let i = 0; i < 7; i++)
    sent.unshift(formatId('evt', (await t.server.node.publish(t.org, 'order.paid')).id));
  await eventually(() => search('?status=success').then(({ total }) => total)).toBe(7);
  const seen: string[] = [];
  let cursor = '';
  for (let i = 0; i < 4; i++) {
    const body = await search(`?limit=2${cursor}`);
    expect(body).toMatchObject({ offset: 2 * i, has_more: i < 3 });
    seen.push(...body.deliveries.map((one: { event_id: string }) => one.event_id));
    cursor = `&cursor=${body.next_cursor}`;
    await t.server.node.publish(t.org, 'order.paid');
  }
  expect(seen).toEqual(sent);
  const other = await t.call('GET', `${deliveries}?limit=2&status=success${cursor}`);
  expect(other).toMatchObject({ status: 400, body: { error: { field: 'cursor' } } });
});

test('an incomplete search says so, and its cursor continues until everything was searched', async () => {
  const id = await t.subscribe();
  await t.subscribe({ events: ['order.rare'] });
  const answers = [500, 500];
  t.receiver.answerWith((_sent, response) => response.writeHead(answers.pop() ?? 200).end());
  const events = [];
  for (let i = 0; i < 9; i++)
    events.unshift(await t.server.node.publish(t.org, i === 0 ? 'order.rare' : 'order.paid', { i }));
  await eventually(() => search('?status=success').then(({ total }) => total)).toBe(10);
  expect(id).toBeDefined();
  const { pool } = t.server.node;
  const narrow = createDeliverySearch({ pool, maxLooked: 4 });
  for (const filter of [{ event: 'order.rare' }, { payload: { path: ['i'], value: '0' } }, {}]) {
    const found: { deliveryId: string; eventId: string }[] = [];
    const isComplete: boolean[] = [];
    let mark: Parameters<typeof narrow.find>[2]['mark'];
    do {
      const page = await narrow.find(t.org, filter, { limit: 3, offset: 0, mark });
      found.push(...page.deliveries);
      isComplete.push(page.isComplete);
      expect(page.hasMore).toBe(page.next !== undefined);
      if (!page.isComplete) expect(page.lookedFrom).toBeGreaterThan(0);
      if (!page.hasMore) expect(page.total).toBe(found.length);
      mark = page.next;
    } while (mark !== undefined);
    const rare = required(events.at(-1), 'the last event').id;
    const expected =
      'event' in filter || 'payload' in filter ? [rare, rare] : [...events.map((e) => e.id), rare];
    // Newest first, without duplicates; the order within a millisecond is not defined.
    const ids = found.map(({ deliveryId }) => deliveryId);
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
    expect(found.map(({ eventId }) => eventId).toSorted()).toEqual(expected.toSorted());
    expect(isComplete[0]).toBe(false);
    expect(isComplete.at(-1)).toBe(true);
  }
});

test.each([
  ['status=lost', 'status'],
  ['event=%25', 'event'],
  ['event_id=1001', 'event_id'],
  ['event_id=evt_', 'event_id'],
  ['response_code=6', 'response_code'],
  ['response_code=0xx', 'response_code'],
  ['response_code=x', 'response_code'],
  ['payload=', 'payload'],
  ['payload=1001', 'payload'],
  ['payload=order_id=1001', 'payload'],
  ['payload=data=1001', 'payload'],
  ['payload=data.=1001', 'payload'],
  ['payload=data..a=1001', 'payload'],
  [`payload=data${'.a'.repeat(17)}=1`, 'payload'],
  ['payload=data.a%00=1', 'payload'],
  [`payload=data.a=${'x'.repeat(1_000)}`, 'payload'],
  ['from=yesterday', 'from'],
  ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'from'],
  ['cursor=x', 'cursor'],
  [`cursor=${Buffer.from(`dlv_${'0'.repeat(32)}.1.AAAAAAAA`).toString('base64url')}`, 'cursor'],
  ['limit=0', 'limit'],
  ['colour=red', 'colour'],
])('%s is refused, naming the field %s', async (query, field) => {
  const { status, body } = await t.call('GET', `${deliveries}?${query}`);
  expect({ status, field: body.error?.field }).toEqual({ status: 400, field });
});
