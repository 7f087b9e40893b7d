import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { required } from '../../packages/server/src/kit/required.ts';
import type { Commands } from './serve-commands.ts';

const bench = join(import.meta.dirname, '..');

type Answer<C extends Commands, N extends keyof C> = Awaited<ReturnType<C[N]>>;

/** A process of the bench that runs the commands of its file. */
export interface Worker<C extends Commands> {
  pid: number;
  call<N extends keyof C & string>(name: N, argument?: Parameters<C[N]>[0]): Promise<Answer<C, N>>;
  stop(): Promise<void>;
}

/** Starts `bench/<file>`; load, sink and each program for comparison run in separate processes. */
export function startWorker<C extends Commands>(file: string, args: string[] = []): Worker<C> {
  const child = fork(join(bench, file), args, { serialization: 'advanced', execArgv: [] });
  const waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  let lastId = 0;
  child.on('message', ({ id, value, error }: { id: number; value: never; error?: string }) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(value);
    else call?.reject(new Error(`${file}: ${error}`));
  });
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended`));
  });
  return {
    pid: required(child.pid, 'the id of the process'),
    call: (name, argument) =>
      new Promise((resolve, reject) => {
        waiting.set(++lastId, { resolve, reject });
        child.send({ id: lastId, name, argument }, (error) => {
          if (error) reject(error);
        });
      }),
    stop: () => endChild(child, 2_000),
  };
}

/** Sends SIGTERM, then SIGKILL after `graceMs`; resolves when the process has ended. */
export async function endChild(child: ChildProcess, graceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await gone;
  clearTimeout(timer);
}
