import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { callerOf } from '../kit/http/testing/call-api.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({
    REQUEST_LOG_MAX_PER_ORGANIZATION: '1000',
    TRUSTED_PROXIES: '127.0.0.1',
  });
});
afterAll(() => service?.stop());

const path = '/v1/requests';

async function list(query = '', call = service.call) {
  return (await call('GET', `${path}${query}`)).body;
}

/** A request is recorded a few seconds after its answer. */
async function find(id: string) {
  return vi.waitUntil(
    async () => {
      const { status, body } = await service.call('GET', `${path}/${id}`);
      return status === 200 ? body : undefined;
    },
    { timeout: 20_000, interval: 100 },
  );
}

async function makeKey(body: object = {}) {
  const made = await service.call('POST', '/v1/keys', { name: 'asker', scopes: ['events:read'], ...body });
  return { id: made.body.id as string, call: callerOf(service.address, made.body.key) };
}

test('an error is found by the id in its answer, with caller, operation and address', async () => {
  const key = await makeKey();
  const refused = await key.call('DELETE', '/v1/keys/key_00?force=true', undefined, {
    'x-forwarded-for': '198.51.100.9, 203.0.113.7',
  });
  expect(refused.status).toBe(403);
  const id = refused.body.error.request_id;
  expect(await find(id)).toEqual({
    id,
    asked_at: expect.any(String),
    actor: { id: key.id, name: 'asker' },
    environment: 'production',
    method: 'DELETE',
    route: '/v1/keys/:id',
    path: '/v1/keys/key_00',
    status: 403,
    code: 'forbidden',
    field: null,
    requests: 1,
    duration_ms: expect.any(Number),
    address: '203.0.113.7',
  });
  // Only keys that may manage keys see the address.
  expect(await (await key.call('GET', `${path}/${id}`)).body).toMatchObject({ id, address: null });
});

test('requests are found by status, class, code, method, route, caller and time, newest first', async () => {
  const key = await makeKey({ scopes: ['events:read', 'events:write'] });
  const published = await key.call('POST', '/v1/events', { type: 'order.paid', source: 'shop', data: {} });
  expect(published.status).toBe(201);
  const bad = await key.call('POST', '/v1/events', { type: 'Not One', source: 'shop', data: {} });
  // Two requests in the same millisecond have no defined order.
  const badAt = Date.now();
  await expect.poll(() => Date.now()).toBeGreaterThan(badAt);
  const unknown = await key.call('GET', '/v1/events/evt_00000000000000000000000000000000');
  await find(bad.body.error.request_id);
  await find(unknown.body.error.request_id);
  const of = async (query: string) => {
    const { requests, total } = await list(`?actor=${key.id}&${query}`);
    expect(total).toBe(requests.length);
    return requests.map(({ status }: { status: number }) => status);
  };
  expect(await of('status=errors')).toEqual([unknown.status, bad.status]);
  expect(await of('status=4xx&method=POST')).toEqual([bad.status]);
  expect(await of('status=404')).toEqual([404]);
  expect(await of('status=5xx')).toEqual([]);
  expect(await of(`code=${bad.body.error.code}`)).toEqual([bad.status]);
  expect(await of('route=/v1/events/:eventId')).toEqual([404]);
  expect(await of('to=2020-01-01T00:00:00Z')).toEqual([]);
  const from = new Date(Date.now() - 60_000).toISOString();
  await expect.poll(() => of(`from=${from}&status=2xx`)).toEqual([201]);
});

test('published events are counted, and their content is not recorded', async () => {
  const key = await makeKey({ scopes: ['events:write'] });
  for (let i = 0; i < 20; i++)
    await key.call('POST', '/v1/events', {
      type: 'order.paid',
      source: 'shop',
      data: { card: '4242-secret' },
    });
  await vi.waitUntil(
    async () => {
      const { requests } = await list(`?actor=${key.id}`);
      return requests.reduce((sum: number, one: { requests: number }) => sum + one.requests, 0) === 20;
    },
    { timeout: 20_000, interval: 100 },
  );
  const { requests } = await list(`?actor=${key.id}`);
  // One row, or two if a minute ended in between.
  expect(requests.length).toBeLessThanOrEqual(2);
  expect(JSON.stringify(requests)).not.toContain('4242');
});

test('another organization sees no requests, and a key of another environment may not read them', async () => {
  const refused = await service.call('GET', '/v1/keys?limit=0');
  const id = refused.body.error.request_id;
  await find(id);
  const other = callerOf(service.address, await service.addKey('Other'));
  expect((await other('GET', `${path}/${id}`)).status).toBe(404);
  expect((await list('?status=errors', other)).requests).toEqual([]);
  const staging = callerOf(service.address, await service.addKey('Other', ['admin'], 'staging'));
  expect((await staging('GET', path)).status).toBe(403);
});

test.each([
  ['status=6xx', 'status'],
  ['status=40', 'status'],
  ['actor=key_1', 'actor'],
  ['method=FETCH', 'method'],
  ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'from'],
  ['colour=red', 'colour'],
])('%s is refused, naming the field %s', async (query, field) => {
  const { status, body } = await service.call('GET', `${path}?${query}`);
  expect({ status, field: body.error?.field }).toEqual({ status: 400, field });
});
