import type { Pool, PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../kit/db/testing/open-database.ts';
import { required } from '../../kit/required.ts';
import { lockWithReferences } from './lock-references.repository.ts';

let open: OpenDatabase;
let pool: Pool;
let mover: PoolClient;
let client: PoolClient;

beforeAll(async () => {
  open = await openDatabase({ role: 'owner' });
  ({ pool } = open);
  await pool.query(
    `create table tied_a (id int primary key);
     create table tied_b (id int primary key, a int references tied_a);
     create table tied_c (b int references tied_b);
     create table apart (id int primary key)`,
  );
});
afterAll(() => open?.close());
beforeEach(async () => {
  [mover, client] = await Promise.all([pool.connect(), pool.connect()]);
  for (const each of [mover, client]) await each.query('begin');
});
afterEach(async () => {
  for (const each of [mover, client]) {
    await each.query('rollback');
    each.release();
  }
});

/** The tables of this test that the mover's transaction has locked exclusively. */
async function lockedByMover(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname::text as name from pg_locks l join pg_class c on c.oid = l.relation
     where l.pid = $1 and l.granted and l.mode = 'AccessExclusiveLock' and c.relkind = 'r' order by 1`,
    [await pidOf(mover)],
  );
  return rows.map(({ name }) => name);
}

async function pidOf(of: PoolClient): Promise<number> {
  const { rows } = await of.query<{ pid: number }>('select pg_backend_pid() as pid');
  return required(rows[0], 'the process').pid;
}

test('tables connected by foreign keys in either direction are locked together, and no others', async () => {
  await lockWithReferences(mover, 'tied_b');
  expect(await lockedByMover()).toEqual(['tied_a', 'tied_b', 'tied_c']);
});

test('in a deadlock with the mover, the mover is cancelled and the other transaction continues', async () => {
  const moverPid = await pidOf(mover);
  await client.query('lock table tied_b in access share mode');
  const moved = lockWithReferences(mover, 'tied_c').then(
    () => 'locked',
    (error: { code?: string }) => error.code,
  );
  await expect
    .poll(async () => {
      const waits = 'select from pg_locks where pid = $1 and not granted';
      return (await pool.query(waits, [moverPid])).rowCount;
    })
    .toBe(1);
  // Completes the deadlock: the mover holds this table.
  const read = client.query('select from tied_a');
  expect(await moved).toBe('55P03');
  await mover.query('rollback');
  expect((await read).rowCount).toBe(0);
});

test('the time limit of the lock ends with the lock', async () => {
  await lockWithReferences(mover, 'tied_a');
  const { rows } = await mover.query('show statement_timeout');
  expect(rows).toEqual([{ statement_timeout: '0' }]);
});
