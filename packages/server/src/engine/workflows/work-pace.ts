import { setTimeout as sleep } from 'node:timers/promises';

const WINDOW_MS = 200;
/** With fewer events nobody waits for long. */
const FEW_PER_SECOND = 5;
const BUSY_BATCH = 32;
/** At most so much rest for each millisecond of work, while runs have not waited for long, and when they have. */
const REST_RATIO = 20;
const LATE_REST_RATIO = 1;
const LATE_MS = 60_000;
const MAX_REST_MS = 2_000;
/** A thread that had nothing to do for a quarter of the last moment has time for runs. */
const BUSY_SHARE = 0.75;
const LOOK_MS = 10;
/** A look that takes so much longer tells that the thread, or the processor, is busy with others. */
const LATE_LOOK_RATIO = 2;
/** So many events share a statement, one statement after the other: clients wait for the database. */
const SHARED_EVENTS = 8;
const WRITING_SHARE = 0.5;
/** What the sums over statements keep of themselves in each window. */
const KEPT = 0.9;

/**
 * Makes work in the background give way to clients. Both share one thread and one database, and a client waits for
 * its answer while nobody waits for a run: while events take all that these can do, runs get a small part of it,
 * half of it once they have waited for a minute, and all that is left over otherwise.
 */
export class WorkPace {
  #windowStart = performance.now();
  #inWindow = 0;
  #perSecond = 0;
  #resumedAt = performance.now();
  /** As the last look had it. */
  #isBusy = false;
  /** Over the last seconds, the latest counting most. */
  readonly #recent = { elapsedMs: 0, writingMs: 0, statements: 0, events: 0 };

  /** Clients published so many events. */
  published(events: number): void {
    this.#roll();
    this.#inWindow += events;
  }

  /** A statement with events of clients was written, or failed. */
  written(events: number, tookMs: number): void {
    this.#recent.statements++;
    this.#recent.events += events;
    this.#recent.writingMs += tookMs;
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
      await sleep(LOOK_MS);
      const { utilization } = performance.eventLoopUtilization(before);
      const isLate = performance.now() - now > LATE_LOOK_RATIO * LOOK_MS;
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
