import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../kit/http/testing/call-api.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => service?.stop());

async function makeKey(body: object, key = service.key) {
  const made = await callerOf(service.address, key)('POST', '/v1/keys', {
    name: 'office',
    scopes: ['admin'],
    ...body,
  });
  return { status: made.status, body: made.body };
}

/** Sends a request that seems to come from an address, through a trusted proxy. */
const askFrom = (key: string, address: string, line = 'GET /v1/organization', body?: object) => {
  const [method = '', path = ''] = line.split(' ');
  return callerOf(service.address, key)(method, path, body, { 'x-forwarded-for': address });
};

const OFFICE = ['203.0.113.0/24', '2001:db8::/32'];

test('a key limited to addresses works from them, and is refused elsewhere with the reason', async () => {
  const { status, body } = await makeKey({ allowed_addresses: OFFICE });
  expect({ status, allowed: body.allowed_addresses }).toEqual({ status: 201, allowed: OFFICE });
  for (const address of ['203.0.113.9', '2001:db8::7'])
    expect((await askFrom(body.key, address)).status).toBe(200);
  for (const address of ['198.51.100.1', '2001:db9::7', '203.0.113.9, 198.51.100.1']) {
    const refused = await askFrom(body.key, address);
    expect(refused.status).toBe(403);
    expect(refused.body.error).toMatchObject({ code: 'forbidden' });
    expect(refused.body.error.message).toContain(address.split(', ').at(-1));
    // A thief must not learn from which addresses the key works.
    expect(refused.text).not.toContain('203.0.113.0');
  }
  // For normal requests and for streamed ones.
  const event = { type: 'order.paid', source: 'shop', data: {} };
  expect((await askFrom(body.key, '198.51.100.1', 'POST /v1/events', event)).status).toBe(403);
  expect((await askFrom(body.key, '203.0.113.9', 'POST /v1/events', event)).status).toBe(201);
});

test('a session started with such a key has the same limits', async () => {
  const { body } = await makeKey({ allowed_addresses: OFFICE });
  const begun = await fetch(`${service.address}/v1/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${body.key}`, 'x-forwarded-for': '203.0.113.9' },
  });
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(cookie).not.toBe('');
  const read = (address: string) =>
    fetch(`${service.address}/v1/organization`, {
      headers: { cookie, 'x-trivium-session': '1', 'x-forwarded-for': address },
    });
  expect((await read('203.0.113.9')).status).toBe(200);
  expect((await read('198.51.100.1')).status).toBe(403);
});

test('changes of the addresses take effect at once and are audited', async () => {
  const { body } = await makeKey({ name: 'moves', scopes: ['events:read'] });
  const change = (sent: object) => service.call('PATCH', `/v1/keys/${body.id}`, sent);
  expect((await askFrom(body.key, '198.51.100.1')).status).toBe(200);
  expect((await change({ allowed_addresses: ['203.0.113.9'] })).body).toMatchObject({
    name: 'moves',
    allowed_addresses: ['203.0.113.9'],
  });
  expect((await askFrom(body.key, '198.51.100.1')).status).toBe(403);
  expect((await change({ name: 'moved' })).body).toMatchObject({ allowed_addresses: ['203.0.113.9'] });
  expect((await change({ allowed_addresses: null })).body).toMatchObject({ allowed_addresses: null });
  expect((await askFrom(body.key, '198.51.100.1')).status).toBe(200);
  const { entries } = (await service.call('GET', `/v1/audit?thing_id=${body.id}`)).body;
  expect(entries.map(({ action, fields }: { action: string; fields: string[] }) => [action, fields])).toEqual(
    [
      ['changed', ['allowed_addresses']],
      ['changed', ['name']],
      ['changed', ['allowed_addresses']],
      ['created', []],
    ],
  );
});

test('a key cannot lock itself out by mistake, or make a key that works elsewhere', async () => {
  const { body } = await makeKey({ allowed_addresses: OFFICE });
  const change = (sent: object) => askFrom(body.key, '203.0.113.9', `PATCH /v1/keys/${body.id}`, sent);
  const refused = await change({ allowed_addresses: ['203.0.113.10'] });
  expect(refused.status).toBe(409);
  expect(refused.body.error).toMatchObject({ field: 'allowed_addresses' });
  const wider = await change({ allowed_addresses: null });
  expect(wider.body.error).toMatchObject({ code: 'forbidden', field: 'allowed_addresses' });
  const issue = (sent: object) =>
    askFrom(body.key, '203.0.113.9', 'POST /v1/keys', { name: 'k', scopes: ['events:read'], ...sent });
  for (const sent of [{}, { allowed_addresses: ['198.51.100.1'] }, { allowed_addresses: ['203.0.112.0/23'] }])
    expect((await issue(sent)).body.error).toMatchObject({ code: 'forbidden', field: 'allowed_addresses' });
  expect((await issue({ allowed_addresses: ['203.0.113.128/25'] })).status).toBe(201);
  expect((await change({ allowed_addresses: ['203.0.113.10'], force: true })).status).toBe(200);
  expect((await askFrom(body.key, '203.0.113.9')).status).toBe(403);
});

test.each([
  [{ allowed_addresses: [] }, 'allowed_addresses'],
  [{ allowed_addresses: ['10/8'] }, 'allowed_addresses.0'],
  [{ allowed_addresses: ['10.0.0.1', 'example.com'] }, 'allowed_addresses.1'],
  [{ allowed_addresses: ['10.0.0.0/8:443'] }, 'allowed_addresses.0'],
  [{ allowed_addresses: ['10.0.0.1', '10.0.0.1'] }, 'allowed_addresses'],
  [{ allowed_addresses: Array.from({ length: 51 }, (_, i) => `10.0.0.${i}`) }, 'allowed_addresses'],
])('a key with the addresses %j is refused, naming the field', async (sent, field) => {
  const { status, body } = await makeKey(sent);
  expect({ status, field: body.error?.field }).toEqual({ status: 400, field });
});

test('a key of another organization can neither be read nor changed', async () => {
  const { body } = await makeKey({});
  const other = callerOf(service.address, await service.addKey('Other'));
  for (const [method, sent] of [['GET'], ['PATCH', { name: 'mine' }]] as const) {
    const answer = await other(method, `/v1/keys/${body.id}`, sent);
    expect(answer.status).toBe(404);
  }
  expect((await service.call('GET', `/v1/keys/${body.id}`)).body).toMatchObject({ name: 'office' });
});
