import { setTimeout as sleep } from 'node:timers/promises';
import { serveTasks } from './serve-tasks.ts';

/** Tasks of the test threads. */
export interface FixtureTasks {
  double: { input: number; output: number };
  /** The ordinal of this thread's task, from 1. */
  count: { input: null; output: number };
  hang: { input: null; output: never };
  /** Does nothing for so many milliseconds, and returns them. */
  rest: { input: number; output: number };
  fail: { input: string; output: never };
  die: { input: null; output: never };
  hoard: { input: null; output: never };
  /** The process of the thread, and its flags. */
  process: { input: null; output: { pid: number; flags: string[] } };
  killProcess: { input: null; output: never };
  environment: { input: null; output: string[] };
}

let count = 0;

serveTasks<FixtureTasks>({
  double: (input) => input * 2,
  count: () => ++count,
  hang() {
    for (;;);
  },
  async rest(forMs) {
    await sleep(forMs);
    return forMs;
  },
  fail(message) {
    throw Object.assign(new RangeError(message), { position: 7, inner: { secret: true } });
  },
  die: () => process.exit(3),
  hoard() {
    const all: number[][] = [];
    for (;;) all.push(new Array(100_000).fill(1.5));
  },
  process: () => ({ pid: process.pid, flags: process.execArgv }),
  killProcess() {
    process.kill(process.pid, 'SIGKILL');
    for (;;);
  },
  environment: () => Object.keys(process.env),
});
