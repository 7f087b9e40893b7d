import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSpine, type TestSpine, testEvent } from './spine.fixture.ts';

const CHUNK = 256;
let spine: TestSpine;
let orgId: string;
let owner: pg.Client;
let before: unknown;

beforeAll(async () => {
  spine = await startSpine({ chunkEvents: CHUNK });
  orgId = await spine.addOrganization();
  await spine.appender.appendAll(
    Array.from({ length: CHUNK + 3 }, (_, n) =>
      testEvent(orgId, { data: { n }, metadata: { correlationId: `c${n}` } }),
    ),
  );
  await spine.services.integrator.integrateNow(orgId);
  owner = new pg.Client(spine.database.owner);
  await owner.connect();
  before = await readLog();
});
afterAll(async () => {
  await owner.end();
  await spine.close();
});

/** Every row of every table of the log, and the triggers and rights that protect them. */
async function readLog(): Promise<unknown> {
  const { rows } = await owner.query<{ name: string }>('select name from log_tables() order by name');
  const contents: Record<string, unknown> = {};
  for (const { name } of rows) {
    const table = await owner.query(`select t::text as row from ${name} t order by 1`);
    contents[name] = table.rows;
  }
  const guards = await owner.query(
    `select tgname, tgenabled, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1`,
  );
  const functions = await owner.query(
    `select proname, prosrc, proowner from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  );
  const rights = await owner.query(
    `select relname, relacl::text from pg_class where relnamespace = 'public'::regnamespace order by 1`,
  );
  return { contents, guards: guards.rows, functions: functions.rows, rights: rights.rows };
}

const tables = [
  'events',
  'event_checkpoints',
  'event_kinds',
  'event_chunks',
  'event_counts',
  'event_tiles',
  'event_trees',
  'event_logs',
  'checkpoint_keys',
];
const everyTable = tables.flatMap((table) => [
  `delete from ${table}`,
  `truncate ${table} cascade`,
  `drop table ${table} cascade`,
  `alter table ${table} disable trigger all`,
  `alter table ${table} owner to current_user`,
  `alter table ${table} rename to other`,
  `alter table ${table} enable row level security`,
  `create trigger later before insert on ${table} for each row execute function suppress_redundant_updates_trigger()`,
  `create rule aside as on insert to ${table} do instead nothing`,
  `create index on ${table} (org_id)`,
  `comment on table ${table} is 'forged'`,
]);
const forgeries = [
  `update events set source = 'forged'`,
  `update events set correlation_id = null`,
  `update events set fact = 'forged'`,
  `update events set source = source where false`,
  `insert into events select * from events on conflict (id) do update set source = 'forged'`,
  `merge into events e using events o on e.id = o.id when matched then delete`,
  `merge into events e using events o on e.id = o.id when matched then update set source = 'forged'`,
  `select * from events for update`,
  `with gone as (delete from events returning *) select * from gone`,
  `begin; lock table events in access exclusive mode`,
  `copy events from program 'true'`,
  `copy (select 1) to program 'true'`,
  `update event_checkpoints set note = 'forged'`,
  `update event_kinds set type = 'forged'`,
  `update event_chunks set earliest_ms = 0`,
  `update event_counts set events = 0`,
  `update event_tiles set tile = 9`,
  `update event_tiles set hashes = ''`,
  `update event_tiles set hashes = sha256('forged')`,
  `insert into event_tiles select org_id, level, tile, sha256('x') from event_tiles
   on conflict (org_id, level, tile) do update set hashes = excluded.hashes`,
  `update event_trees set chunks = 0`,
  `update event_trees set signed_size = 0`,
  `update event_trees set checkpoints = 0`,
  `update event_trees set org_id = gen_random_uuid()`,
  `update event_logs set size = size - 1`,
  `update event_logs set org_id = gen_random_uuid()`,
  `update checkpoint_keys set public_key = 'forged'`,
  `update checkpoint_keys set created_at = now()`,
  `update checkpoint_keys set sealed_private_key = 'forged'`,
  `insert into migrations (name, sha256) values ('0099_forged.sql', '')`,
  `delete from migrations`,
];
const disguises = [
  `drop trigger events_append_only on events`,
  `drop function refuse_change() cascade`,
  `create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$`,
  `alter function refuse_change() owner to current_user`,
  `alter function refuse_change() security definer`,
  `create or replace function log_tables() returns table (name text, moving text[]) language sql as $$ select null, null $$`,
  `select grant_service_access(current_user)`,
  `create function public.sha256(text) returns bytea language sql as $$ select ''::bytea $$`,
  `create table public.forged (n integer)`,
  `create schema forged`,
  `drop schema public cascade`,
  `alter schema public owner to current_user`,
  `set session_replication_role = replica`,
  `select set_config('session_replication_role', 'replica', false)`,
  `alter role current_user set session_replication_role = replica`,
  `alter role current_user superuser`,
  `create role forged superuser login`,
  `create role forged`,
  `grant pg_write_all_data to current_user`,
  `alter database postgres owner to current_user`,
  `alter system set fsync = off`,
  `alter sequence routes_versions restart`,
  `select setval('routes_versions', 1)`,
  `alter default privileges for role trivium grant all on tables to trivium_service`,
  `create extension pageinspect`,
  `load 'auto_explain'`,
  `create event trigger forged on ddl_command_end execute function refuse_change()`,
  `select pg_read_file('postgresql.conf')`,
  `select lo_import('/etc/passwd')`,
  `update pg_trigger set tgenabled = 'D'`,
  `delete from pg_depend`,
  `set role trivium`,
  `set role postgres`,
  `set session authorization postgres`,
  `reassign owned by trivium to current_user`,
  `drop owned by trivium`,
  `do $$ begin execute 'set local role trivium'; delete from events; end $$`,
  `reindex table events`,
  `cluster events using events_pkey`,
  `alter index events_id rename to other`,
  `drop index events_id`,
];

const REFUSAL =
  /permission denied|must be (?:owner|able)|is append-only|must have|only roles|not allowed|cannot be changed/i;

describe('with the rights of the service, the database refuses', () => {
  test.each([...everyTable, ...forgeries, ...disguises])('%s', async (statement) => {
    const client = await spine.pool.connect();
    // Each on a separate connection that is closed afterwards, so that a setting that was wrongly accepted has no
    // further effect.
    const refusal = await client.query(statement).then(
      () => 'done',
      (error: Error) => error.message,
    );
    client.release(true);
    expect(refusal).toMatch(REFUSAL);
  });

  // PostgreSQL only warns about a grant of rights that the role may not pass on, and does nothing.
  test.each(tables.map((table) => `grant all on ${table} to current_user`))(
    'or ignores %s',
    async (statement) => {
      await spine.pool.query(statement);
    },
  );

  test('and the log and its protection are unchanged', async () => {
    expect(await readLog()).toEqual(before);
  });

  test('tables that would hide the real ones from functions of their owner', async () => {
    const client = await spine.pool.connect();
    await client.query('create temp table delivery_attempts_default (attempted_at timestamptz, forged text)');
    await client.query('create temp table delivery_attempts (attempted_at timestamptz)');
    await client.query(`set search_path = pg_temp, public`);
    await client.query(`select make_attempt_partition('2020-02-02')`);
    const { rows } = await owner.query(
      `select inhparent::regclass::text as parent from pg_inherits where inhrelid = 'delivery_attempts_20200202'::regclass`,
    );
    expect(rows).toEqual([{ parent: 'delivery_attempts' }]);
    await client.query(`select drop_attempt_partition('2020-02-02')`);
    client.release(true);
  });
});

describe('even the owner of the tables is refused, unless it removes the protection', () => {
  test.each([
    ...tables.flatMap((table) => [`delete from ${table}`, `truncate ${table} cascade`]),
    `update events set source = 'forged'`,
    `update event_checkpoints set note = 'forged'`,
    `update event_kinds set type = 'forged'`,
    `update event_chunks set times = ''`,
    `update event_counts set events = events + 1`,
    `update event_tiles set hashes = sha256('forged')`,
    `update event_trees set signed_size = signed_size - 1`,
    `update event_logs set size = size - 1`,
    `update checkpoint_keys set public_key = 'forged'`,
  ])('%s', async (statement) => {
    await expect(owner.query(statement)).rejects.toThrow(/append-only/);
  });
});
