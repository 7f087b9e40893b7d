import { readdirSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Below the service, and not by much: beside other processes the work must still get on, in the time that it has. */
const STEPS = 10;
const LOWEST = 15;
/** Where the machine's memory ends, work that can be done again goes before the service. */
const OOM_SCORE = '500';
const THREADS = '/proc/self/task';
const OOM_FILE = '/proc/self/oom_score_adj';

/** Which files `yieldToOthers` needs, where a process may not touch them all. */
export const YIELDING_FILES = { read: `${THREADS}/`, write: OOM_FILE };

/** On Linux a priority is a thread's own; those that V8 has opened by now have theirs already. */
export function yieldToOthers(): void {
  lowerPriority(() => readdirSync(THREADS).map(Number));
  try {
    writeFileSync(OOM_FILE, OOM_SCORE);
  } catch {
    // Where a process may not say so, it goes when the kernel chooses it.
  }
}

/**
 * Lets the service's threads go first, however low the service itself was started; of this thread alone unless told. By
 * the process above this one: a thread of a process that has yielded has that priority already.
 */
export function lowerPriority(threads: () => number[] = () => [0]): void {
  try {
    const wanted = Math.min(getPriority(process.ppid) + STEPS, LOWEST);
    for (const thread of threads()) if (getPriority(thread) < wanted) setPriority(thread, wanted);
  } catch {
    // Where a thread may not say so, it only takes its share.
  }
}
