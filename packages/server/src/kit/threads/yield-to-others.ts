import { readdirSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Slightly below the service: beside other processes, the work must still finish within its time limit. */
const STEPS = 10;
const LOWEST = 15;
/** When the machine runs out of memory, repeatable work is killed before the service. */
const OOM_SCORE = '500';
const THREADS = '/proc/self/task';
const OOM_FILE = '/proc/self/oom_score_adj';

/** The files that `yieldToOthers` needs, for processes with restricted file access. */
export const YIELDING_FILES = { read: `${THREADS}/`, write: OOM_FILE };

/** On Linux, priority is per thread; this covers the threads that V8 has already started. */
export function yieldToOthers(): void {
  lowerPriority(() => readdirSync(THREADS).map(Number));
  try {
    writeFileSync(OOM_FILE, OOM_SCORE);
  } catch {
    // If not permitted, the kernel makes its own choice.
  }
}

/**
 * Lets the service's threads go first, however low the service's own priority is; affects only this thread by
 * default. Relative to the parent process, because a thread of a process that has yielded already has the
 * lower priority.
 */
export function lowerPriority(threads: () => number[] = () => [0]): void {
  try {
    const wanted = Math.min(getPriority(process.ppid) + STEPS, LOWEST);
    for (const thread of threads()) if (getPriority(thread) < wanted) setPriority(thread, wanted);
  } catch {
    // If not permitted, the thread simply takes its normal share.
  }
}
