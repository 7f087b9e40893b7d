import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../embedded-postgres/test-database.ts';
import { createPool } from './pool.ts';
import { queryPool } from './query-rows.ts';
import { countedUpTo, MAX_COUNTED, queryPage, type ReadPage, selectPage } from './read-page.ts';

interface Item {
  id: number;
  name: string;
}

let database: TestDatabase;
let pool: Pool;
let db: Kysely<{ items: Item; many: Item }>;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.owner, { max: 3, applicationName: 'test', onError: () => {} });
  db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  await pool.query('create table items (id int primary key, name text not null)');
  await pool.query(`insert into items select n, 'item ' || n from generate_series(1, 25) n`);
});

afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const readers: [string, (limit: number, offset: number) => Promise<ReadPage<Item>>][] = [
  [
    'text',
    (limit, offset) =>
      queryPage<Item>(
        queryPool(pool),
        {
          rows: 'select id, name from items where id <> $1 order by id desc limit $2 offset $3',
          count: 'select count(*) from items where id <> $1',
        },
        [7, limit, offset],
      ),
  ],
  [
    'composed SQL',
    (limit, offset) =>
      selectPage(db, {
        rows: sql<Item>`select id, name from items where id <> ${7} order by id desc limit ${limit} offset ${offset}`,
        count: sql`select count(*) from items where id <> ${7}`,
      }),
  ],
  [
    'a query builder',
    (limit, offset) => {
      const query = db.selectFrom('items').where('id', '<>', 7);
      return selectPage(db, {
        rows: query.selectAll().orderBy('id', 'desc').limit(limit).offset(offset),
        count: query.select((select) => select.fn.countAll<number>().as('total')),
      });
    },
  ],
];

test.each(readers)('a page keeps its order and has the total, even beyond the end: %s', async (_, read) => {
  expect(await read(2, 1)).toEqual({
    rows: [
      { id: 24, name: 'item 24' },
      { id: 23, name: 'item 23' },
    ],
    total: 24,
  });
  expect((await read(100, 0)).rows.map(({ id }) => id)).toEqual(
    Array.from({ length: 25 }, (_, n) => 25 - n).filter((id) => id !== 7),
  );
  expect(await read(10, 90)).toEqual({ rows: [], total: 24 });
});

test.each(readers)(
  'a page and its total are consistent while rows are added and removed: %s',
  async (_, read) => {
    let done = false;
    const writing = (async () => {
      while (!done) {
        await pool.query(`insert into items select n, 'more' from generate_series(100, 119) n`);
        await pool.query('delete from items where id >= 100');
      }
    })();
    const totals = new Set<number>();
    for (let turn = 0; turn < 2_000 && (turn < 150 || totals.size < 2); turn++) {
      const { rows, total } = await read(100, 0);
      expect(rows).toHaveLength(total);
      totals.add(total);
    }
    done = true;
    await writing;
    expect([...totals].sort()).toEqual([24, 44]);
  },
);

const LONG = MAX_COUNTED + 2_000;

const longReaders: [string, (page: { limit: number; offset: number }) => Promise<ReadPage<Item>>][] = [
  [
    'text',
    (page) =>
      queryPage<Item>(
        queryPool(pool),
        {
          rows: 'select id, name from many where id <> $1 order by id limit $2 offset $3',
          matching: 'select 1 from many where id <> $1',
          page,
        },
        [7, page.limit, page.offset],
      ),
  ],
  [
    'composed SQL',
    (page) =>
      selectPage(db, {
        rows: sql<Item>`select id, name from many where id <> ${7} order by id limit ${page.limit} offset ${page.offset}`,
        matching: sql`select 1 from many where id <> ${7}`,
        page,
      }),
  ],
  [
    'a query builder',
    (page) => {
      const query = db.selectFrom('many').where('id', '<>', 7);
      return selectPage(db, {
        rows: query.selectAll().orderBy('id').limit(page.limit).offset(page.offset),
        matching: query.select((select) => select.lit(1).as('matched')),
        page,
      });
    },
  ],
];

test.each(longReaders)(
  'of a long list only a bounded part behind the page is counted: %s',
  async (_, read) => {
    await pool.query(
      `create or replace view many as select n as id, 'item' as name from generate_series(1, ${LONG + 1}) n`,
    );
    const first = { limit: 20, offset: 0 };
    expect((await read(first)).total).toBe(countedUpTo(first));
    const deep = await read({ limit: 20, offset: LONG - 10 });
    expect(deep.total).toBe(LONG);
    expect(deep.rows).toHaveLength(10);
    expect(await read({ limit: 20, offset: 2 * LONG })).toEqual({ rows: [], total: LONG });
  },
);
