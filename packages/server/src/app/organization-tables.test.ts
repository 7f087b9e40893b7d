import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../kit/db/index.ts';
import { createTestDatabase, type TestDatabase } from '../kit/embedded-postgres/test-database.ts';
import { organizationTables } from './organization-tables.ts';

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

/** Tables with a reference to an organization, and tables that refer to a row of such a table. */
async function tablesOfOrganizations(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `with recursive tables as (
       select oid from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     ), owned as (
       select t.oid from tables t join pg_attribute a on a.attrelid = t.oid where a.attname = 'org_id'
       union
       select c.conrelid from owned o join pg_constraint c on c.confrelid = o.oid and c.contype = 'f'
     ) select oid::regclass::text as name from owned order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  return rows.map(({ name }) => name);
}

test('every table with data of an organization says how export and erasure treat it', async () => {
  const listed = organizationTables.map(({ name }) => name);
  expect([...listed].sort()).toEqual((await tablesOfOrganizations()).sort());
  expect(new Set(listed).size).toBe(listed.length);
});

test('rows that refer to others are erased before them', async () => {
  const { rows } = await pool.query<{ from: string; to: string }>(
    `select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
     where contype = 'f' and conparentid = 0 and conrelid <> confrelid
       and connamespace = 'public'::regnamespace`,
  );
  const places = new Map(organizationTables.map(({ name }, place) => [name, place]));
  const wrong = rows.filter(({ from, to }) => {
    const [first, second] = [places.get(from), places.get(to)];
    return first !== undefined && second !== undefined && first > second;
  });
  expect(wrong).toEqual([]);
});

test('every listed column exists, and no column with secrets is exported', async () => {
  for (const { name, withheld, key = [], notExported } of organizationTables) {
    const columns = await columnsOf(name);
    expect(columns).toEqual(expect.arrayContaining([...withheld, ...key]));
    if (notExported !== undefined) continue;
    const secret = /sealed|secret|password|token(?!s$)|(key|value|body)_hash|^receiver$/;
    const shown = columns.filter((column) => !withheld.includes(column) && secret.test(column));
    expect(shown.map((column) => `${name}.${column}`)).toEqual(
      // A version number, and the category in which a mail was counted.
      name === 'subscription_revisions' ? ['subscription_revisions.secret_version'] : [],
    );
  }
});
