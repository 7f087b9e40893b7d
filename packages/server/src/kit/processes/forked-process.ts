import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** How malloc keeps what is freed: without these, an analysis of three million lines takes a third more memory. */
const MALLOC = ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_'];

/** Those of these variables that are set, and how malloc works, for a process that is given no others. */
export function passedOn(names: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    [...names, ...MALLOC].flatMap((name) => {
      const value = process.env[name];
      return value ? [[name, value]] : [];
    }),
  );
}

/** Whether this process stays alive for a forked one, and how it ends it. */
export function forkedHandle(child: ChildProcess) {
  return {
    ref() {
      child.ref();
      child.channel?.ref();
    },
    unref() {
      child.unref();
      child.channel?.unref();
    },
    async end() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      // Or an owner that has nothing else to do would be gone before.
      child.ref();
      // Native code does not listen to a signal that it could handle.
      child.kill('SIGKILL');
      await ended;
    },
  };
}
