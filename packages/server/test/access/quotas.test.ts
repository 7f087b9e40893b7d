import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { ManualClock } from '../../src/kit/clock.ts';
import { type Call, callerOf } from '../../src/kit/http/testing/call-api.ts';
import { addPerson } from './open-people.ts';

const NOON = Date.parse('2026-11-26T12:00:00.000Z');
const clock = new ManualClock(NOON);
let service: TestService;

beforeAll(async () => {
  service = await startTestService({}, { clock });
});
afterAll(() => service?.stop());

let count = 0;

/** An organization with these quotas, and a caller with its first key. */
async function withQuotas(quotas: object): Promise<{ id: string; key: string; call: Call }> {
  const made = (await service.call('POST', '/v1/organizations', { name: `quota ${++count}` })).body;
  const set = await service.call('PUT', `/v1/organizations/${made.id}/quotas`, quotas);
  expect(set.status).toBe(200);
  return { ...made, call: callerOf(service.address, made.key) };
}

const subscription = () => ({
  name: `s${++count}`,
  url: 'http://127.0.0.1:9/hook',
  events: ['order.*'],
  secret: 'of-the-test',
});
const event = { type: 'order.created', source: 'shop', data: { n: 1 } };

test('concurrent requests never exceed a quota, and the refusal says which one and what to do', async () => {
  const { call } = await withQuotas({ subscriptions: 3, api_keys: 2, workflows: 1 });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => call('POST', '/v1/webhooks/subscriptions', subscription())),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error).toMatchObject({
    code: 'quota_reached',
    message: expect.stringContaining('at most 3 subscriptions'),
    details: { quota: 'subscriptions', limit: 3 },
  });
  expect((await call('GET', '/v1/webhooks/subscriptions')).body.total).toBe(3);
  const keys = await Promise.all(
    Array.from({ length: 4 }, (_, n) => call('POST', '/v1/keys', { name: `k${n}`, scopes: ['events:read'] })),
  );
  // The first key counts too.
  expect(keys.filter(({ status }) => status === 201)).toHaveLength(1);
  const workflow = {
    name: 'w',
    trigger: { type: 'order.*' },
    actions: [{ action: 'events.publish', input: { type: 'order.noted', data: {} } }],
  };
  expect((await call('POST', '/v1/workflows', workflow)).status).toBe(201);
  expect((await call('POST', '/v1/workflows', workflow)).body.error.code).toBe('quota_reached');
});

test('deletions free space again, and other organizations are not affected', async () => {
  const { call } = await withQuotas({ subscriptions: 1 });
  const first = (await call('POST', '/v1/webhooks/subscriptions', subscription())).body;
  expect((await call('POST', '/v1/webhooks/subscriptions', subscription())).status).toBe(409);
  await call('DELETE', `/v1/webhooks/subscriptions/${first.subscription_id}`);
  expect((await call('POST', '/v1/webhooks/subscriptions', subscription())).status).toBe(201);
  for (let n = 0; n < 2; n++)
    expect((await service.call('POST', '/v1/webhooks/subscriptions', subscription())).status).toBe(201);
});

test('people beyond the quota cannot join with their link', async () => {
  const { key, call } = await withQuotas({ people: 1 });
  await addPerson(service, 'one@example.com', 'owner', key);
  const { link } = (await call('POST', '/v1/invitations', { email: 'two@example.com', role: 'viewer' })).body;
  const token = String(link).split('/join/')[1];
  const body = { token, name: 'Two', password: 'four words are easy' };
  expect((await call('POST', '/v1/session/join', body)).body.error.code).toBe('quota_reached');
  await call('GET', '/v1/users');
  expect((await call('GET', '/v1/users')).body.total).toBe(1);
});

test('events are counted per day, including those of batches, all of a request or none', async () => {
  const { id, call } = await withQuotas({ events_per_day: 5 });
  const batch = (length: number) => call('POST', '/v1/events/batch', { events: Array(length).fill(event) });
  expect((await batch(3)).status).toBe(201);
  expect((await batch(3)).status).toBe(429);
  const answers = await Promise.all(Array.from({ length: 6 }, () => call('POST', '/v1/events', event)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body.error).toMatchObject({ code: 'daily_quota_used_up', details: { limit: 5 } });
  expect(Number(refused?.headers.get('retry-after'))).toBe(12 * 3_600);
  const { quotas } = (await call('GET', '/v1/organization')).body;
  expect(quotas).toEqual([{ name: 'events_per_day', limit: 5, used: 5 }]);
  clock.advance(12 * 3_600_000);
  expect((await call('POST', '/v1/events', event)).status).toBe(201);
  // Without a quota, nothing is limited any more, at once.
  await service.call('PUT', `/v1/organizations/${id}/quotas`, {});
  await expect.poll(async () => (await batch(20)).status).toBe(201);
});

test('a file beyond the stored bytes is refused, and leaves nothing', async () => {
  const { call } = await withQuotas({ stored_bytes: 2_000 });
  const csv = (rows: number) =>
    `email\n${Array.from({ length: rows }, (_, n) => `somebody${n}@firm.example`).join('\n')}\n`;
  const send = (rows: number) =>
    call('POST', '/v1/outreach/leads/import', csv(rows), { 'content-type': 'text/csv' });
  expect((await send(10)).status).toBe(202);
  const used = async () => (await call('GET', '/v1/organization')).body.quotas[0].used;
  const before = await used();
  expect(before).toBeGreaterThan(0);
  expect((await send(500)).body.error).toMatchObject({ code: 'quota_reached', details: { limit: 2_000 } });
  expect(await used()).toBe(before);
});

test('only the operator sets quotas, whole numbers, and the log records it', async () => {
  const { id, call } = await withQuotas({ people: 5 });
  expect((await call('PUT', `/v1/organizations/${id}/quotas`, { people: 500 })).status).toBe(404);
  for (const people of [-1, 1.5, '3', 1e300])
    expect((await service.call('PUT', `/v1/organizations/${id}/quotas`, { people })).status).toBe(400);
  expect((await service.call('PUT', `/v1/organizations/${id}/quotas`, { cats: 3 })).status).toBe(400);
  const read = await service.call('GET', `/v1/organizations/${id}/quotas`);
  expect(read.body.quotas).toEqual([{ name: 'people', limit: 5, used: 0 }]);
  const [told] = (await service.call('GET', '/v1/events?type=access.organization.quotas_changed')).body
    .events;
  expect(told.data).toEqual({ organization_id: id, quotas: [{ name: 'people', limit: 5 }] });
});
