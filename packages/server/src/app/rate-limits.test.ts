import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limitTable } from '../engine/limits/index.ts';
import { ManualClock } from '../kit/clock.ts';
import type { AnyRoute } from '../kit/http/index.ts';
import { required } from '../kit/required.ts';
import { describedRoutes } from './describe-api.ts';
import { ApiWalker } from './testing/api-walker.ts';
import { sampleBody, sampleQuery } from './testing/sample-request.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

const guarded = describedRoutes().filter(({ access }) => access !== 'public');
const limits = new Map(limitTable().map((limit) => [limit.name as string, limit]));

let service: TestService;
let walker: ApiWalker;
const clock = new ManualClock();

beforeAll(async () => {
  // So small that every limit is one request.
  service = await startTestService({ RATE_LIMIT_SCALE: '0.000001' }, { clock });
  walker = await ApiWalker.open(service.address);
});
afterAll(() => service?.stop());

let organizations = 0;
const newOrganization = () => service.addKey(`organization-${++organizations}`);

function askFor(route: AnyRoute, key: string) {
  return walker.ask(route, { key, query: sampleQuery(route), body: sampleBody(route) });
}

describe('above its limit a route answers 429 with the time to retry, only for that organization', () => {
  test.each(guarded.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    async (_name, route) => {
      const key = await newOrganization();
      const first = await askFor(route, key);
      expect(first.status).not.toBe(429);
      expect(first.headers.get('x-ratelimit-limit')).toBe('1');
      expect(first.headers.get('x-ratelimit-remaining')).toBe('0');
      const policy = required(route.limits, 'route .limits')
        .map((name) => `"${name}";q=1;w=${required(limits.get(name), 'limits.get(name)').windowSeconds}`)
        .join(', ');
      expect(first.headers.get('ratelimit-policy')).toBe(policy);

      const second = await askFor(route, key);
      expect(second.status).toBe(429);
      const wait = Number(second.headers.get('retry-after'));
      const reset = Number(second.headers.get('x-ratelimit-reset'));
      const { windowSeconds } = required(
        limits.get(second.body.error.details.limit),
        'the limit that was told',
      );
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(windowSeconds + 1);
      expect(Math.abs(reset - clock.now() / 1000 - windowSeconds)).toBeLessThanOrEqual(2);
      expect(second.body.error.message).toContain(`Try again in ${wait} seconds`);

      expect((await askFor(route, await newOrganization())).status).not.toBe(429);
    },
  );
});

describe('a refusal', () => {
  const publish = () => walker.route('publishEvent');

  test('also counts once the key is known, and shows the limits', async () => {
    const key = await newOrganization();
    const refused = await walker.ask(publish(), { key, body: {} });
    expect(refused.status).toBe(400);
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect((await walker.ask(publish(), { key, body: sampleBody(publish()) })).status).toBe(429);
  });

  test('of an invalid key counts against nobody', async () => {
    const key = await newOrganization();
    for (let i = 0; i < 5; i++) {
      const answer = await walker.ask(publish(), { key: `${key}x`, body: sampleBody(publish()) });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
    }
    expect((await walker.ask(publish(), { key, body: sampleBody(publish()) })).status).toBe(201);
  });
});

// Last, because it moves the service's clock.
test('a limit is available again after its window', async () => {
  const route = walker.route('queryEvents');
  const key = await newOrganization();
  expect((await askFor(route, key)).status).toBe(200);
  expect((await askFor(route, key)).status).toBe(429);
  clock.advance(required(limits.get('events_query'), 'limits.get(events_query)').windowSeconds * 1000 + 1);
  expect((await askFor(route, key)).status).toBe(200);
});
