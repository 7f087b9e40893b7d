import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Makes work in the background give way to clients. Both share one thread, and a client waits for its
 * answer while nobody waits for a run: under a flood of events, runs get a fifth of the time, and catch
 * up when it ends.
 */
export class WorkPace {
  #windowStart = performance.now();
  #inWindow = 0;
  #perSecond = 0;
  #resumedAt = performance.now();

  /** Clients published so many events. */
  published(events: number): void {
    this.#roll();
    this.#inWindow += events;
  }

  /** How much to take on at once of at most `most`. */
  batch(most: number): number {
    const size = this.#isFlooded() ? Math.min(most, FLOODED_BATCH) : most;
    this.#resumedAt = performance.now();
    return size;
  }

  /** Resolves when the next batch may begin. */
  async rest(): Promise<void> {
    if (!this.#isFlooded()) return;
    const workedMs = performance.now() - this.#resumedAt;
    await sleep(Math.min(workedMs * REST_RATIO, MAX_REST_MS));
  }

  #isFlooded(): boolean {
    this.#roll();
    return this.#perSecond > FLOOD_PER_SECOND;
  }

  #roll(): void {
    const elapsed = performance.now() - this.#windowStart;
    if (elapsed < WINDOW_MS) return;
    this.#perSecond = (this.#inWindow * 1_000) / elapsed;
    this.#inWindow = 0;
    this.#windowStart = performance.now();
  }
}

const WINDOW_MS = 200;
/** Below it a thread has time for both. */
const FLOOD_PER_SECOND = 300;
const FLOODED_BATCH = 32;
const REST_RATIO = 4;
const MAX_REST_MS = 2_000;
