import { expect, test } from 'vitest';
import { eventually } from '../../../engine/delivery/testing/eventually.ts';
import { subscriptions, useWebhooks } from '../testing/use-webhooks.ts';

const t = useWebhooks();
const stats = '/v1/webhooks/stats';

const read = async (path: string, query = '') => (await t.call('GET', `${path}${query}`)).body;

test('attempts, results, times and waiting deliveries are reported, in total and for one subscription', async () => {
  t.receiver.answerWith((sent, response) => response.writeHead(sent.path.endsWith('/bad') ? 503 : 200).end());
  const good = await t.subscribe();
  const bad = await t.subscribe({ url: `${t.receiver.origin}/bad` });
  const paused = await t.subscribe();
  await t.call('POST', `${subscriptions}/${paused}/pause`);
  for (let i = 0; i < 3; i++) await t.server.node.publish(t.org, 'order.paid');
  await eventually(() => read(stats)).toMatchObject({
    bucket: 'hour',
    totals: {
      attempts: 18,
      successes: 3,
      dead: 3,
      failures: { '5xx': 15, timeout: 0 },
      statuses: { 503: 15 },
      response_time_ms: { p50: expect.any(Number), p99: expect.any(Number) },
      delivery_time_ms: { p95: expect.any(Number) },
    },
    backlog: {
      pending: 3,
      dead: 3,
      oldest_pending_at: expect.any(String),
      oldest_pending_age_seconds: expect.any(Number),
    },
  });
  for (const bucket of ['minute', 'hour', 'day']) {
    const body = await read(`${subscriptions}/${bad}/stats`, `?bucket=${bucket}`);
    const attempts = body.buckets.reduce((sum: number, one: { attempts: number }) => sum + one.attempts, 0);
    expect(attempts).toBe(15);
    expect(body).toMatchObject({
      bucket,
      totals: { attempts: 15, dead: 3 },
      backlog: { pending: 0, dead: 3 },
    });
    expect(Date.parse(body.buckets[0].starts_at)).toBeGreaterThanOrEqual(Date.parse(body.from));
    expect(Date.parse(body.to)).toBeGreaterThan(Date.parse(body.buckets.at(-1).starts_at));
  }
  expect(await read(`${subscriptions}/${good}/stats`)).toMatchObject({
    totals: { attempts: 3, successes: 3, dead: 0, statuses: {} },
    backlog: { pending: 0, dead: 0, oldest_pending_at: null, oldest_pending_age_seconds: null },
  });
  const earlier = await read(stats, `?to=${new Date(Date.now() - 7_200_000).toISOString()}`);
  expect(earlier).toMatchObject({ totals: { attempts: 0, response_time_ms: { p50: null } }, buckets: [] });
  const stranger = t.server.fixture.newOrgId();
  const theirs = await t.server.call(stranger, 'GET', stats);
  expect(theirs.body).toMatchObject({ totals: { attempts: 0 }, backlog: { pending: 0, dead: 0 } });
  expect((await t.server.call(stranger, 'GET', `${subscriptions}/${bad}/stats`)).status).toBe(404);
});

test('a test delivery is not counted', async () => {
  const id = await t.subscribe();
  await t.call('POST', `${subscriptions}/${id}/test`, { event: 'order.paid' });
  expect(await read(stats)).toMatchObject({ totals: { attempts: 0 } });
});

test.each([
  ['bucket=week', 'bucket'],
  ['from=yesterday', 'from'],
  ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'from'],
  ['bucket=minute&from=2020-01-01T00:00:00Z', 'from'],
  ['bucket=day&from=0001-01-01T00:00:00Z', 'from'],
  ['to=0001-01-01T00:00:00Z', 'to'],
  ['colour=red', 'colour'],
])('%s is refused, naming the field %s', async (query, field) => {
  const { status, body } = await t.call('GET', `${stats}?${query}`);
  expect({ status, field: body.error?.field }).toEqual({ status: 400, field });
});

test('a range in the future is empty', async () => {
  const ahead = '?from=9999-12-31T00:00:00Z&to=9999-12-31T23:59:59Z';
  expect(await read(stats, ahead)).toMatchObject({ totals: { attempts: 0 }, buckets: [] });
});
