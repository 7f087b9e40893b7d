import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../embedded-postgres/test-database.ts';
import { ConnectionShares, MAX_WAITING_FOR_CONNECTIONS, readFor, unshared } from './connection-shares.ts';
import { createPool } from './pool.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  const options = { max: 4, mostOfOne: 2, applicationName: 'test', onError: () => {} };
  pool = createPool(database.connection, options);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const slow = () => pool.query('select pg_sleep(0.3)');
const quick = () => pool.query('select 1');
const taken = () => pool.totalCount - pool.idleCount;

test('slow reads of one organization leave connections to others, and all of them are answered', async () => {
  const order: string[] = [];
  const busy = Array.from({ length: 6 }, async () => {
    await readFor('busy', slow);
    order.push('busy');
  });
  await expect.poll(taken).toBe(2);
  await readFor('other', quick);
  order.push('other');
  // Statements that are not reads may use any free connection.
  await quick();
  order.push('write');
  await Promise.all(busy);
  expect(order).toEqual(['other', 'write', ...Array(6).fill('busy')]);
});

test('a read that waits for another system holds no connection', async () => {
  const { promise: elsewhere, resolve: comes } = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 4 }, () =>
    readFor('busy', async () => {
      await quick();
      await elsewhere;
      await quick();
    }),
  );
  await expect.poll(taken).toBe(0);
  await readFor('busy', quick);
  comes();
  await Promise.all(waiting);
});

test('a read that has a connection gets another one without waiting for itself', async () => {
  const nested = () =>
    readFor('busy', async () => {
      const client = await pool.connect();
      try {
        await sleep(50);
        return await quick();
      } finally {
        client.release();
      }
    });
  const answers = await Promise.all([nested(), nested(), nested()]);
  expect(answers.map(({ rowCount }) => rowCount)).toEqual([1, 1, 1]);
});

test('a read with several concurrent statements gets only its share', async () => {
  const busy = readFor('busy', () => Promise.all([slow(), slow(), slow(), slow()]));
  await expect.poll(taken).toBe(2);
  await readFor('other', quick);
  expect(taken()).toBe(2);
  await busy;
});

test('a failed statement returns its connection', async () => {
  const failing = Array.from({ length: 5 }, () => readFor('busy', () => pool.query('select 1 / 0')));
  const results = await Promise.allSettled(failing);
  expect(results.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  await readFor('busy', quick);
});

test('work that many requests share does not wait for the turn of the first of them', async () => {
  const busy = [readFor('busy', slow), readFor('busy', slow)];
  await expect.poll(taken).toBe(2);
  await readFor('busy', () => unshared(quick));
  expect(taken()).toBe(2);
  await Promise.all(busy);
});

test('reads beyond the maximum number of waiting ones are refused at once, with 503 and a time to retry', async () => {
  const shares = new ConnectionShares(1);
  const client = () => Promise.resolve({ release: () => {} } as PoolClient);
  const take = (orgId: string) => readFor(orgId, () => shares.take(client));
  const first = await take('a');
  const waiting = Array.from({ length: MAX_WAITING_FOR_CONNECTIONS }, async () =>
    (await take('a')).release(),
  );
  await expect(take('a')).rejects.toMatchObject({ code: 'unavailable', headers: { 'retry-after': '1' } });
  await take('b');
  first.release();
  await Promise.all(waiting);
});
