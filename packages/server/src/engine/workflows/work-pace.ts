import { setTimeout as sleep } from 'node:timers/promises';

const WINDOW_MS = 200;
/** With fewer events, nobody waits for long. */
const FEW_PER_SECOND = 5;
const BUSY_BATCH = 32;
/** Maximum rest per millisecond of work, while runs have not waited for long, and when they have. */
const REST_RATIO = 20;
const LATE_REST_RATIO = 1;
const LATE_MS = 60_000;
const MAX_REST_MS = 2_000;
/** A thread that was idle for a quarter of the last interval has time for runs. */
const BUSY_SHARE = 0.75;
const CHECK_INTERVAL_MS = 10;
/** A timer this much later than scheduled shows that the thread, or the CPU, is busy with something else. */
const LATE_TIMER_RATIO = 2;
/** When this many events share a statement, back to back, clients are waiting for the database. */
const SHARED_EVENTS = 8;
const WRITING_SHARE = 0.5;
/** Decay of the sums over statements per window. */
const KEPT = 0.9;

/**
 * Makes background work yield to clients. Both share one thread and one database, and clients wait for their
 * answers while nobody waits for a run: while events take everything these can handle, runs get a small
 * share, half once they have waited for a minute, and whenever there is spare capacity, all of it.
 */
export class WorkPace {
  #windowStart = performance.now();
  #inWindow = 0;
  #perSecond = 0;
  #resumedAt = performance.now();
  /** As of the last check. */
  #isBusy = false;
  /** Weighted sums of the last seconds, the latest counting most. */
  readonly #recent = { elapsedMs: 0, writingMs: 0, statements: 0, events: 0 };

  /** Clients published this many events. */
  published(events: number): void {
    this.#roll();
    this.#inWindow += events;
  }

  /** A statement with clients' events was written, or failed. */
  written(events: number, tookMs: number): void {
    this.#recent.statements++;
    this.#recent.events += events;
    this.#recent.writingMs += tookMs;
  }

  /** How much to take on at once, up to `most`. */
  batch(most: number): number {
    this.#resumedAt = performance.now();
    return this.#isBusy ? Math.min(most, BUSY_BATCH) : most;
  }

  /**
   * Resolves when the next batch may start: immediately while the thread has time for it. `lateMs`: how long
   * the previous batch had waited.
   */
  async rest(lateMs: number): Promise<void> {
    this.#roll();
    this.#isBusy = this.#perSecond > FEW_PER_SECOND;
    if (!this.#isBusy) return;
    const workedMs = performance.now() - this.#resumedAt;
    const ratio = lateMs > LATE_MS ? LATE_REST_RATIO : REST_RATIO;
    const until = performance.now() + Math.min(workedMs * ratio, MAX_REST_MS);
    for (let now = performance.now(); now < until; now = performance.now()) {
      const before = performance.eventLoopUtilization();
      await sleep(CHECK_INTERVAL_MS);
      const { utilization } = performance.eventLoopUtilization(before);
      const isLate = performance.now() - now > LATE_TIMER_RATIO * CHECK_INTERVAL_MS;
      this.#isBusy = isLate || utilization >= BUSY_SHARE || this.#clientsPileUp();
      if (!this.#isBusy) return;
    }
  }

  #clientsPileUp(): boolean {
    const { elapsedMs, writingMs, statements, events } = this.#recent;
    return writingMs > WRITING_SHARE * elapsedMs && events >= SHARED_EVENTS * statements;
  }

  #roll(): void {
    const elapsed = performance.now() - this.#windowStart;
    if (elapsed < WINDOW_MS) return;
    const recent = this.#recent;
    recent.elapsedMs += elapsed;
    const kept = KEPT ** (elapsed / WINDOW_MS);
    for (const name of Object.keys(recent) as (keyof typeof recent)[]) recent[name] *= kept;
    this.#perSecond = (this.#inWindow * 1_000) / elapsed;
    this.#inWindow = 0;
    this.#windowStart = performance.now();
  }
}
