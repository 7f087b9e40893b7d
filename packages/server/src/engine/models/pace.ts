import { setTimeout as pause } from 'node:timers/promises';
import { ModelError } from './model-error.ts';

/** Beyond this wait, answering by rules alone is better than waiting for a provider. */
export const MAX_WAIT_MS = 60_000;

/** When a model may be asked again: a limit reported to one call applies to all of this process. */
export class Pace {
  /** By `performance.now()`. */
  #restsUntil = 0;

  /** The provider has said when to come back. */
  rest(ms: number): void {
    this.#restsUntil = Math.max(this.#restsUntil, performance.now() + ms);
  }

  /**
   * Waits until the model may be asked, and at least `leastMs`. Throws `rate_limited` when that is too long,
   * and `aborted`.
   */
  async wait(signal: AbortSignal | undefined, leastMs = 0): Promise<void> {
    const ms = Math.max(leastMs, this.#restsUntil - performance.now());
    if (ms <= 0) return;
    if (ms > MAX_WAIT_MS) {
      const seconds = Math.ceil(ms / 1_000);
      const message = `The model accepts no requests for ${seconds} s.`;
      throw new ModelError('rate_limited', message, { isFree: true, retryAfterMs: ms });
    }
    try {
      await pause(ms, undefined, signal ? { signal } : {});
    } catch {
      throw new ModelError('aborted', 'The call to the model was stopped.', { isFree: true });
    }
  }
}
