import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Door, FULL_KEY, openDoor, openRoute } from './testing/door.ts';
import { keepDoors } from './testing/door-keeper.ts';

const open = keepDoors();
const authorized = { headers: { authorization: `Bearer ${FULL_KEY}` } };

describe('a key', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const missing = 'Send the header `Authorization: Bearer <API key>`.';
  test.each([
    [undefined, missing],
    ['', missing],
    ['Bearer', missing],
    ['Bearer ', missing],
    [FULL_KEY, missing],
    [`Basic ${FULL_KEY}`, missing],
    [`Bearer ${FULL_KEY} more`, missing],
    ['Bearer nobody', 'This API key is not valid, has expired or was revoked. Use another key.'],
  ])('given as %j is refused with 401', async (authorization, message) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await fetch(`${door.url}/things`, { headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(await answer.json()).toMatchObject({ error: { code: 'unauthorized', message } });
  });

  test.each(['bearer', 'BEARER', 'Bearer  '])('is accepted after %j', async (scheme) => {
    const headers = { authorization: `${scheme} ${FULL_KEY}` };
    expect((await fetch(`${door.url}/things`, { headers })).status).toBe(200);
  });

  test('without the scope is refused with 403, naming the scope', async () => {
    const headers = { authorization: 'Bearer things:write' };
    const answer = await fetch(`${door.url}/things`, { headers });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      error: { code: 'forbidden', details: { required_scope: 'things:read' } },
    });
  });

  test('is not needed for a public route, and has no effect there', async () => {
    expect((await fetch(`${door.url}/health`)).status).toBe(200);
    const headers = { authorization: 'Bearer nobody' };
    expect((await fetch(`${door.url}/health`, { headers })).status).toBe(200);
  });

  test('with any scope is enough if the route says so', async () => {
    const headers = { authorization: 'Bearer things:none' };
    expect((await fetch(`${door.url}/things/1/touch`, { method: 'POST', headers })).status).toBe(204);
  });
});

describe('limits', () => {
  test('are in every answer to a valid key, including refusals', async () => {
    const door = await open({ limit: 100 });
    const asked: [string, RequestInit, number][] = [
      ['/things', authorized, 200],
      ['/things?limit=0', authorized, 400],
      ['/things', { headers: { authorization: 'Bearer things:write' } }, 403],
      ['/things', { ...authorized, method: 'POST', body: '{' }, 415],
      ['/things/1/touch', { ...authorized, method: 'POST' }, 204],
    ];
    let remaining = 100;
    for (const [path, init, status] of asked) {
      const answer = await fetch(`${door.url}${path}`, init);
      remaining--;
      expect(answer.status).toBe(status);
      expect(answer.headers.get('x-ratelimit-limit')).toBe('100');
      expect(answer.headers.get('x-ratelimit-remaining')).toBe(String(remaining));
      expect(Number(answer.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000);
      expect(answer.headers.get('ratelimit')).toMatch(new RegExp(`^"things";r=${remaining};t=\\d+$`));
      expect(answer.headers.get('ratelimit-policy')).toBe('"things";q=100;w=60');
    }
  });

  test('that are used up give 429 and a time to retry', async () => {
    const door = await open({ limit: 1 });
    await fetch(`${door.url}/things`, authorized);
    const answer = await fetch(`${door.url}/things`, authorized);
    expect(answer.status).toBe(429);
    const wait = Number(answer.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(await answer.json()).toMatchObject({
      error: {
        code: 'rate_limit_exceeded',
        message: `The limit of 1 per 60 seconds (things) is used up. Try again in ${wait} seconds.`,
        details: { limit: 'things' },
      },
    });
  });

  test.each([
    { now: 5_000_000, resetAt: 5_042, told: 42 },
    // A window that starts within this second ends within the second after its length.
    { now: 5_000_500, resetAt: 5_061, told: 60 },
  ])('are reported by the clock that counts them: $told s', async ({ now, resetAt, told }) => {
    const door = await open({
      limit: 0,
      clock: { now: () => now },
      rateLimiter: {
        take: (_orgId, name) => ({
          name,
          allowed: false,
          limit: 1,
          remaining: 0,
          windowSeconds: 60,
          resetAt,
        }),
      },
    });
    const answer = await fetch(`${door.url}/things`, authorized);
    expect(answer.headers.get('retry-after')).toBe(`${told}`);
    expect(answer.headers.get('ratelimit')).toBe(`"things";r=0;t=${told}`);
  });

  test('of a route with several: the tightest is reported, and a refusal does not use the others', async () => {
    const taken: string[] = [];
    const rest: Record<string, number> = { wide: 5, narrow: 1, last: 9 };
    const limited = openRoute('/limited', () => ({ status: 200, body: {} }));
    const door = await open({
      routes: [{ ...limited, access: 'any', limits: ['wide', 'narrow', 'last'] }],
      rateLimiter: {
        take: async (_orgId, name) => {
          taken.push(name);
          const before = rest[name] ?? 0;
          const allowed = before > 0;
          const remaining = allowed ? before - 1 : before;
          rest[name] = remaining;
          return { name, allowed, limit: 10, remaining, windowSeconds: 60, resetAt: 0 };
        },
      },
    });
    const first = await fetch(`${door.url}/limited`, authorized);
    expect(first.status).toBe(200);
    expect(first.headers.get('ratelimit-policy')).toBe(
      '"wide";q=10;w=60, "narrow";q=10;w=60, "last";q=10;w=60',
    );
    expect(first.headers.get('x-ratelimit-remaining')).toBe('0');
    const second = await fetch(`${door.url}/limited`, authorized);
    expect(second.status).toBe(429);
    expect(await second.json()).toMatchObject({ error: { details: { limit: 'narrow' } } });
    expect(taken).toEqual(['wide', 'narrow', 'last', 'wide', 'narrow']);
  });
});

describe('a dependency of the admission', () => {
  const away = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));

  test.each([
    ['keys', { authenticator: { authenticate: away } }],
    ['limits', { rateLimiter: { take: away } }],
  ])('may be down: then the answer is 503 (%s)', async (_what, ports) => {
    const door = await open(ports);
    const answer = await fetch(`${door.url}/things`, authorized);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toMatchObject({ error: { code: 'unavailable' } });
  });

  test('may be slow, and is only called once', async () => {
    const asked: string[] = [];
    const slowly = <T>(value: T) => new Promise<T>((resolve) => setImmediate(() => resolve(value)));
    const principal = { orgId: 'o', keyId: 'k', environment: 'production', scopes: new Set(['things:read']) };
    const door = await open({
      authenticator: {
        authenticate: (token) => {
          asked.push(token);
          return slowly(token === 'valid' ? principal : undefined);
        },
      },
      rateLimiter: {
        take: (_orgId, name) => {
          asked.push(name);
          return slowly({ name, allowed: true, limit: 9, remaining: 8, windowSeconds: 60, resetAt: 0 });
        },
      },
    });
    const get = (token: string) =>
      fetch(`${door.url}/things`, { headers: { authorization: `Bearer ${token}` } });
    expect((await get('valid')).status).toBe(200);
    expect((await get('other')).status).toBe(401);
    expect(asked).toEqual(['valid', 'things', 'other']);
  });
});
