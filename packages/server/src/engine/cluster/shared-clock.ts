import { type Clock, systemClock } from '../../kit/clock.ts';

/** Between the machine's clock and the shared one; less is what clocks that are kept by NTP may differ. */
const TOLD_FROM_MS = 5_000;

export interface SharedClockOptions {
  /** This machine's own; the system's unless told. */
  own?: Clock;
  /** Told when the machine's clock is found to be this far ahead of the shared one, or behind it (below 0). */
  onDifference?(aheadMs: number): void;
}

/**
 * The database's clock, as heartbeats tell of it. All nodes have it in common, so a lease, a window of a limit, or the
 * time of a retry that one of them writes means the same to the others, however wrong the clocks of their
 * machines are. In between it runs on the monotonic clock.
 */
export class SharedClock implements Clock {
  readonly #options: SharedClockOptions;
  readonly #own: Clock;
  /** To the monotonic clock. */
  #offsetMs: number;
  #toldMs = 0;

  constructor(options: SharedClockOptions = {}) {
    this.#options = options;
    this.#own = options.own ?? systemClock;
    this.#offsetMs = this.#own.now() - performance.now();
  }

  now(): number {
    return Math.floor(performance.now() + this.#offsetMs);
  }

  /**
   * The database said `toldMs` at some time between the two, by the monotonic clock. What agrees with that stays as it
   * is, so that the way there and back does not make the clock tremble.
   */
  learn(toldMs: number, sentAt: number, readAt: number): void {
    this.#offsetMs = Math.min(Math.max(this.#offsetMs, toldMs - readAt), toldMs - sentAt);
    const aheadMs = Math.round(this.#own.now() - this.now());
    if (Math.abs(aheadMs - this.#toldMs) < TOLD_FROM_MS) return;
    this.#toldMs = aheadMs;
    this.#options.onDifference?.(aheadMs);
  }
}
