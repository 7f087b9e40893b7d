import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Slightly below the service: beside other processes, the work must still finish within its time limit. */
const STEPS = 10;
const LOWEST = 15;
/** When the machine runs out of memory, repeatable work is killed before the service. */
const OOM_SCORE = '500';
const THREADS = '/proc/self/task';
const OOM_FILE = '/proc/self/oom_score_adj';
/** Where Linux keeps the priority of a session's scheduling group. */
const GROUP_FILE = '/proc/self/autogroup';
const STATUS_FILE = '/proc/self/stat';
/** Only root may set the priority of groups more often than ten times a second. */
const GROUP_TRIES = 5;
const GROUP_RETRY_MS = 150;

/** The files that `yieldToOthers` needs, for processes with restricted file access. */
export const YIELDING_FILES = { read: [`${THREADS}/`, STATUS_FILE], write: [OOM_FILE, GROUP_FILE] };

/** On Linux, priority is per thread; this covers the threads that V8 has already started. */
export function yieldToOthers(): void {
  const own = getPriority();
  lowerPriority(() => readdirSync(THREADS).map(Number));
  if (getPriority() > own && leadsSession()) lowerGroup(getPriority(), GROUP_TRIES);
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

/** Whether the session is its own, as after a start with `detached`, and not the service's. */
function leadsSession(): boolean {
  try {
    // The name in parentheses may contain anything. Then: state, parent, process group, session.
    const [, , , session] = readFileSync(STATUS_FILE, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return session === String(process.pid);
  } catch {
    return false;
  }
}

/**
 * Where Linux groups processes by session (autogroup), each group gets the same share of a core, and priorities count
 * only within one. So the whole session gets a lower share.
 */
function lowerGroup(priority: number, tries: number): void {
  try {
    writeFileSync(GROUP_FILE, String(priority));
  } catch (error) {
    const isTooSoon = (error as NodeJS.ErrnoException).code === 'EAGAIN';
    if (isTooSoon && tries > 1) setTimeout(lowerGroup, GROUP_RETRY_MS, priority, tries - 1).unref();
  }
}
