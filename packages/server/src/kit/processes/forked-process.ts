import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** malloc tuning: without it, an analysis of three million lines takes a third more memory. */
const MALLOC = ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_'];

/** The given variables that are set, and malloc's, for a process that gets no others. */
export function passedOn(names: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    [...names, ...MALLOC].flatMap((name) => {
      const value = process.env[name];
      return value ? [[name, value]] : [];
    }),
  );
}

/** Whether a forked process keeps this one alive, and how to end it. */
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
      // Otherwise an owner with nothing else to do would exit first.
      child.ref();
      // Native code does not respond to a signal that can be handled.
      child.kill('SIGKILL');
      await ended;
    },
  };
}
