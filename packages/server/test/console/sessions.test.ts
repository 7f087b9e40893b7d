import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { required } from '../../src/kit/required.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({});
});
afterAll(() => service?.stop());

const own = { 'x-trivium-session': '1' };

async function startSession(key = service.key, headers: Record<string, string> = {}) {
  const answer = await fetch(`${service.address}/v1/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  const setCookie = answer.headers.get('set-cookie') ?? '';
  return { answer, setCookie, cookie: required(setCookie.split(';')[0], 'the first of the parts') };
}

async function statusWith(headers: Record<string, string>, path = '/v1/session'): Promise<number> {
  return (await fetch(service.address + path, { headers })).status;
}

async function makeKey(): Promise<{ id: string; key: string }> {
  const answer = await fetch(`${service.address}/v1/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'console', scopes: ['events:read'] }),
  });
  return (await answer.json()) as { id: string; key: string };
}

test('a session reaches exactly what its key reaches', async () => {
  const { key } = await makeKey();
  const { answer, cookie } = await startSession(key);
  expect(answer.status).toBe(201);
  expect(await statusWith({ cookie, ...own }, '/v1/events')).toBe(200);
  expect(await statusWith({ cookie, ...own }, '/v1/webhooks/subscriptions')).toBe(403);
});

test('the cookie does not count from another origin, nor without the header that only our pages send', async () => {
  const { cookie } = await startSession();
  expect(await statusWith({ cookie, ...own, 'sec-fetch-site': 'same-origin' })).toBe(200);
  expect(await statusWith({ cookie })).toBe(401);
  expect(await statusWith({ cookie, ...own, 'sec-fetch-site': 'cross-site' })).toBe(401);
  expect(await statusWith({ cookie, ...own, 'sec-fetch-site': 'same-site' })).toBe(401);
});

test('no other origin may send the header', async () => {
  const answer = await fetch(`${service.address}/v1/session`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'DELETE' },
  });
  expect(answer.headers.get('access-control-allow-headers')?.toLowerCase() ?? '').not.toContain(
    'x-trivium-session',
  );
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
});

test('the cookie is only for our pages, and only over https on https', async () => {
  const { setCookie } = await startSession();
  expect(setCookie).toMatch(/; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/);
  const secured = await startSession(service.key, { origin: 'https://trivium.example.com' });
  expect(secured.setCookie).toMatch(/; SameSite=Strict; Secure$/);
});

test('a session cannot start another one', async () => {
  const { cookie } = await startSession();
  const answer = await fetch(`${service.address}/v1/session`, {
    method: 'POST',
    headers: { cookie, ...own },
  });
  expect(answer.status).toBe(401);
});

test('a session ends with its key: when it is revoked, or rotated without overlap', async () => {
  const revoked = await makeKey();
  const rotated = await makeKey();
  const admin = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  const sessions = await Promise.all([startSession(revoked.key), startSession(rotated.key)]);
  await fetch(`${service.address}/v1/keys/${revoked.id}`, { method: 'DELETE', headers: admin });
  await fetch(`${service.address}/v1/keys/${rotated.id}/rotate`, {
    method: 'POST',
    headers: admin,
    body: JSON.stringify({ overlap_seconds: 0 }),
  });
  for (const { cookie } of sessions) expect(await statusWith({ cookie, ...own })).toBe(401);
});

test('an ended session is refused at once', async () => {
  const { cookie } = await startSession();
  expect(await statusWith({ cookie, ...own })).toBe(200);
  const answer = await fetch(`${service.address}/v1/session`, {
    method: 'DELETE',
    headers: { cookie, ...own },
  });
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
    204,
    expect.stringContaining('Max-Age=0'),
  ]);
  expect(await statusWith({ cookie, ...own })).toBe(401);
});
