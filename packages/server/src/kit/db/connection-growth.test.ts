import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../embedded-postgres/test-database.ts';
import { ConnectionGrowth } from './connection-growth.ts';
import { createPool } from './pool.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  pool = createPool(database.connection, { max: 8, applicationName: 'test', onError: () => {} });
});
afterEach(() => pool.end());

/** Takes connections from the pool; resolves with a function that returns them. */
async function hold(count: number): Promise<() => void> {
  const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()));
  return () => {
    for (const client of clients) client.release();
  };
}

test('a connection that becomes free is used before another one is opened', async () => {
  const release = await hold(4);
  const growth = new ConnectionGrowth(pool);
  const turns = Array.from({ length: 4 }, () => growth.wait());
  expect(turns).not.toContain(undefined);
  release();
  await Promise.all(turns);
  expect(pool.totalCount).toBe(4);
});

test('connections are opened for statements that take longer than opening one, up to the maximum', async () => {
  const answers = Array.from({ length: 12 }, () => pool.query('select pg_sleep(0.2)'));
  await expect.poll(() => pool.totalCount).toBe(8);
  expect(await Promise.all(answers)).toHaveLength(12);
});

test('a transaction gets a second connection while others use all open ones', async () => {
  const release = await hold(4);
  const client = await pool.connect();
  client.release();
  release();
  expect(pool.totalCount).toBe(5);
});

test('a callback is also called after the wait', async () => {
  const release = await hold(4);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  pool.connect((error, client, done) => {
    done();
    if (error || client === undefined) reject(error);
    else resolve();
  });
  await promise;
  release();
});

test('a waiting request is refused when the pool ends', async () => {
  const release = await hold(4);
  const late = pool.connect();
  const refused = expect(late).rejects.toThrow('after calling end');
  const ended = pool.end();
  await refused;
  release();
  await ended;
  pool = createPool(database.connection, { max: 8, applicationName: 'test', onError: () => {} });
});
