import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Not by much: beside other processes the work must still get on. */
const NICENESS = 10;
/** Where the machine's memory ends, work that can be done again goes before the service. */
const OOM_SCORE = '500';
const THREADS = '/proc/self/task';
const OOM_FILE = '/proc/self/oom_score_adj';

/** Which files `yieldToOthers` needs, where a process may not touch them all. */
export const YIELDING_FILES = { read: `${THREADS}/`, write: OOM_FILE };

/** On Linux a priority is a thread's own; those that V8 has opened by now have theirs already. */
export function yieldToOthers(): void {
  try {
    for (const thread of readdirSync(THREADS)) setPriority(Number(thread), NICENESS);
    writeFileSync(OOM_FILE, OOM_SCORE);
  } catch {
    // Where a process may not say so, it only takes its share.
  }
}
