import { expect } from 'vitest';

/** Polls a value until the expectation holds; allows more time on a busy machine. */
export function eventually<T>(read: () => T | Promise<T>, timeoutMs = 15_000) {
  return expect.poll(read, { timeout: timeoutMs, interval: 20 });
}
