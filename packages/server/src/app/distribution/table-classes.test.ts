import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../kit/db/testing/open-database.ts';
import { organizationTables } from '../organization-tables.ts';
import { distributeTables } from './distribute-tables.repository.ts';
import { findShapeFaults } from './shape-fault.repository.ts';
import { type ClassifiedTable, readTableClasses } from './table-classes.ts';

/** How many tables may still be unfit for distribution. This number may only fall. */
const MAX_NOT_YET = 0;
/** How many tables may get the organization added to a key when they are distributed. */
const MAX_REKEYED = 8;
const classes = readTableClasses();
let open: OpenDatabase;
let pool: Pool;

beforeAll(async () => {
  open = await openDatabase({ role: 'owner' });
  ({ pool } = open);
});
afterAll(() => open?.close());

const query = async <T>(text: string, values?: unknown[]): Promise<T[]> =>
  (await pool.query(text, values as never[])).rows as T[];

/** The faults of tables made by `sql`, checked as tables of organizations. */
async function faultsOf(sql: string, ...names: string[]): Promise<Record<string, string[]>> {
  const listed = names.map(
    (name): ClassifiedTable => ({ name, tableClass: 'organization', why: 'test', spreads: false }),
  );
  const away: ClassifiedTable = {
    name: 'tried_keys',
    tableClass: 'coordinator',
    why: 'test',
    spreads: false,
  };
  await pool.query(sql);
  try {
    return Object.fromEntries(await findShapeFaults(query, [...listed, away]));
  } finally {
    await pool.query(`drop table if exists ${[...names, 'tried_keys'].join(', ')} cascade`);
  }
}

test('every table has exactly one class, and every class names an existing table', async () => {
  const tables = await query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  expect(classes.map(({ name }) => name).sort()).toEqual(tables.map(({ name }) => name).sort());
});

test('a table that export or erasure find by its organization needs a reason to be in another class', () => {
  const names = new Set(organizationTables.map(({ name }) => name));
  const strange = classes.filter(
    ({ name, tableClass, why }) => why === '' || (tableClass === 'organization' && !names.has(name)),
  );
  expect(strange.map(({ name }) => name)).toEqual([]);
});

test('a table of organizations has org_id in its keys and references, or lists what is missing and why', async () => {
  const faults = await findShapeFaults(query, classes);
  const known = classes.flatMap(({ name, rekeyed, notYet }) => {
    const lacks = [...(rekeyed?.indexes.map((index) => `unique ${index}`) ?? []), ...(notYet?.lacks ?? [])];
    return lacks.length === 0 ? [] : [[name, lacks] as const];
  });
  expect(Object.fromEntries(faults)).toEqual(Object.fromEntries(known));
  expect(classes.filter(({ notYet }) => notYet !== undefined).length).toBeLessThanOrEqual(MAX_NOT_YET);
  expect(classes.filter(({ rekeyed }) => rekeyed !== undefined).length).toBeLessThanOrEqual(MAX_REKEYED);
});

test('a missing org_id in a table, a key or a reference is found', async () => {
  expect(await faultsOf('create table tried_a (id uuid primary key)', 'tried_a')).toEqual({
    tried_a: ['no org_id', 'unique tried_a_pkey'],
  });
  expect(
    await faultsOf(
      `create table tried_a (org_id uuid, id uuid, name text, primary key (org_id, id), unique (name));
       create unique index tried_name on tried_a (name, org_id) where name <> '';
       create unique index tried_included on tried_a (name) include (org_id)`,
      'tried_a',
    ),
  ).toEqual({ tried_a: ['unique tried_a_name_key', 'unique tried_included'] });
  expect(
    await faultsOf(
      `create table tried_keys (id uuid primary key);
       create table tried_a (org_id uuid, id uuid, primary key (org_id, id), unique (id));
       create table tried_b (org_id uuid, id uuid, a uuid references tried_a (id), key uuid references tried_keys,
         primary key (org_id, id));
       create table tried_c (org_id uuid, id uuid, primary key (org_id, id), foreign key (org_id, id) references tried_a)`,
      'tried_a',
      'tried_b',
      'tried_c',
    ),
  ).toEqual({
    tried_a: ['unique tried_a_id_key'],
    tried_b: ['reference tried_b_a_fkey', 'reference tried_b_key_fkey'],
  });
});

test('a table with org_id everywhere has no fault', async () => {
  expect(
    await faultsOf('create table tried_a (org_id uuid, id uuid, primary key (id, org_id))', 'tried_a'),
  ).toEqual({});
});

test('when tables are distributed, keys without the organization get it, and stay keys', async () => {
  const client = await pool.connect();
  const steps = classes.flatMap(({ name: table, rekeyed }) =>
    (rekeyed?.indexes ?? []).map((index) => ({
      table,
      kind: 'rekey' as const,
      index,
      bytes: 0,
      isOnline: true,
    })),
  );
  try {
    const plan = { citus: '', workers: 1, done: [], steps, staying: [] };
    await distributeTables(client, plan, { shards: 1, serviceRole: undefined, onStep: () => {} });
  } finally {
    client.release(true);
  }
  const notYet = classes.flatMap(({ name, notYet }) => (notYet === undefined ? [] : [[name, notYet.lacks]]));
  expect(Object.fromEntries(await findShapeFaults(query, classes))).toEqual(Object.fromEntries(notYet));
});
