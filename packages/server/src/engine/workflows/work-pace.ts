import { setTimeout as sleep } from 'node:timers/promises';

const WINDOW_MS = 200;
/** With fewer events nobody waits for long. */
const FEW_PER_SECOND = 5;
const BUSY_BATCH = 32;
/** At most so much rest for each millisecond of work, while runs have not waited for long, and when they have. */
const REST_RATIO = 10;
const LATE_REST_RATIO = 1;
const LATE_MS = 60_000;
const MAX_REST_MS = 2_000;
/** A thread that had nothing to do for a quarter of the last moment has time for runs. */
const BUSY_SHARE = 0.75;
const LOOK_MS = 10;

/**
 * Makes work in the background give way to clients. Both share one thread, and a client waits for its
 * answer while nobody waits for a run: while events take all of its time, runs get a small part of it, half of
 * it once they have waited for a minute, and all that is left over otherwise.
 */
export class WorkPace {
  #windowStart = performance.now();
  #inWindow = 0;
  #perSecond = 0;
  #resumedAt = performance.now();
  /** As the last look had it. */
  #isBusy = false;

  /** Clients published so many events. */
  published(events: number): void {
    this.#roll();
    this.#inWindow += events;
  }

  /** How much to take on at once, of at most `most`. */
  batch(most: number): number {
    this.#resumedAt = performance.now();
    return this.#isBusy ? Math.min(most, BUSY_BATCH) : most;
  }

  /** Resolves when the next batch may begin: at once while the thread has time for it. `lateMs`: how long the work just done had waited. */
  async rest(lateMs: number): Promise<void> {
    this.#roll();
    this.#isBusy = this.#perSecond > FEW_PER_SECOND;
    if (!this.#isBusy) return;
    const workedMs = performance.now() - this.#resumedAt;
    const ratio = lateMs > LATE_MS ? LATE_REST_RATIO : REST_RATIO;
    const until = performance.now() + Math.min(workedMs * ratio, MAX_REST_MS);
    for (let now = performance.now(); now < until; now = performance.now()) {
      const before = performance.eventLoopUtilization();
      await sleep(Math.min(LOOK_MS, Math.ceil(until - now)));
      this.#isBusy = performance.eventLoopUtilization(before).utilization >= BUSY_SHARE;
      if (!this.#isBusy) return;
    }
  }

  #roll(): void {
    const elapsed = performance.now() - this.#windowStart;
    if (elapsed < WINDOW_MS) return;
    this.#perSecond = (this.#inWindow * 1_000) / elapsed;
    this.#inWindow = 0;
    this.#windowStart = performance.now();
  }
}
