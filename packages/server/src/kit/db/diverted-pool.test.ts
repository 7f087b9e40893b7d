import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actForAll } from '../acting.ts';
import { createTestDatabase, type TestDatabase } from '../embedded-postgres/test-database.ts';
import { type Diversion, divert } from './diversion.ts';
import { createPool } from './pool.ts';

let databases: TestDatabase[];
let here: Pool;
let there: Pool;

beforeAll(async () => {
  databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
  [here, there] = databases.map(({ owner }, i) =>
    createPool(owner, { max: 2, applicationName: 'test', onError: () => {}, diverts: i === 0 }),
  ) as [Pool, Pool];
  await here.query('create table only_here (name text)');
  await here.query(`insert into only_here values ('found')`);
});
afterAll(async () => {
  await Promise.all([here?.end(), there?.end()]);
  for (const database of databases ?? []) await database.drop();
});

/** Gives out connections to the other database until a statement fails there. */
class Elsewhere implements Diversion {
  lent = 0;
  failure: unknown;

  take(): Promise<PoolClient | undefined> | undefined {
    if (this.failure !== undefined) return undefined;
    this.lent++;
    return there.connect();
  }

  failed(error: unknown): void {
    this.failure = error;
  }
}

const nameOf = async () => (await here.query('select current_database() as name')).rows[0].name;
const nameOverConnection = async () => {
  const client = await here.connect();
  try {
    return (await client.query('select current_database() as name')).rows[0].name;
  } finally {
    client.release();
  }
};

test('statements go to the other database only for callers that ask for it', async () => {
  const [own, other] = databases.map(({ connection }) => connection.database);
  const answers = await Promise.all([
    nameOf(),
    divert(new Elsewhere(), nameOf),
    nameOverConnection(),
    divert(new Elsewhere(), nameOverConnection),
    divert(new Elsewhere(), () => actForAll(nameOf)),
    divert({ take: async () => undefined, failed: () => {} }, nameOf),
    divert({ take: async () => undefined, failed: () => {} }, nameOverConnection),
  ]);
  expect(answers).toEqual([own, other, own, other, own, own, own]);
});

test('a statement that fails there runs here, and so do those after it', async () => {
  const elsewhere = new Elsewhere();
  await divert(elsewhere, async () => {
    const { rows } = await here.query('select name from only_here where name = $1', ['found']);
    expect(rows).toEqual([{ name: 'found' }]);
    expect(await nameOf()).toBe(databases[0]?.connection.database);
  });
  expect(elsewhere.lent).toBe(1);
  expect(elsewhere.failure).toMatchObject({ code: '42P01' });
  // All connections are returned.
  expect([there.totalCount, here.totalCount]).toEqual([there.idleCount, here.idleCount]);
});

test('a statement that fails in both fails with the error from here', async () => {
  await expect(divert(new Elsewhere(), () => here.query('select 1 / 0'))).rejects.toMatchObject({
    code: '22012',
  });
});
