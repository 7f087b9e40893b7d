import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../kit/db/testing/open-database.ts';
import { withClient } from '../../kit/embedded-postgres/prepare-database.ts';
import { ClockJumps } from './clock-jumps.ts';
import type { FoundJump } from './found-jump.ts';
import { SharedClock } from './shared-clock.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let database: OpenDatabase;
/** How far the clock of the database is ahead, according to the nodes. */
let aheadMs = 0;

beforeAll(async () => {
  database = await openDatabase();
});
beforeEach(async () => {
  aheadMs = 0;
  await asOwner('truncate clock_jumps');
});
afterAll(() => database.close());

const asOwner = (sql: string) => withClient(database.database.owner, (client) => client.query(sql));

function newNode() {
  const clock = new SharedClock();
  const errors: unknown[] = [];
  const jumps = new ClockJumps({ pool: database.pool, clock, onError: (error) => errors.push(error) });
  const beat = () => {
    const at = performance.now();
    jumps.learn(Date.now() + aheadMs, at, at);
  };
  beat();
  /** How far back in time something that was to be kept for a day may reach. */
  const earlierMs = (withinMs = DAY_MS) => clock.now() - clock.earliest(withinMs);
  return { beat, jumps, earlierMs, errors };
}

/** Simulates a change of the database's clock: the rows in it become older instead. */
async function setClock(ms: number): Promise<void> {
  await database.pool.query(`update clock_jumps set heard_at = heard_at - $1 * interval '1 ms'`, [
    ms - aheadMs,
  ]);
  aheadMs = ms;
}

async function startLater(found?: FoundJump) {
  const node = newNode();
  await node.jumps.start(found);
  await node.jumps.stop();
  return node;
}

/** The nodes learn about it, one after the other. */
async function hear(...nodes: ReturnType<typeof newNode>[]): Promise<void> {
  for (const { beat } of nodes) beat();
  for (const { jumps } of nodes) await jumps.stop();
}

const close = (ms: number) => ({ asymmetricMatch: (seen: number) => Math.abs(seen - ms) < 1_000 });

test('a node that starts after the clock was set ahead by a day knows the earlier time, however many nodes learned of it', async () => {
  const nodes = [newNode(), newNode(), newNode()];
  await setClock(DAY_MS);
  await hear(...nodes);
  await hear(...nodes);
  expect((await startLater()).earlierMs()).toEqual(close(DAY_MS));
  expect((await database.pool.query('select from clock_jumps')).rowCount).toBe(1);
});

test('it also knows it when the clock is set again, ahead or back, and only as long as it matters', async () => {
  const nodes = [newNode(), newNode()];
  for (const [ms, earlierMs] of [
    [3 * HOUR_MS, 3 * HOUR_MS],
    [10 * HOUR_MS, 10 * HOUR_MS],
    [4 * HOUR_MS, 4 * HOUR_MS],
    [-HOUR_MS, 0],
    [2 * HOUR_MS, 3 * HOUR_MS],
  ] as const) {
    await setClock(ms);
    await hear(...nodes);
    expect((await startLater()).earlierMs()).toEqual(close(earlierMs));
  }
  await database.pool.query(`update clock_jumps set heard_at = heard_at - interval '1 day'`);
  const later = await startLater();
  expect(later.earlierMs()).toEqual(close(0));
  expect(later.earlierMs(24.5 * HOUR_MS)).toEqual(close(3 * HOUR_MS));
});

test('a node that learns late of several jumps does not record them again', async () => {
  const [first, second] = [newNode(), newNode()];
  for (const ms of [2 * HOUR_MS, 5 * HOUR_MS]) {
    await setClock(ms);
    await hear(first);
  }
  await hear(second);
  expect((await startLater()).earlierMs()).toEqual(close(5 * HOUR_MS));
  expect((await database.pool.query('select from clock_jumps')).rowCount).toBe(2);
});

test('a jump that could not be recorded is recorded at the next heartbeat', async () => {
  const node = newNode();
  await asOwner('alter table clock_jumps rename to away');
  // There is nothing that would have to be moved.
  aheadMs = DAY_MS;
  await hear(node);
  expect(node.errors).toHaveLength(1);
  await asOwner('alter table away rename to clock_jumps');
  await hear(node);
  expect((await startLater()).earlierMs()).toEqual(close(DAY_MS));
});

test('if the clock is set ahead by a day while no node runs, nothing ends early: the nodes that find out record it once', async () => {
  aheadMs = DAY_MS;
  const found = { aheadMs: DAY_MS, afterId: '0' };
  const nodes = await Promise.all([startLater(found), startLater(found), startLater(found)]);
  for (const node of [...nodes, await startLater({ aheadMs: 3, afterId: '0' })])
    expect(node.earlierMs()).toEqual(close(DAY_MS));
  expect((await database.pool.query('select from clock_jumps')).rowCount).toBe(1);
});

test('jumps recorded by nodes of other machines do not count again', async () => {
  const other = newNode();
  await setClock(2 * HOUR_MS);
  await hear(other);
  const found = { aheadMs: 2 * HOUR_MS, afterId: '0' };
  expect((await startLater(found)).earlierMs()).toEqual(close(2 * HOUR_MS));
  expect((await startLater({ ...found, aheadMs: 0 })).earlierMs()).toEqual(close(2 * HOUR_MS));
  expect((await database.pool.query('select from clock_jumps')).rowCount).toBe(1);
  // It was changed again while no node ran; the first node to start has recorded this.
  await setClock(5 * HOUR_MS);
  for (const later of [
    { aheadMs: 5 * HOUR_MS, afterId: '0' },
    { aheadMs: 3 * HOUR_MS, afterId: other.jumps.knownId },
  ])
    expect((await startLater(later)).earlierMs()).toEqual(close(5 * HOUR_MS));
  expect((await database.pool.query('select from clock_jumps')).rowCount).toBe(2);
});

test('if the clock is set back while no node runs, the earlier time only applies as long as it should', async () => {
  const node = newNode();
  await setClock(3 * HOUR_MS);
  await hear(node);
  await setClock(HOUR_MS);
  const later = await startLater({ aheadMs: -2 * HOUR_MS, afterId: node.jumps.knownId });
  expect(later.earlierMs()).toEqual(close(HOUR_MS));
});
