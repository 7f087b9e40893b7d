import pg, { type PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../embedded-postgres/test-database.ts';
import { toAppError } from '../http/reply-error.ts';
import { createPool } from './pool.ts';
import { inOneTransaction, inTransaction } from './query-rows.ts';

const BOTH = 'update things set n = n + 1';
let database: TestDatabase;
let pool: ReturnType<typeof createPool>;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.owner, { max: 4, applicationName: 'test', onError: () => {} });
  await pool.query('create table things (id int primary key, n int not null)');
});
beforeEach(async () => {
  await pool.query('truncate things');
  await pool.query('insert into things values (1, 0), (2, 0)');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const counts = async () => (await pool.query('select n from things order by id')).rows.map(({ n }) => n);

async function waiting(): Promise<number> {
  const text = `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await pool.query(text)).rows[0].n;
}

/**
 * Runs `work`, which changes both things in the order of their ids, against a transaction that has changed the second
 * one and then wants the first. The one that checks for a deadlock first is rolled back, so the other one checks much
 * later.
 */
async function meet<T>(work: () => Promise<T>): Promise<T> {
  const other = new pg.Client(database.superuser);
  await other.connect();
  try {
    await other.query('begin');
    await other.query("set local deadlock_timeout = '1min'");
    await other.query('update things set n = n + 10 where id = 2');
    const met = work();
    met.catch(() => {});
    await expect.poll(waiting).toBe(1);
    await other.query('update things set n = n + 10 where id = 1');
    await other.query('commit');
    return await met;
  } finally {
    await other.end();
  }
}

const onOneOf = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
};

test('a statement of the pool that a deadlock rolled back is repeated, and takes effect once', async () => {
  const before = await deadlocks();
  expect((await meet(() => pool.query(BOTH))).rowCount).toBe(2);
  expect(await counts()).toEqual([11, 11]);
  await expect.poll(deadlocks).toBeGreaterThan(before);
});

test('so is a statement on a connection without a transaction', async () => {
  const before = await deadlocks();
  const { rowCount } = await meet(() => onOneOf((client) => client.query(BOTH)));
  expect(rowCount).toBe(2);
  expect(await counts()).toEqual([11, 11]);
  await expect.poll(deadlocks).toBeGreaterThan(before);
});

test('a statement within a transaction is never repeated alone, because the whole transaction is gone', async () => {
  const work = meet(() =>
    inOneTransaction(pool, async (query) => {
      await query('insert into things values (3, 0)');
      await query(BOTH);
    }),
  );
  const error = await work.catch((reason) => reason);
  expect(error).toMatchObject({ code: '40P01' });
  expect(await counts()).toEqual([10, 10]);
  const told = toAppError(error);
  expect([told.status, told.headers]).toEqual([503, { 'retry-after': '1' }]);
});

test('a transaction that a deadlock rolled back is repeated completely, and takes effect once', async () => {
  let tries = 0;
  const work = () =>
    inTransaction(pool, async (query) => {
      tries++;
      await query('insert into things values (3, 0)');
      await query(BOTH);
    });
  await meet(work);
  expect(tries).toBe(2);
  expect(await counts()).toEqual([11, 11, 1]);
});

test('a refused commit is not repeated as if it had succeeded', async () => {
  const open = async (client: PoolClient) => {
    await client.query('begin isolation level serializable');
    await client.query('select sum(n) from things');
  };
  const error = await onOneOf((one) =>
    onOneOf(async (two) => {
      for (const client of [one, two]) await open(client);
      await one.query('update things set n = n + 1 where id = 1');
      await two.query('update things set n = n + 1 where id = 2');
      await one.query('commit');
      return two.query('commit').catch((reason) => reason);
    }),
  );
  expect(error).toMatchObject({ code: '40001' });
  expect(await counts()).toEqual([1, 0]);
});

test('work that is always rolled back is given up after some attempts', async () => {
  await pool.query(
    `create or replace function refuse() returns int language plpgsql as
     $$ begin raise exception 'no' using errcode = '40001'; end $$`,
  );
  await expect(pool.query('select refuse()')).rejects.toMatchObject({ code: '40001' });
  let tries = 0;
  const work = () =>
    inTransaction(pool, (query) => {
      tries++;
      return query('select refuse()');
    });
  await expect(work()).rejects.toMatchObject({ code: '40001' });
  expect(tries).toBe(4);
});

/** Deadlocks in this database as counted by the server, with a short delay. */
async function deadlocks(): Promise<number> {
  const text = 'select deadlocks as n from pg_stat_database where datname = current_database()';
  return (await pool.query(text)).rows[0].n;
}
