import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../db/testing/open-database.ts';
import { type AnyRoute, defineRoute, ok, openObject, type Reply } from './index.ts';
import { MOST_WAITING_READS, ReadTurns } from './read-turns.ts';
import { type Door, openDoor } from './testing/door.ts';

const CONNECTIONS = 4;
const SLOW_S = 0.5;

let database: OpenDatabase;
let door: Door;
beforeAll(async () => {
  database = await openDatabase({ max: CONNECTIONS });
  door = await openDoor({
    routes: [readAt('/slow', SLOW_S), readAt('/quick', 0)],
    readTurns: new ReadTurns(2),
    authenticator: {
      authenticate: async (orgId) => ({
        orgId,
        keyId: 'k',
        environment: 'production',
        scopes: new Set(['things:read']),
      }),
    },
  });
});
afterAll(async () => {
  await door.close();
  await database.close();
});

function readAt(path: string, seconds: number): AnyRoute {
  return defineRoute({
    method: 'GET',
    path,
    operationId: path.slice(1),
    tag: 'Things',
    summary: 'Read slowly',
    access: 'things:read',
    responses: { 200: openObject() },
    handler: async () => {
      await database.pool.query('select pg_sleep($1)', [seconds]);
      return ok({});
    },
  });
}

async function readAs(orgId: string, path: string): Promise<{ status: number; atMs: number }> {
  const answer = await fetch(door.url + path, { headers: { authorization: `Bearer ${orgId}` } });
  await answer.arrayBuffer();
  return { status: answer.status, atMs: performance.now() };
}

test('slow reads of one organization do not hold up those of another, and all of them are answered', async () => {
  const slow = Array.from({ length: 8 }, () => readAs('busy', '/slow'));
  // They have what they may have of the connections.
  await expect.poll(() => database.pool.totalCount - database.pool.idleCount).toBe(2);
  const other = await Promise.all(Array.from({ length: 4 }, () => readAs('other', '/quick')));
  const busy = await Promise.all(slow);
  expect([...busy, ...other].map(({ status }) => status)).toEqual(Array(12).fill(200));
  const sorted = busy.map(({ atMs }) => atMs).sort((a, b) => a - b);
  // Two at once: six of the eight had to wait for those before.
  expect(Math.max(...other.map(({ atMs }) => atMs))).toBeLessThan(sorted[4] ?? 0);
  expect((sorted[7] ?? 0) - (sorted[0] ?? 0)).toBeGreaterThan(2.5 * SLOW_S * 1_000);
});

test('a read that fails leaves its turn to the next', async () => {
  const turns = new ReadTurns(1);
  const failing = () => Promise.reject(new Error('no'));
  const throwing = (): Reply => {
    throw new Error('no');
  };
  const results = await Promise.allSettled([
    turns.run('a', failing),
    turns.run('a', throwing),
    turns.run('a', async () => ok(1)),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(turns.run('a', () => ok(2))).toEqual(ok(2));
});

test('more reads than may wait are refused at once, with 503 and when to come again', async () => {
  const turns = new ReadTurns(1);
  const { promise, resolve: end } = Promise.withResolvers<Reply>();
  const first = turns.run('a', () => promise);
  const waiting = Array.from({ length: MOST_WAITING_READS }, () => turns.run('a', () => ok(1)));
  expect(() => turns.run('a', () => ok(1))).toThrow(
    expect.objectContaining({ code: 'unavailable', headers: { 'retry-after': '1' } }),
  );
  expect(turns.run('b', () => ok(2))).toEqual(ok(2));
  end(ok(0));
  expect(await first).toEqual(ok(0));
  expect(await Promise.all(waiting)).toEqual(Array(MOST_WAITING_READS).fill(ok(1)));
});
