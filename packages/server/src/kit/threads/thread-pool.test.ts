import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { required } from '../required.ts';
import { compileCacheEnvironment } from './thread.ts';
import { ThreadFailure } from './thread-failure.ts';
import type { FixtureTasks } from './thread-pool.fixture.ts';
import { ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';

const pools: ThreadPool<FixtureTasks>[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.stop();
});

/** Options for all pools in the tests of one kind. */
let kind: Partial<ThreadPoolOptions> = {};

function open(options: Partial<ThreadPoolOptions> = {}): ThreadPool<FixtureTasks> {
  const entry = new URL('./thread-pool.fixture.ts', import.meta.url);
  const pool = new ThreadPool<FixtureTasks>({ entry, size: 1, memoryMb: 32, ...kind, ...options });
  pools.push(pool);
  return pool;
}

async function failureOf(work: Promise<unknown>): Promise<ThreadFailure> {
  const thrown = await work.then(
    () => undefined,
    (error) => error,
  );
  expect(thrown).toBeInstanceOf(ThreadFailure);
  return thrown;
}

describe.each([
  ['threads of this process', {}],
  ['threads with processes of their own', { processFlags: ['--no-turbofan'] }],
])('%s', (_name, options) => {
  beforeAll(() => {
    kind = options;
  });

  test('a pool knows whether work would start at once', async () => {
    const pool = open();
    expect(pool.hasFree).toBe(true);
    const busy = Array.from({ length: pool.size }, () => pool.run('double', 1));
    expect(pool.hasFree).toBe(false);
    await Promise.all(busy);
    expect(pool.hasFree).toBe(true);
    await pool.stop();
    expect(pool.hasFree).toBe(false);
  });

  test('work that waits for a thread is done in order, and its outputs return to the callers', async () => {
    const pool = open();
    expect(await Promise.all([1, 2, 3].map((n) => pool.run('double', n)))).toEqual([2, 4, 6]);
  });

  test('hanging work is stopped after its time limit, which starts when a thread takes it, and the next is done', async () => {
    const pool = open();
    const [hung, next] = [
      pool.run('hang', null, { timeoutMs: 300 }),
      pool.run('double', 4, { timeoutMs: 5_000 }),
    ];
    expect((await failureOf(hung)).kind).toBe('timed_out');
    expect(await next).toBe(8);
  });

  test('work is stopped once it has used its CPU time, however long it has waited for a CPU', async () => {
    const pool = open();
    await pool.run('double', 1);
    expect((await failureOf(pool.run('hang', null, { processorMs: 400 }))).kind).toBe('timed_out');
    // Starts the next one, so that its start does not count.
    await pool.run('double', 1);
    expect(await pool.run('rest', 700, { processorMs: 400 })).toBe(700);
  });

  test('work is not stopped because the service itself is held up while it looks', async () => {
    const pool = open();
    await pool.run('double', 1);
    const work = pool.run('rest', 2_500, { processorMs: 400 });
    setTimeout(() => {
      const until = performance.now() + 1_300;
      while (performance.now() < until);
    }, 400);
    expect(await work).toBe(2_500);
  });

  test('work that uses no CPU time is stopped after ten times as much wall time', async () => {
    const pool = open();
    await pool.run('double', 1);
    const startedAt = performance.now();
    const failure = await failureOf(pool.run('rest', 60_000, { processorMs: 200 }));
    expect([failure.kind, performance.now() - startedAt >= 2_000]).toEqual(['timed_out', true]);
  });

  test('an error of the work is returned with its plain fields, and the thread continues', async () => {
    const pool = open();
    await pool.run('count', null);
    const failure = await failureOf(pool.run('fail', 'too far'));
    expect([failure.kind, failure.message, failure.thrown]).toEqual([
      'threw',
      'too far',
      { name: 'RangeError', position: 7 },
    ]);
    expect(await pool.run('count', null)).toBe(2);
  });

  test('input that cannot be passed to a thread fails for its caller, even if it had to wait', async () => {
    const pool = open();
    const uncloneable = (() => undefined) as unknown as string;
    const [before, failure] = await Promise.all([
      pool.run('double', 1),
      failureOf(pool.run('fail', uncloneable)),
    ]);
    expect([before, failure.kind, failure.message]).toEqual([
      2,
      'threw',
      expect.stringContaining('could not be cloned'),
    ]);
    expect(await pool.run('double', 2)).toBe(4);
  });

  test('a thread that dies or uses too much memory only fails its own work', async () => {
    const pool = open();
    expect((await failureOf(pool.run('die', null))).kind).toBe('crashed');
    expect((await failureOf(pool.run('hoard', null))).kind).toBe('out_of_memory');
    expect(await pool.run('double', 1)).toBe(2);
  });

  test('work that is no longer wanted is stopped, whether it waits or runs', async () => {
    const pool = open();
    const [running, waiting] = [new AbortController(), new AbortController()];
    const failures = [
      failureOf(pool.run('hang', null, { signal: running.signal })),
      failureOf(pool.run('hang', null, { signal: waiting.signal })),
    ];
    waiting.abort();
    expect((await required(failures[1], 'failures[1]')).kind).toBe('aborted');
    running.abort();
    expect((await required(failures[0], 'failures[0]')).kind).toBe('aborted');
    expect(await pool.run('double', 3)).toBe(6);
  });

  test('work goes to the free thread that has the same thing in memory', async () => {
    const pool = open({ size: 2 });
    await Promise.all(['a', 'b'].map((affinity) => pool.run('count', null, { affinity })));
    expect(await pool.run('count', null, { affinity: 'b' })).toBe(2);
    expect(await pool.run('count', null, { affinity: 'b' })).toBe(3);
    expect(await pool.run('count', null, { affinity: 'a' })).toBe(2);
  });

  test('a thread is prepared once, before there is work, and does the next work', async () => {
    const pool = open({ size: 2 });
    pool.prepare('count', null);
    pool.prepare('count', null);
    expect(await pool.run('count', null)).toBe(2);
  });

  test('errors during the preparation of a thread are found by its work', async () => {
    const pool = open();
    pool.prepare('fail', 'nobody hears of it');
    expect(await pool.run('double', 2)).toBe(4);
  });

  test('more waiting work than allowed is refused', async () => {
    const pool = open({ maxWaiting: 1 });
    const first = failureOf(pool.run('hang', null, { timeoutMs: 200 }));
    const second = pool.run('double', 1);
    expect((await failureOf(pool.run('double', 2))).kind).toBe('aborted');
    expect([(await first).kind, await second]).toEqual(['timed_out', 2]);
  });

  test('an idle thread is ended, and a new one does the next work', async () => {
    const pool = open({ idleMs: 50 });
    expect(await pool.run('count', null)).toBe(1);
    const again = async () => expect(await pool.run('count', null)).toBe(1);
    await vi.waitFor(again, { interval: 200, timeout: 10_000 });
  });

  test('a thread is ended after its maximum number of tasks, and a new one does the next work', async () => {
    const pool = open();
    expect(await pool.run('count', null)).toBe(1);
    expect(await pool.run('count', null, { endsThread: true })).toBe(2);
    expect(await Promise.all([pool.run('count', null), pool.run('count', null)])).toEqual([1, 2]);
  });

  test('a thread sees nothing of the environment except the place of the compile cache', async () => {
    expect(await open().run('environment', null)).toEqual(Object.keys(compileCacheEnvironment()));
  });
});
