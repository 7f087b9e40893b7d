import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { FixtureTasks } from './sandbox.fixture.ts';
import { Sandbox, type SandboxOptions } from './sandbox.ts';
import { SandboxFailure } from './sandbox-failure.ts';
import { SandboxTasks } from './sandbox-tasks.ts';

const opened: Sandbox[] = [];
afterEach(async () => {
  for (const sandbox of opened.splice(0)) await sandbox.stop();
});

function open(options: SandboxOptions = {}) {
  const sandbox = new Sandbox({ size: 2, ...options });
  opened.push(sandbox);
  const tasks = new SandboxTasks<FixtureTasks>(new URL('./sandbox.fixture.ts', import.meta.url), sandbox);
  return { sandbox, tasks };
}

const A = { owner: 'a' };
const B = { owner: 'b' };

async function failureOf(work: Promise<unknown>): Promise<SandboxFailure> {
  const thrown = await work.then(
    () => undefined,
    (error) => error,
  );
  expect(thrown).toBeInstanceOf(SandboxFailure);
  return thrown;
}

/** Whether a process is alive; an ended process that its parent has not waited for is not. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}

test('concurrent work is sent together, and each caller gets its own output or error', async () => {
  const { tasks } = open();
  const asked = Array.from({ length: 200 }, (_, i) =>
    i % 10 === 3
      ? tasks.run('fail', `no ${i}`, A).catch(({ kind, message, thrown }) => [kind, message, thrown])
      : tasks.run('double', i, A),
  );
  const answers = await Promise.all(asked);
  expect(answers).toEqual(
    answers.map((_, i) => (i % 10 === 3 ? ['threw', `no ${i}`, { name: 'RangeError', position: 7 }] : 2 * i)),
  );
});

test.runIf(process.platform === 'linux')(
  'no thread of its processes has a higher priority than the service, however low that is',
  async () => {
    const { sandbox, tasks } = open();
    await tasks.run('double', 1, A);
    const own = getPriority(process.pid);
    for (const pid of sandbox.pids) {
      const threads = readdirSync(`/proc/${pid}/task`).map((thread) => getPriority(Number(thread)));
      expect(threads.length).toBeGreaterThan(2);
      expect(new Set(threads)).toEqual(new Set([Math.max(own, Math.min(own + 10, 15))]));
    }
  },
);

test.runIf(existsSync('/proc/self/autogroup'))(
  'its processes are in scheduling groups of their own, below that of the service',
  async () => {
    const { sandbox, tasks } = open();
    await tasks.run('double', 1, A);
    const groupOf = (pid: number) => readFileSync(`/proc/${pid}/autogroup`, 'latin1').trim().split(' nice ');
    const [own] = groupOf(process.pid);
    const wanted = String(Math.min(getPriority(process.pid) + 10, 15));
    for (const pid of sandbox.pids) {
      await expect.poll(() => groupOf(pid)[1]).toBe(wanted);
      expect(groupOf(pid)[0]).not.toBe(own);
    }
  },
);

test('long texts and bytes arrive completely, in the same turn as short ones', async () => {
  const { tasks } = open();
  const text = 'ä😀x'.repeat(500_000);
  const bytes = Buffer.alloc(3_000_001, text);
  const wanted = createHash('sha256').update(text).update(bytes).digest('hex');
  const asked = [1, 2].flatMap((i) => [tasks.run('digest', { text, bytes }, A), tasks.run('double', i, A)]);
  expect(await Promise.all(asked)).toEqual([wanted, 2, wanted, 4]);
});

test('work runs in a separate process without environment, files, processes or code generation', async () => {
  const { tasks } = open();
  const secret = join(tmpdir(), 'of-the-machine');
  expect(await tasks.run('pid', null, A)).not.toBe(process.pid);
  expect(await tasks.run('environment', null, A)).toEqual([]);
  expect(await tasks.run('reach', secret, A)).toEqual([
    'ERR_ACCESS_DENIED',
    'ERR_ACCESS_DENIED',
    'ERR_ACCESS_DENIED',
    'EvalError',
  ]);
  expect(existsSync(`${secret}.new`)).toBe(false);
});

test.each([
  ['hangs', 'hang', 'timed_out'],
  ['fills the heap', 'hoard', 'out_of_memory'],
  ['fills memory beside the heap', 'hoardBuffers', 'out_of_memory'],
  ['ends its thread', 'endThread', 'crashed'],
  ['ends its process', 'killProcess', 'crashed'],
] as const)(
  'work that %s fails with its reason, and other work of the same batch is done',
  async (_name, work, kind) => {
    const { tasks } = open({ heapMb: 64, residentMb: 256, restAfterDeathMs: 0 });
    const [, failure, ...others] = await Promise.all([
      tasks.run('double', 1, A),
      failureOf(tasks.run(work, null, { ...A, timeoutMs: kind === 'timed_out' ? 200 : 20_000 })),
      tasks.run('double', 2, A),
      tasks.run('upper', 'b', A),
    ]);
    expect([failure.kind, ...others]).toEqual([kind, 4, 'B']);
  },
  60_000,
);

test('an expression that causes a fatal error of V8 only crashes its sandbox', async () => {
  const { tasks } = open();
  const failure = await failureOf(tasks.run('breakV8', null, { ...A, timeoutMs: 60_000 }));
  expect(['crashed', 'out_of_memory']).toContain(failure.kind);
  expect(await tasks.run('double', 4, B)).toBe(8);
}, 60_000);

test('an owner with endless work delays others by at most one piece of work', async () => {
  const { tasks } = open();
  let isOver = false;
  const hostile = Array.from({ length: 3 }, async () => {
    while (!isOver) await tasks.run('hang', null, { ...A, timeoutMs: 1_000 }).catch(() => undefined);
  });
  await tasks.run('double', 1, B);
  const begun = performance.now();
  for (let i = 0; i < 50; i++) expect(await tasks.run('double', i, B)).toBe(2 * i);
  // Waiting for one piece of hostile work each time would take 50 s.
  expect(performance.now() - begun).toBeLessThan(10_000);
  isOver = true;
  await Promise.all(hostile);
}, 60_000);

test('slow work leaves a process to fast work, however many owners have slow work', async () => {
  const { tasks } = open();
  // Both processes are running before the measurement.
  await Promise.all([tasks.run('spin', 200, A), tasks.run('double', 1, B)]);
  const ended: string[] = [];
  const long = ['c', 'd', 'e'].map((owner) =>
    tasks.run('spin', 1_500, { owner, timeoutMs: 20_000 }).then(() => ended.push('long')),
  );
  for (let i = 0; i < 5; i++) await tasks.run('double', i, B).then(() => ended.push('short'));
  await Promise.all(long);
  expect(ended).toEqual([...Array(5).fill('short'), 'long', 'long', 'long']);
}, 60_000);

test('what one turn leaves is done in the next, with others in between', async () => {
  const { tasks } = open();
  await Promise.all([tasks.run('spin', 100, A), tasks.run('double', 1, B)]);
  const ended: string[] = [];
  await Promise.all([
    ...Array.from({ length: 6 }, () => tasks.run('spin', 60, A).then(() => ended.push('a'))),
    tasks.run('double', 1, B).then(() => ended.push('b')),
  ]);
  expect(ended.filter((owner) => owner === 'a')).toHaveLength(6);
  expect(ended.at(-1)).toBe('a');
});

test('too much input, output or waiting work, and work that waited too long, is refused by name', async () => {
  const { tasks } = open({ maxWaitMs: 500 });
  const kinds = await Promise.all(
    [
      tasks.run('upper', 'x'.repeat(101), { ...A, maxInput: 100 }),
      tasks.run('repeat', 101, { ...A, maxOutput: 100 }),
    ].map(async (work) => (await failureOf(work)).kind),
  );
  expect(kinds).toEqual(['input_too_large', 'output_too_large']);
  const hung = failureOf(tasks.run('hang', null, { ...A, timeoutMs: 2_000 }));
  const waiting = Array.from({ length: 2_100 }, () => failureOf(tasks.run('hang', null, A)));
  const failures = await Promise.all(waiting);
  expect(new Set(failures.map(({ kind }) => kind))).toEqual(new Set(['busy']));
  expect(new Set(failures.map(({ message }) => message)).size).toBe(2);
  expect((await hung).kind).toBe('timed_out');
}, 60_000);

test('no process exists before there is work, and none stays without work', async () => {
  const { sandbox, tasks } = open({ idleMs: 50 });
  expect(sandbox.pids).toEqual([]);
  await tasks.run('double', 1, A);
  await vi.waitFor(() => expect(sandbox.pids).toEqual([]), { timeout: 10_000 });
  expect(await tasks.run('double', 2, A)).toBe(4);
});

test('a process of the sandbox ends with the service, even in the middle of work', async () => {
  const owner = fork(new URL('./sandbox-owner.fixture.ts', import.meta.url), {
    execPath: process.execPath,
    execArgv: [],
  });
  const [pid] = (await once(owner, 'message')) as [number];
  expect(isAlive(pid)).toBe(true);
  owner.kill('SIGKILL');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });
});
