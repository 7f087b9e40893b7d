import { expect } from 'vitest';

/** Expects something of a value that it may take a moment to reach, longer on a busy machine. */
export function eventually<T>(read: () => T | Promise<T>, timeoutMs = 15_000) {
  return expect.poll(read, { timeout: timeoutMs, interval: 20 });
}
