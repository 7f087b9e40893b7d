import { untilBeat } from '../../kit/beat.ts';
import type { Clock } from '../../kit/clock.ts';

export interface DuePollerOptions {
  clock: Clock;
  /** Claims what is due; returns the latest time for the next poll, in Unix milliseconds. */
  poll(): Promise<number>;
  onError(error: unknown): void;
}

/** Polls at least this often, in case a wake-up was missed. */
const MAX_WAIT_MS = 1_000;
/** Polls at most this often, however often it is woken. */
const MIN_WAIT_MS = 10;

/**
 * Runs `poll` whenever something may be due: when woken, at the time the last poll returned, or after a
 * second.
 */
export class DuePoller {
  readonly #options: DuePollerOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #wokenMeanwhile = false;
  #stopped = true;
  #lastPolledAt = 0;

  constructor(options: DuePollerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#stopped = false;
    this.wake();
  }

  /** Something may be due now. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#running) this.#wokenMeanwhile = true;
    else this.#schedule(Math.max(0, this.#lastPolledAt + MIN_WAIT_MS - performance.now()));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(waitMs: number): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#run();
    }, waitMs);
  }

  async #run(): Promise<void> {
    let waitMs = MAX_WAIT_MS;
    this.#wokenMeanwhile = false;
    this.#lastPolledAt = performance.now();
    try {
      const nextAt = await this.#options.poll();
      const dueMs = Math.max(nextAt - this.#options.clock.now(), MIN_WAIT_MS);
      // What is due soon must not be found late.
      waitMs = dueMs > MAX_WAIT_MS * 2 ? untilBeat(MAX_WAIT_MS) : Math.min(dueMs, MAX_WAIT_MS);
    } catch (error) {
      this.#options.onError(error);
    }
    this.#running = undefined;
    this.#schedule(this.#wokenMeanwhile ? MIN_WAIT_MS : waitMs);
  }
}
