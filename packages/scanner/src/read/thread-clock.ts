/** Asking costs a system call; budgets are of seconds. */
const STALE_MS = 10;

let askedAt = Number.NEGATIVE_INFINITY;
let worked = 0;

/**
 * Milliseconds that this thread has worked, so that what a file is granted does not follow from how busy the machine
 * is; up to 10 ms behind.
 */
export function threadMs(): number {
  const now = performance.now();
  if (now - askedAt < STALE_MS) return worked;
  const { user, system } = process.threadCpuUsage();
  askedAt = now;
  worked = (user + system) / 1000;
  return worked;
}
