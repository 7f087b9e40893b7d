import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../embedded-postgres/test-database.ts';
import { column } from './column.ts';
import { createPool } from './pool.ts';
import { type QueryRows, queryPool } from './query-rows.ts';
import { defineTable, insertRows, type NewRowOf } from './table.ts';

const letters = defineTable('letters', {
  id: column.uuid(),
  sender: column.text().named('from'),
  firstName: column.text().orNull(),
  tags: column.textArray(),
  body: column.json<{ lines: string[] }>().orNull(),
  seal: column.bytes().orNull(),
  weight: column.decimal(),
  price: column.float(),
  copies: column.integer(),
  sentAt: column.timestamp(),
  dueOn: column.date(),
  reads: column.integer().filled(),
  isHeavy: column.computed<boolean>('weight > 20'),
});

const letter: NewRowOf<typeof letters> = {
  id: '0190b0a0-0000-7000-8000-000000000001',
  sender: `O'Brien "the \\ elder" é🙂\n`,
  firstName: null,
  tags: ['a,b', '{c}', '"', 'null'],
  body: { lines: ['one', 'two'] },
  seal: Buffer.from([0, 255, 92]),
  weight: '12345678901234567890.123456789',
  price: 0.1,
  copies: 3,
  sentAt: new Date('2026-03-29T01:30:00.123Z'),
  dueOn: '2026-03-29',
};

let database: TestDatabase;
let pool: Pool;
let query: QueryRows;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.owner, { max: 3, applicationName: 'test', onError: () => {} });
  query = queryPool(pool);
  await query(`create table letters (id uuid primary key, "from" text not null, first_name text, tags text[] not null,
    body jsonb, seal bytea, weight numeric not null, price float8 not null, copies int not null,
    sent_at timestamptz(3) not null, due_on date not null, reads int not null default 7)`);
});

afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

test('rows are read as they were written, with the names of the code', async () => {
  await insertRows(query, letters, [letter]);
  const rows = await query(`select ${letters.columns} from letters where id = $1`, [letter.id]);
  expect(rows).toEqual([{ ...letter, reads: 7, isHeavy: true }]);
});

test('a table with a short name gives the same rows', async () => {
  const other = { ...letter, id: '0190b0a0-0000-7000-8000-000000000002', weight: '20' };
  await insertRows(query, letters, [other]);
  const rows = await query(
    `select ${letters.columnsOf('l')} from letters l join (values (1)) as copies(reads) on true where l.id = $1`,
    [other.id],
  );
  expect(rows).toEqual([{ ...other, reads: 7, isHeavy: false }]);
});

test('a column with a default in the database is not written', async () => {
  const other = { ...letter, id: '0190b0a0-0000-7000-8000-000000000003', reads: 99 };
  const [row] = await insertRows(query, letters, [other], { returning: ['reads'] });
  expect(row).toEqual({ reads: 7 });
});

test('one statement writes many rows, and returns the new ones', async () => {
  const many = Array.from({ length: 2_000 }, (_, n) => ({
    ...letter,
    id: `0190b0a0-0000-7000-9000-${String(n).padStart(12, '0')}`,
  }));
  const end = { skipTaken: true, returning: ['id'] } as const;
  expect(await insertRows(query, letters, many.slice(0, 1_500), end)).toHaveLength(1_500);
  expect(await insertRows(query, letters, many, end)).toEqual(many.slice(1_500).map(({ id }) => ({ id })));
  expect(await insertRows(query, letters, [], end)).toEqual([]);
});

test('a row is skipped for conflicts of the named fields, and fails for others', async () => {
  await query('create unique index on letters ("from", first_name)');
  const other = { ...letter, id: '0190b0a0-0000-7000-8000-000000000005', firstName: 'Ann' };
  const skip = (row: typeof other, ...skipTaken: ('id' | 'sender' | 'firstName')[]) =>
    insertRows(query, letters, [row], { skipTaken, returning: ['id'] });
  expect(await skip(other, 'id')).toHaveLength(1);
  expect(await skip(other, 'id')).toEqual([]);
  const clash = { ...other, id: '0190b0a0-0000-7000-8000-000000000006' };
  await expect(skip(clash, 'id')).rejects.toMatchObject({ code: '23505' });
  expect(await skip(clash, 'sender', 'firstName')).toEqual([]);
});

test('a lone surrogate is written like a parameter of a statement', async () => {
  const other = { ...letter, id: '0190b0a0-0000-7000-8000-000000000004', sender: 'a\ud83d' };
  await insertRows(query, letters, [other]);
  const [row] = await query('select "from", $2::text as value from letters where id = $1', [
    other.id,
    other.sender,
  ]);
  expect(row).toEqual({ from: 'a\ufffd', value: 'a\ufffd' });
});
