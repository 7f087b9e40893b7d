import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPool } from '../../kit/db/index.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/embedded-postgres/test-database.ts';
import { newUuid } from '../../kit/ids.ts';
import type { NodeRegistry } from '../cluster/index.ts';
import type { AnyDatabase } from '../spine/index.ts';
import { createJobs, defineJob, handleJob, type JobHandler, JobRunner, migrateJobs } from './index.ts';

const jobs = createJobs();
const note = defineJob<{ text: string }>('test.note');

let database: TestDatabase;
let pool: Pool;
let db: AnyDatabase;
const runners: JobRunner[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connection, { max: 20, applicationName: 'test', onError: () => {} });
  db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  await migrateJobs(pool);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  await pool.query('delete from graphile_worker._private_jobs');
});

/** A node of the register as the runner sees it. */
function nodeOf(nodeId: string, alive: () => string[] = () => [nodeId]) {
  const dead: ((nodeId: string) => unknown)[] = [];
  const registry = {
    nodeId,
    aliveNodeIds: alive,
    otherNodes: () => [],
    onNodeDead: (handler: (nodeId: string) => unknown) => void dead.push(handler),
  } as unknown as NodeRegistry;
  return { registry, die: (id: string) => Promise.all(dead.map((handler) => handler(id))) };
}

async function startRunner(
  handlers: JobHandler[],
  registry = nodeOf(newUuid()).registry,
  { isAlone = false, concurrency = 3 } = {},
) {
  const log = pino({ level: 'silent' });
  const runner = new JobRunner({ pool, registry, log, handlers, concurrency, isAlone });
  runners.push(runner);
  await runner.start();
  return runner;
}

describe('a job', () => {
  test('runs when the transaction that added it commits, and does not exist when it rolls back', async () => {
    const ran: string[] = [];
    await startRunner([handleJob(note, async ({ text }) => void ran.push(text))]);
    await expect(
      db.transaction().execute(async (tx) => {
        await jobs.add(tx, note, { text: 'rolled back' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await db
      .transaction()
      .execute((tx) => jobs.addMany(tx, note, [{ payload: { text: 'a' } }, { payload: { text: 'b' } }]));
    await vi.waitFor(() => expect(ran.toSorted()).toEqual(['a', 'b']), { timeout: 10_000 });
  });

  test('that fails runs again with its attempt counted, until its last', async () => {
    const brittle = defineJob<{ id: string }>('test.brittle', { maxAttempts: 2 });
    const seen: object[] = [];
    await startRunner([
      handleJob(brittle, async (_payload, { attempt, isLastAttempt }) => {
        seen.push({ attempt, isLastAttempt });
        throw new Error('again');
      }),
    ]);
    await db.transaction().execute((tx) => jobs.add(tx, brittle, { id: '1' }));
    await vi.waitFor(
      () =>
        expect(seen).toEqual([
          { attempt: 1, isLastAttempt: false },
          { attempt: 2, isLastAttempt: true },
        ]),
      { timeout: 20_000 },
    );
  });

  test('waits once under its key, and alone in its queue', async () => {
    let running = 0;
    let most = 0;
    const ran: string[] = [];
    const slow = defineJob<{ text: string }>('test.slow');
    for (const text of ['first', 'second']) {
      await db.transaction().execute((tx) => jobs.add(tx, slow, { text }, { key: 'one' }));
    }
    await db.transaction().execute((tx) =>
      jobs.addMany(
        tx,
        slow,
        [1, 2, 3].map((i) => ({ payload: { text: `q${i}` }, queue: 'line' })),
      ),
    );
    await startRunner([
      handleJob(slow, async ({ text }) => {
        if (text.startsWith('q')) most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 30));
        if (text.startsWith('q')) running--;
        ran.push(text);
      }),
    ]);
    await vi.waitFor(() => expect(ran.toSorted()).toEqual(['q1', 'q2', 'q3', 'second']), { timeout: 10_000 });
    expect(most).toBe(1);
  });

  test('of a node that died is run by another at once', async () => {
    const held = newUuid();
    const ran: string[] = [];
    const blocked = Promise.withResolvers<void>();
    const first = nodeOf(held);
    // Its one worker hangs: a node that is dead takes nothing again.
    await startRunner([handleJob(note, () => blocked.promise)], first.registry, { concurrency: 1 });
    await db.transaction().execute((tx) => jobs.add(tx, note, { text: 'taken over' }));
    const isLocked = 'select from graphile_worker._private_jobs where locked_by is not null';
    await vi.waitFor(async () => expect((await pool.query(isLocked)).rowCount).toBe(1), { timeout: 10_000 });
    const second = nodeOf(newUuid());
    await startRunner([handleJob(note, async ({ text }) => void ran.push(text))], second.registry);
    await second.die(held);
    await vi.waitFor(() => expect(ran).toEqual(['taken over']), { timeout: 10_000 });
    blocked.resolve();
  });

  test('that was under way when everything was killed runs again after the next start', async () => {
    const ran: string[] = [];
    await db.transaction().execute((tx) => jobs.add(tx, note, { text: 'left' }));
    await pool.query(
      "update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now()",
    );
    await startRunner([handleJob(note, async ({ text }) => void ran.push(text))], undefined, {
      isAlone: true,
    });
    await vi.waitFor(() => expect(ran).toEqual(['left']), { timeout: 10_000 });
  });

  test('is told to end when the service stops', async () => {
    const ended = Promise.withResolvers<string>();
    const runner = await startRunner([
      handleJob(note, async (_payload, { signal }) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        ended.resolve('aborted');
      }),
    ]);
    await db.transaction().execute((tx) => jobs.add(tx, note, { text: 'long' }));
    const isLocked = 'select from graphile_worker._private_jobs where locked_by is not null';
    await vi.waitFor(async () => expect((await pool.query(isLocked)).rowCount).toBe(1), { timeout: 10_000 });
    await runner.stop();
    expect(await ended.promise).toBe('aborted');
  });
});
