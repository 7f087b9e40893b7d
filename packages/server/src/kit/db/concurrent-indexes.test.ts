import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readIndexStatements } from './concurrent-indexes.ts';
import { type Migration, migrate, withSchemaLock } from './migrate.ts';
import { type OpenDatabase, openDatabase } from './testing/open-database.ts';

let open: OpenDatabase;
let client: pg.Client;
let other: pg.Client;

beforeAll(async () => {
  open = await openDatabase({ role: 'owner' });
});
afterAll(() => open?.close());
beforeEach(async () => {
  await open.pool.query('drop table if exists migrations, shelves, boxes');
  await open.pool.query(
    'create table shelves (id int, place text); create table boxes (id int) partition by range (id)',
  );
  [client, other] = await Promise.all([connect(), connect()]);
});
afterEach(async () => {
  await Promise.allSettled([client.end(), other.end()]);
});

async function connect(): Promise<pg.Client> {
  const one = new pg.Client(open.database.owner);
  one.on('error', () => {});
  await one.connect();
  return one;
}

function migrationOf(sql: string): Migration {
  const name = '0001_indexes.sql';
  return { name, sql, sha256: sql, indexes: readIndexStatements(name, sql) };
}

async function validIndexes(): Promise<Record<string, boolean>> {
  const { rows } = await open.pool.query<{ name: string; valid: boolean }>(
    `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = 'shelves'::regclass order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, valid }) => [name, valid]));
}

/** Resolves with the process of the build once it waits for the transactions that are older. */
function waitingBuild(): Promise<number> {
  return vi.waitFor(
    async () => {
      const { rows } = await open.pool.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like 'create index concurrently%'`,
      );
      const [build] = rows;
      if (build === undefined) throw new Error('no build waits');
      return build.pid;
    },
    { timeout: 20_000, interval: 5 },
  );
}

const TWO = migrationOf(`-- Why. -- Born by nodes from 0.1.0 on
create index concurrently shelves_by_place on shelves (place);
create index concurrently shelves_by_id
  on shelves (id) where place is not null;`);

test('a migration with concurrent indexes builds them, drops others, and is noted', async () => {
  await open.pool.query('create index shelves_old on shelves (place, id)');
  const more = migrationOf(`${TWO.sql}\ndrop index concurrently if exists shelves_old;`);
  expect(await migrate(client, [more])).toEqual(['0001_indexes.sql']);
  expect(await validIndexes()).toEqual({ shelves_by_id: true, shelves_by_place: true });
  expect(await migrate(client, [more])).toEqual([]);
});

test('writers go on while the index is built', async () => {
  await other.query('begin');
  await other.query('insert into shelves values (1)');
  const migrating = migrate(client, [TWO]);
  await waitingBuild();
  await open.pool.query('insert into shelves values (2)');
  await other.query('commit');
  await migrating;
  expect(await validIndexes()).toEqual({ shelves_by_id: true, shelves_by_place: true });
});

test('after an end in the middle of a build the migration is not noted, and a repeat builds the index anew', async () => {
  await other.query('begin');
  await other.query('insert into shelves values (1)');
  const migrating = migrate(client, [TWO]);
  const failed = expect(migrating).rejects.toThrow();
  const pid = await waitingBuild();
  await open.pool.query('select pg_terminate_backend($1)', [pid]);
  await failed;
  await other.query('commit');
  expect(await validIndexes()).toEqual({ shelves_by_place: false });
  expect(await migrate(await again(), [TWO])).toEqual(['0001_indexes.sql']);
  expect(await validIndexes()).toEqual({ shelves_by_id: true, shelves_by_place: true });
});

async function again(): Promise<pg.Client> {
  client = await connect();
  return client;
}

test('a second node that waits for the migrations does not hold up the build', async () => {
  await other.query('begin');
  await other.query('insert into shelves values (1)');
  const migrating = migrate(client, [TWO]);
  await waitingBuild();
  const second = await connect();
  const waiting = withSchemaLock(second, async () => 'second');
  await other.query('commit');
  expect(await migrating).toEqual(['0001_indexes.sql']);
  expect(await waiting).toBe('second');
  await second.end();
});

test('a node of an earlier version that waits in a statement may be ended, but the index is built', async () => {
  await other.query('begin');
  await other.query('insert into shelves values (1)');
  const migrating = migrate(client, [TWO]);
  await waitingBuild();
  const earlier = await connect();
  const waits = earlier.query('select pg_advisory_lock(7420001)').then(
    () => earlier.query('select pg_advisory_unlock(7420001)'),
    (error: Error) => error,
  );
  await other.query('commit');
  expect(await migrating).toEqual(['0001_indexes.sql']);
  await waits;
  await earlier.end();
  expect(await validIndexes()).toEqual({ shelves_by_id: true, shelves_by_place: true });
});

test('a table with partitions is refused by its name', async () => {
  const migration = migrationOf('create index concurrently boxes_by_id on boxes (id)');
  await expect(migrate(client, [migration])).rejects.toThrow(
    'Migration 0001_indexes.sql failed: the table boxes has partitions',
  );
});

test('the same name on another table is refused, not taken for the index', async () => {
  await open.pool.query('create table crates (id int); create index shelves_by_place on crates (id)');
  await expect(migrate(client, [TWO])).rejects.toThrow(
    'the index shelves_by_place exists already, on the table crates',
  );
  await open.pool.query('drop table crates');
});

test('a migration that does anything else beside it is refused when it is read', () => {
  const mixed = 'alter table shelves add column n int;\ncreate index concurrently shelves_n on shelves (n);';
  expect(() => migrationOf(mixed)).toThrow('This is neither: alter table shelves');
});
