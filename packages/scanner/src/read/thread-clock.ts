/** Reading the clock is a system call, and budgets are in seconds. */
const STALE_MS = 10;

let askedAt = Number.NEGATIVE_INFINITY;
let worked = 0;

/**
 * CPU milliseconds of this thread, so that a file's budget does not depend on the machine's load; up to 10 ms
 * behind.
 */
export function threadMs(): number {
  const now = performance.now();
  if (now - askedAt < STALE_MS) return worked;
  const { user, system } = process.threadCpuUsage();
  askedAt = now;
  worked = (user + system) / 1000;
  return worked;
}
