import { setTimeout as sleep } from 'node:timers/promises';

/** A deadlock is detected after a second, so three still fit into a request's time. */
const MAX_REPEATS = 3;
const PAUSE_MS = 50;

/**
 * Whether the database rolled back the whole transaction in favour of another: a deadlock or a serialization
 * failure. Nothing of it is stored, so it may be run again.
 */
export function isRolledBack(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === '40P01' || code === '40001';
}

/** Whether to retry after this error and so many retries. */
export function isToRepeat(error: unknown, repeats: number): boolean {
  return repeats < MAX_REPEATS && isRolledBack(error);
}

/** Random, so that two transactions that collided do not collide again. In milliseconds. */
export function pauseBeforeRepeat(repeats: number): number {
  return Math.random() * PAUSE_MS * 2 ** repeats;
}

/**
 * Runs work again, a few times at most, when the database rolled it back in favour of another. The work must
 * be one whole transaction without effects outside of it that may not be repeated.
 */
export async function repeatRolledBack<T>(work: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await work();
    } catch (error) {
      if (!isToRepeat(error, repeats)) throw error;
      await sleep(pauseBeforeRepeat(repeats));
    }
  }
}
