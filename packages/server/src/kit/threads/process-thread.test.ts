import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import type { FixtureTasks } from './thread-pool.fixture.ts';
import { ThreadPool } from './thread-pool.ts';

const pools: ThreadPool<FixtureTasks>[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.stop();
});

function open(size: number): ThreadPool<FixtureTasks> {
  const entry = new URL('./thread-pool.fixture.ts', import.meta.url);
  const pool = new ThreadPool<FixtureTasks>({ entry, size, memoryMb: 32, processFlags: ['--no-turbofan'] });
  pools.push(pool);
  return pool;
}

/** Whether a process is alive; an ended process that its parent has not waited for is not. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}

test('a process that dies only takes the work of its own thread with it', async () => {
  const pool = open(2);
  const [died, other] = [
    pool.run('killProcess', null).catch(({ kind, message }) => [kind, message]),
    pool.run('process', null),
  ];
  expect(await died).toEqual(['crashed', 'Its process ended (SIGKILL).']);
  expect((await other).pid).not.toBe(process.pid);
  expect(await pool.run('double', 2)).toBe(4);
});

test('work that needs other flags of V8 gets a process with them', async () => {
  const pool = open(1);
  const first = await pool.run('process', null);
  const again = await pool.run('process', null, { processFlags: ['--no-turbofan'] });
  const other = await pool.run('process', null, { processFlags: ['--no-maglev'] });
  const any = await pool.run('process', null);
  expect(again).toEqual(first);
  expect(other.pid).not.toBe(first.pid);
  expect(any).toEqual(other);
  await vi.waitFor(() => expect(isAlive(first.pid)).toBe(false), { timeout: 10_000 });
});

test('a process ends when its owner is killed, even in the middle of its work', async () => {
  const owner = fork(new URL('./process-thread.fixture.ts', import.meta.url), {
    execPath: process.execPath,
    execArgv: [],
  });
  const [pid] = (await once(owner, 'message')) as [number];
  expect(isAlive(pid)).toBe(true);
  owner.kill('SIGKILL');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });
});
