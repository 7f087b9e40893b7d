import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnName, createPool, type Table } from '../kit/db/index.ts';
import { createTestDatabase, type TestDatabase } from '../kit/embedded-postgres/test-database.ts';

const source = join(import.meta.dirname, '..');

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.owner, { max: 1, applicationName: 'test', onError: () => {} });
});

afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

/** Every table description that a file of the service exports. */
async function describedTables(): Promise<[place: string, table: Table][]> {
  const found: [string, Table][] = [];
  for await (const file of glob('{engine,areas}/**/*.ts', { cwd: source })) {
    if (file.endsWith('.test.ts')) continue;
    const calls = (await readFile(join(source, file), 'utf8')).match(/ = defineTable\(/g)?.length ?? 0;
    if (calls === 0) continue;
    const exported = Object.entries(await import(join(source, file))).filter(
      (entry): entry is [string, Table] => typeof (entry[1] as Table | undefined)?.columnsOf === 'function',
    );
    expect(exported, `${file} exports all of its tables`).toHaveLength(calls);
    found.push(...exported.map(([name, table]): [string, Table] => [`${file} ${name}`, table]));
  }
  return found;
}

test('every described column has the same type and nullability in the database', async () => {
  const { rows } = await pool.query<{ key: string; type: string; notNull: boolean }>(
    `select c.relname || '.' || a.attname as key, t.typname as type, a.attnotnull as "notNull"
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0`,
  );
  const stored = new Map(rows.map((row) => [row.key, row]));
  const tables = await describedTables();
  expect(tables.length).toBeGreaterThan(0);
  const wrong = tables.flatMap(([place, table]) =>
    Object.entries(table.fields).flatMap(([field, column]) => {
      if (column.pgTypes.length === 0) return [];
      const key = `${table.name}.${columnName(field, column)}`;
      const there = stored.get(key);
      if (there === undefined) return [`${place}: ${key} does not exist`];
      const isRight = column.pgTypes.includes(there.type) && column.isNullable === !there.notNull;
      return isRight ? [] : [`${place}: ${key} is ${there.type}${there.notNull ? ' not null' : ''}`];
    }),
  );
  expect(wrong).toEqual([]);
});
