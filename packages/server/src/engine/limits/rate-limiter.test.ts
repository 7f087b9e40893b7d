import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../../kit/clock.ts';
import { createPool } from '../../kit/db/index.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/embedded-postgres/test-database.ts';
import { LateClock } from '../../kit/late-clock.fixture.ts';
import { required } from '../../kit/required.ts';
import { createRateLimiter, type LeasedRateLimiter } from './rate-limiter.ts';

let database: TestDatabase;
let pool: pg.Pool;
const made: LeasedRateLimiter[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = newPool();
});

afterEach(async () => {
  for (const limiter of made.splice(0)) await limiter.stop();
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

function newPool(): pg.Pool {
  return createPool(database.connection, { max: 4, applicationName: 'limits test', onError: () => {} });
}

function newLimiter(clock = new ManualClock(), scale = 1): LeasedRateLimiter {
  const limiter = createRateLimiter({ pool, clock, scale });
  made.push(limiter);
  return limiter;
}

async function takeMany(limiter: LeasedRateLimiter, orgId: string, limit: string, count: number) {
  return Promise.all(Array.from({ length: count }, () => limiter.take(orgId, limit)));
}

test('one node allows exactly the limit, and remaining counts down by one', async () => {
  const limiter = newLimiter();
  const orgId = randomUUID();
  const seen = [];
  for (let i = 0; i < 1003; i++) seen.push(await limiter.take(orgId, 'events_publish'));
  expect(seen.filter((state) => state.allowed)).toHaveLength(1000);
  expect(seen.slice(0, 1000).map((state) => state.remaining)).toEqual(
    Array.from({ length: 1000 }, (_, i) => 999 - i),
  );
  expect(seen.slice(1000)).toEqual(Array(3).fill({ ...seen[999], allowed: false, remaining: 0 }));
});

test.each([10_000, 3_600_000, 86_400_000])(
  'a limit that was used up while the clock was %i ms ahead is available again on every node once it is corrected',
  async (aheadMs) => {
    const clock = new ManualClock();
    const [one, two] = [newLimiter(clock), newLimiter(clock)];
    const orgId = randomUUID();
    clock.advance(aheadMs);
    await takeMany(one, orgId, 'events_publish', 1_001);
    expect((await two.take(orgId, 'events_publish')).allowed).toBe(false);
    clock.advance(-aheadMs);
    const states = (
      await Promise.all([
        takeMany(one, orgId, 'events_publish', 600),
        takeMany(two, orgId, 'events_publish', 600),
      ])
    ).flat();
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(1_000);
    expect(Math.max(...states.map(({ resetAt }) => resetAt))).toBeLessThanOrEqual(clock.now() / 1_000 + 61);
    const usage = (await one.usage(orgId)).find(({ name }) => name === 'events_publish');
    expect(usage).toMatchObject({ used: 1_000, remaining: 0 });
  },
);

test('of concurrent requests over two nodes exactly the limit is allowed', async () => {
  const clock = new ManualClock();
  const [one, two] = [newLimiter(clock), newLimiter(clock)];
  const orgId = randomUUID();
  const states = (
    await Promise.all([
      takeMany(one, orgId, 'events_publish', 600),
      takeMany(two, orgId, 'events_publish', 600),
    ])
  ).flat();
  expect(states.filter((state) => state.allowed)).toHaveLength(1000);
});

test('two nodes in turn never exceed the limit, and use all of it', async () => {
  const clock = new ManualClock();
  const nodes = [newLimiter(clock), newLimiter(clock)];
  const orgId = randomUUID();
  let allowed = 0;
  for (let i = 0; i < 400; i++) {
    const state = await required(nodes[i % 2], 'nodes[i % 2]').take(orgId, 'events_query');
    if (state.allowed) allowed++;
  }
  expect(allowed).toBe(300);
});

test('a limit of ten is exact over many nodes', async () => {
  const clock = new ManualClock();
  const nodes = Array.from({ length: 5 }, () => newLimiter(clock));
  const orgId = randomUUID();
  const states = (
    await Promise.all(nodes.map((node) => takeMany(node, orgId, 'contracts_deployments', 7)))
  ).flat();
  expect(states.filter((state) => state.allowed)).toHaveLength(10);
});

test('a window starts at its first request and the next one is full again', async () => {
  const clock = new ManualClock(1_750_000_000_500);
  const limiter = newLimiter(clock);
  const orgId = randomUUID();
  const first = await takeMany(limiter, orgId, 'events_query', 301);
  expect(first.at(-1)).toEqual({
    name: 'events_query',
    allowed: false,
    limit: 300,
    remaining: 0,
    windowSeconds: 60,
    resetAt: 1_750_000_061,
  });
  clock.advance(59_999);
  expect((await limiter.take(orgId, 'events_query')).allowed).toBe(false);
  clock.advance(1);
  expect(await limiter.take(orgId, 'events_query')).toMatchObject({
    allowed: true,
    remaining: 299,
    resetAt: 1_750_000_121,
  });
});

test('a clock set back by minutes keeps no window closed for longer than its length', async () => {
  const clock = new ManualClock();
  const [one, two] = [newLimiter(clock), newLimiter(clock)];
  const orgId = randomUUID();
  await takeMany(one, orgId, 'events_query', 301);
  expect((await one.take(orgId, 'events_query')).allowed).toBe(false);
  clock.advance(-300_000);
  for (const limiter of [one, two]) {
    const state = await limiter.take(orgId, 'events_query');
    expect(state).toMatchObject({ allowed: true, limit: 300 });
    expect(state.resetAt * 1_000 - clock.now()).toBeLessThanOrEqual(61_000);
  }
  const rest = await takeMany(two, orgId, 'events_query', 400);
  expect(rest.filter(({ allowed }) => allowed).length).toBeLessThanOrEqual(298);
  const usage = (await two.usage(orgId)).find(({ name }) => name === 'events_query');
  expect(Math.ceil((usage?.resetAt ?? 0) / 1_000)).toBe(required(rest.at(-1), 'the last of rest').resetAt);
});

test.each([300_000, 30_000, -30_000, -300_000, 86_400_000])(
  'nodes never exceed a limit together, even if one does not know yet that the clock was set by %i ms',
  async (setByMs) => {
    const late = new LateClock(setByMs);
    const nodes = [new LateClock(0), late].map((clock) => {
      const limiter = createRateLimiter({ pool, clock });
      made.push(limiter);
      return limiter;
    });
    const orgId = randomUUID();
    const takeInTurns = async (count: number) => {
      let allowed = 0;
      for (let i = 0; i < count; i++) {
        const state = await required(nodes[i % 2], 'one of nodes').take(orgId, 'events_query');
        if (state.allowed) allowed++;
      }
      return allowed;
    };
    const before = await takeInTurns(200);
    late.behindMs = 0;
    expect(before).toBe(200);
    expect(await takeInTurns(200)).toBe(100);
    const usage = await required(nodes[1], 'one of nodes').usage(orgId);
    expect(usage.find(({ name }) => name === 'events_query')).toMatchObject({ used: 300, remaining: 0 });
  },
);

test('leases of an ended window are not used in the next', async () => {
  const clock = new ManualClock();
  const [one, two] = [newLimiter(clock), newLimiter(clock)];
  const orgId = randomUUID();
  await one.take(orgId, 'events_query');
  clock.advance(60_000);
  const states = [
    ...(await takeMany(two, orgId, 'events_query', 290)),
    ...(await takeMany(one, orgId, 'events_query', 290)),
  ];
  expect(states.filter((state) => state.allowed)).toHaveLength(300);
});

test('a used-up limit and an existing lease answer at once, without a statement', async () => {
  const limiter = newLimiter();
  const orgId = randomUUID();
  await limiter.take(orgId, 'events_query');
  const before = limiter.statements;
  expect(limiter.take(orgId, 'events_query')).toMatchObject({ allowed: true, remaining: 298 });
  await takeMany(limiter, orgId, 'events_query', 298);
  const usedUp = limiter.statements;
  expect(limiter.take(orgId, 'events_query')).toMatchObject({ allowed: false, remaining: 0 });
  expect(limiter.statements).toBe(usedUp);
  expect(usedUp).toBeGreaterThan(before);
});

test('concurrent requests for many organizations and limits share statements', async () => {
  const limiter = newLimiter();
  const orgIds = Array.from({ length: 200 }, () => randomUUID());
  await Promise.all(
    orgIds.flatMap((orgId) => [limiter.take(orgId, 'events_publish'), limiter.take(orgId, 'webhooks_api')]),
  );
  expect(limiter.statements).toBeLessThanOrEqual(2);
});

test('limits and organizations are counted separately', async () => {
  const limiter = newLimiter();
  const [one, two] = [randomUUID(), randomUUID()];
  await takeMany(limiter, one, 'contracts_deployments', 11);
  expect(await limiter.take(one, 'contracts_executions')).toMatchObject({ allowed: true, remaining: 999 });
  expect(await limiter.take(two, 'contracts_deployments')).toMatchObject({ allowed: true, remaining: 9 });
});

test('an orderly stop returns unused leases to the other nodes', async () => {
  const clock = new ManualClock();
  const [leaving, staying] = [newLimiter(clock), newLimiter(clock)];
  const orgId = randomUUID();
  await leaving.take(orgId, 'events_publish');
  await leaving.stop();
  const states = await takeMany(staying, orgId, 'events_publish', 1000);
  expect(states.filter((state) => state.allowed)).toHaveLength(999);
});

test('a killed node uses up at most three more than it had served', async () => {
  const clock = new ManualClock();
  const orgId = randomUUID();
  const [KILLED, SERVED_EACH] = [20, 5];
  for (let i = 0; i < KILLED; i++) {
    const killed = newLimiter(clock);
    for (let n = 0; n < SERVED_EACH; n++) await killed.take(orgId, 'events_publish');
  }
  const states = await takeMany(newLimiter(clock), orgId, 'events_publish', 1000);
  const allowed = states.filter((state) => state.allowed).length;
  const left = 1000 - KILLED * SERVED_EACH;
  expect(allowed).toBeLessThanOrEqual(left);
  expect(allowed).toBeGreaterThanOrEqual(left - KILLED * (SERVED_EACH + 3));
});

test('the scale multiplies every limit', async () => {
  const limiter = newLimiter(new ManualClock(), 2.5);
  const orgId = randomUUID();
  const states = await takeMany(limiter, orgId, 'contracts_deployments', 30);
  expect(states.filter((state) => state.allowed)).toHaveLength(25);
  expect(newLimiter(new ManualClock(), 0.001).definitions.every(({ limit }) => limit >= 1)).toBe(true);
});

test('usage shows used, remaining and reset of every limit', async () => {
  const clock = new ManualClock(1_750_000_000_000);
  const limiter = newLimiter(clock);
  const orgId = randomUUID();
  await takeMany(limiter, orgId, 'events_publish', 3);
  const usage = await limiter.usage(orgId);
  expect(usage.map(({ name }) => name)).toEqual(limiter.definitions.map(({ name }) => name));
  expect(usage.find(({ name }) => name === 'events_publish')).toEqual({
    name: 'events_publish',
    limit: 1000,
    windowSeconds: 60,
    used: 3,
    remaining: 997,
    resetAt: 1_750_000_060_000,
  });
  expect(usage.find(({ name }) => name === 'events_query')).toMatchObject({
    used: 0,
    remaining: 300,
    resetAt: undefined,
  });
});

test('during a database outage its error is passed on, and counting continues afterwards', async () => {
  const own = await createTestDatabase();
  const { database: name } = own.connection;
  const superuser = new pg.Client(database.superuser);
  await superuser.connect();
  const ownPool = createPool(own.connection, { max: 2, applicationName: 'limits test', onError: () => {} });
  const limiter = createRateLimiter({ pool: ownPool, clock: new ManualClock() });
  const orgId = randomUUID();
  await limiter.take(orgId, 'contracts_deployments');
  await superuser.query(`alter database ${name} allow_connections false`);
  await superuser.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await expect(takeMany(limiter, orgId, 'contracts_deployments', 3)).rejects.toThrow();
  await superuser.query(`alter database ${name} allow_connections true`);
  expect(await limiter.take(orgId, 'contracts_deployments')).toMatchObject({ allowed: true, remaining: 8 });
  await limiter.stop();
  await ownPool.end();
  await superuser.end();
  await own.drop();
});
