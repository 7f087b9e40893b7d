import type { Pool, QueryResult } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { int4Array, textArray } from './binary-arrays.ts';
import { BinaryQuery, type StatementValue } from './binary-query.ts';
import { createPool } from './pool.ts';
import { type OpenDatabase, openDatabase } from './testing/open-database.ts';

let opened: OpenDatabase;
let pool: Pool;

beforeAll(async () => {
  opened = await openDatabase({ max: 3 });
  ({ pool } = opened);
});
afterAll(() => opened?.close());

async function run(statement: { name: string; text: string; values: StatementValue[] }) {
  return (await (pool.query(new BinaryQuery(statement)) as unknown as Promise<QueryResult>)).rows;
}

const echo = (texts: string[], numbers: number[], note: string) =>
  run({
    name: 'echo',
    text: 'select $1::text[] as texts, $2::int[] as numbers, $3::jsonb as note, pg_backend_pid() as pid',
    values: [textArray(texts), int4Array(numbers), JSON.stringify({ note })],
  });

test('values of both formats arrive unchanged, the first time on a connection and later', async () => {
  const sizes = [1, 300_000, 10, 2_000_000, 0, 40_000];
  for (const size of sizes) {
    const texts = ['ü'.repeat(size), '', '"\\,{}', 'x'.repeat(size)];
    const [row] = await echo(texts, [size, -1], 'é');
    expect(row).toMatchObject({ texts, numbers: [size, -1], note: { note: 'é' } });
  }
});

test('many concurrent queries over several connections each get their own result', async () => {
  const rows = await Promise.all(
    Array.from({ length: 60 }, (_, i) => echo([`${i}`.repeat(20_000)], [i], `${i}`)),
  );
  rows.forEach(([row], i) => {
    expect(row).toMatchObject({ texts: [`${i}`.repeat(20_000)], numbers: [i], note: { note: `${i}` } });
  });
  expect(new Set(rows.map(([row]) => row.pid)).size).toBeGreaterThan(1);
});

test('errors of the database are reported, and the connection stays usable', async () => {
  const divide = (by: number) =>
    run({
      name: 'divide',
      text: 'select 10 / n as result from unnest($1::int[]) n',
      values: [int4Array([by])],
    });
  const one = createPool(opened.database.connection, { max: 1, applicationName: 'one', onError: () => {} });
  const shared = pool;
  pool = one;
  try {
    expect(await divide(5)).toEqual([{ result: 2 }]);
    for (let i = 0; i < 3; i++) {
      await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
      expect(await divide(2)).toEqual([{ result: 5 }]);
    }
    await expect(run({ name: 'divide', text: 'select 1', values: [] })).rejects.toThrow(/must be unique/);
    expect(await divide(1)).toEqual([{ result: 10 }]);
  } finally {
    pool = shared;
    await one.end();
  }
});
