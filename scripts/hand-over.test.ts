import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';

const root = join(import.meta.dirname, '..');
let started: ChildProcess | undefined;
let output: string;

afterEach(() => {
  if (started?.exitCode === null && started.signalCode === null) started.kill('SIGKILL');
});

/** Starts the starter as the leader of its own process group, like a terminal. */
async function start(env: NodeJS.ProcessEnv = {}) {
  const child = spawn(
    'node',
    ['scripts/hand-over.fixture.mjs', process.execPath, 'scripts/tell-signals.fixture.mjs'],
    {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    },
  );
  started = child;
  output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  await vi.waitFor(() => expect(output).toContain('\n'), { timeout: 20_000 });
  const said: { pid: number; npmVariables: string[]; keepsPipe: boolean } = JSON.parse(output);
  output = '';
  return { child, pid: child.pid ?? 0, said };
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s to the whole group and once more to the starter reaches the program once, and its exit code is kept',
  async (signal) => {
    const { child, pid } = await start();
    process.kill(-pid, signal);
    process.kill(pid, signal);
    const [code] = await once(child, 'close');
    expect({ code, output }).toEqual({ code: 7, output: `${signal}\n` });
  },
);

test('a closed terminal ends the program in good order', async () => {
  const { child, pid } = await start();
  process.kill(-pid, 'SIGHUP');
  const [code] = await once(child, 'close');
  expect({ code, output }).toEqual({ code: 7, output: 'SIGTERM\n' });
});

test('a worker thread that ends leaves the program its pipe', async () => {
  const { child, said } = await start();
  expect(said.keepsPipe).toBe(true);
  child.kill('SIGTERM');
  await once(child, 'close');
});

test('the program ends in good order when its starter is killed', async () => {
  const { child } = await start();
  child.kill('SIGKILL');
  // Its output closes when the last process that can write to it has ended.
  await once(child, 'close');
  expect(output).toBe('SIGTERM\n');
});

test('a program ended by a signal ends its starter by the same', async () => {
  const { child, said } = await start();
  process.kill(said.pid, 'SIGKILL');
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');
});

test('npm’s variables do not reach the program', async () => {
  const { child, said } = await start({ npm_config_loglevel: 'silly', npm_package_name: 'x' });
  expect(said.npmVariables).toEqual([]);
  child.kill('SIGTERM');
  await once(child, 'close');
});
