import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../kit/db/testing/open-database.ts';
import { newUuid } from '../../kit/ids.ts';
import { required } from '../../kit/required.ts';
import type { NodeRegistry } from '../cluster/index.ts';
import type { AnyDatabase } from '../spine/index.ts';
import { endGivenUp } from './given-up-jobs.ts';
import { createJobs, defineJob, handleJob, type JobHandler, JobRunner, migrateJobs } from './index.ts';
import { hastenJobs } from './testing/hasten-jobs.ts';
import { createWorkerRegister } from './worker.repository.ts';

const jobs = createJobs();
const note = defineJob<{ text: string }>('test.note');

let opened: OpenDatabase;
let pool: Pool;
let db: AnyDatabase;
const runners: JobRunner[] = [];

beforeAll(async () => {
  opened = await openDatabase({ max: 20 });
  ({ pool, db } = opened);
  await migrateJobs(pool);
});
afterAll(() => opened?.close());
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  await pool.query('delete from graphile_worker._private_jobs');
});

async function leftJobs(): Promise<number> {
  return required(
    (await pool.query('select from graphile_worker._private_jobs')).rowCount,
    'the count of jobs',
  );
}

/** A node of the register, as the runner sees it. */
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
  test('runs when the transaction that added it commits, and does not exist if it rolls back', async () => {
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

  test('of an organization waits for at most one job of each other organization, however many they have', async () => {
    const owned = defineJob<{ orgId: string; text: string }>('test.owned');
    const add = (orgId: string, ...texts: string[]) =>
      db.transaction().execute((tx) =>
        jobs.addMany(
          tx,
          owned,
          texts.map((text) => ({ payload: { orgId, text } })),
        ),
      );
    await add('busy', 'b1', 'b2', 'b3');
    await add('busy', 'b4');
    await add('other', 'o1', 'o2');
    await add('busy', 'b5');
    await add('third', 't1');
    await add('other', 'o3');
    const ran: string[] = [];
    const handler = handleJob(owned, async ({ text }) => void ran.push(text));
    await startRunner([handler], nodeOf(newUuid()).registry, { concurrency: 1 });
    await vi.waitFor(() => expect(ran).toHaveLength(9), { timeout: 10_000 });
    // The jobs of each organization keep their order.
    for (const owner of ['b', 'o', 't']) {
      const own = ran.filter((text) => text.startsWith(owner));
      expect(own).toEqual(own.toSorted());
    }
    expect(ran.slice(0, 3).toSorted()).toEqual(['b1', 'o1', 't1']);
    expect(ran.indexOf('o2')).toBeLessThan(ran.indexOf('b3'));
    expect(ran.slice(-2)).toEqual(['b4', 'b5']);
  });

  test('that fails runs again with its attempt counted, up to its last', async () => {
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
      async () => {
        await hastenJobs(pool);
        expect(seen).toEqual([
          { attempt: 1, isLastAttempt: false },
          { attempt: 2, isLastAttempt: true },
        ]);
      },
      { timeout: 20_000 },
    );
  });

  test('that ends during a database outage is recorded afterwards, and the node continues', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    let isAway = false;
    const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
    // The library also calls it with a callback, for the connection on which it listens.
    const leaving = vi
      .spyOn(pool, 'connect')
      .mockImplementation(((...args: unknown[]) =>
        isAway && args.length === 0 ? Promise.reject(refused) : connect(...args)) as never);
    const seen: number[] = [];
    await startRunner([
      handleJob(note, async (_payload, { attempt }) => {
        seen.push(attempt);
        isAway = attempt === 1;
        if (isAway) throw new Error('again');
      }),
    ]);
    await db.transaction().execute((tx) => jobs.add(tx, note, { text: 'a' }));
    await vi.waitFor(() => expect(leaving.mock.results.length).toBeGreaterThan(0));
    await vi.waitFor(() => expect(seen).toEqual([1]), { timeout: 10_000 });
    const asked = leaving.mock.calls.length;
    await vi.waitFor(() => expect(leaving.mock.calls.length).toBeGreaterThan(asked), { timeout: 10_000 });
    isAway = false;
    await vi.waitFor(() => expect(seen).toEqual([1, 2]), { timeout: 40_000 });
    await vi.waitFor(async () => expect(await leftJobs()).toBe(0), { timeout: 10_000 });
    leaving.mockRestore();
  }, 70_000);

  test('ends as failed, with its error, after its last attempt', async () => {
    const doomed = defineJob<{ id: string }>('test.doomed', { maxAttempts: 2 });
    const givenUp: unknown[] = [];
    let runs = 0;
    const run = async () => {
      throw new Error(['first', 'second'][runs++]);
    };
    await startRunner([handleJob(doomed, run, async (payload, why) => void givenUp.push([payload, why]))]);
    await db.transaction().execute((tx) => jobs.add(tx, doomed, { id: '1' }));
    await vi.waitFor(
      async () => {
        await hastenJobs(pool);
        expect(givenUp).toEqual([[{ id: '1' }, { error: new Error('second') }]]);
      },
      { timeout: 20_000 },
    );
    await vi.waitFor(async () => expect(await leftJobs()).toBe(0), { timeout: 10_000 });
  });

  test('that keeps failing with the same error is given up long before its last attempt', async () => {
    const stuck = defineJob<{ id: string }>('test.stuck', { maxAttempts: 25 });
    const attempts: number[] = [];
    const givenUp: unknown[] = [];
    const run = async (_payload: object, { attempt }: { attempt: number }) => {
      attempts.push(attempt);
      throw new Error(`cannot pass more than 100 arguments, attempt ${attempt} of row ${newUuid()}`);
    };
    await startRunner([handleJob(stuck, run, async (payload) => void givenUp.push(payload))]);
    await db.transaction().execute((tx) => jobs.add(tx, stuck, { id: '1' }));
    await vi.waitFor(
      async () => {
        await hastenJobs(pool);
        expect(givenUp).toEqual([{ id: '1' }]);
      },
      { timeout: 40_000 },
    );
    expect(attempts).toEqual([1, 2, 3]);
    await vi.waitFor(async () => expect(await leftJobs()).toBe(0), { timeout: 10_000 });
  });

  test('whose last attempt crashed, or could not be given up then, is given up later', async () => {
    const lost = defineJob<{ id: string }>('test.lost');
    const givenUp: unknown[] = [];
    const handler = handleJob(
      lost,
      async () => {},
      async (payload, why) => {
        givenUp.push([payload, why]);
        if (givenUp.length === 1) throw new Error('the database is away');
      },
    );
    await db
      .transaction()
      .execute((tx) => jobs.addMany(tx, lost, [{ payload: { id: '1' } }, { payload: { id: '2' } }]));
    const spent = `update graphile_worker._private_jobs set attempts = max_attempts where payload ->> 'id' = '1'`;
    await pool.query(spent);
    const faults: string[] = [];
    const end = () => endGivenUp(pool, [handler], (error, name) => faults.push(`${name}: ${error}`));
    await end();
    expect(faults).toEqual(['test.lost: Error: the database is away']);
    await end();
    expect(givenUp).toEqual(Array(2).fill([{ id: '1' }, { error: undefined }]));
    // A job that can still run is not removed.
    expect(await leftJobs()).toBe(1);
  });

  test('waits once per key, and runs alone in its queue', async () => {
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

  test('of a dead node is run by another at once', async () => {
    const held = newUuid();
    const ran: string[] = [];
    const blocked = Promise.withResolvers<void>();
    const first = nodeOf(held);
    // Its only worker hangs, because a dead node takes no more jobs.
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

  test('whose worker belongs to no living node is freed at the second look, whatever the clock says', async () => {
    await db.transaction().execute((tx) => jobs.add(tx, note, { text: 'held' }));
    // The clock is an hour ahead of the time when the job was taken.
    await pool.query(
      "update graphile_worker._private_jobs set locked_by = 'pool-of-a-new-node', locked_at = now() - interval '1 hour'",
    );
    const [looker, holder] = [newUuid(), newUuid()];
    const register = createWorkerRegister(pool, looker);
    const isHeld = async () => {
      const text = 'select from graphile_worker._private_jobs where locked_by is not null';
      return (await pool.query(text)).rowCount === 1;
    };
    await register.releaseStrange([looker]);
    expect(await isHeld()).toBe(true);
    await createWorkerRegister(pool, holder).add(['pool-of-a-new-node']);
    for (let look = 0; look < 2; look++) await register.releaseStrange([looker, holder]);
    expect(await isHeld()).toBe(true);
    for (let look = 0; look < 2; look++) await register.releaseStrange([looker]);
    expect(await isHeld()).toBe(false);
    await pool.query('delete from graphile_worker._private_jobs');
  });

  test('of a node that others took for dead, and that lives, belongs to it again at its next look', async () => {
    const [one, other] = [newUuid(), newUuid()];
    await startRunner([], nodeOf(one).registry);
    const poolIds = async () =>
      (await pool.query('select pool_id from job_workers where node_id = $1', [one])).rows;
    const before = await poolIds();
    expect(before).toHaveLength(1);
    await createWorkerRegister(pool, other).release([one]);
    expect(await poolIds()).toEqual([]);
    await expect.poll(poolIds, { timeout: 15_000 }).toEqual(before);
  });

  test('that was in progress when everything was killed runs again after the next start', async () => {
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
