import { setTimeout as sleep } from 'node:timers/promises';

/** A deadlock is found after a second, so that three of them still leave room in the time that a request has. */
const MAX_REPEATS = 3;
const PAUSE_MS = 50;

/**
 * Whether the database has rolled back all of a transaction so that another one could go on: a deadlock, or what cannot come one
 * after the other. Nothing of it is stored, so it may be done again as if it had never been tried.
 */
export function isRolledBack(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === '40P01' || code === '40001';
}

/** Whether what failed like this, after so many repeats, is to be done again. */
export function isToRepeat(error: unknown, repeats: number): boolean {
  return repeats < MAX_REPEATS && isRolledBack(error);
}

/** Of random length, so that two that met do not meet again. In milliseconds. */
export function pauseBeforeRepeat(repeats: number): number {
  return Math.random() * PAUSE_MS * 2 ** repeats;
}

/**
 * Does work again that the database rolled back for another, a few times at most. The work is one whole transaction, and does
 * nothing outside of it that must not be done twice.
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
