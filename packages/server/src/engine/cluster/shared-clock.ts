import { type Clock, systemClock } from '../../kit/clock.ts';

/** What the clock was ahead by less than this is forgotten at once: so much clocks drift and answers are late. */
const MIN_AHEAD_MS = 1_000;
/** For so long is known what the time was before it was set ahead: a little longer than anything asks for. */
export const KNOWN_MS = 25 * 3_600_000;

/**
 * Difference between the machine's clock and the shared one that is reported; clocks kept by NTP may differ
 * by less.
 */
const REPORTED_FROM_MS = 5_000;

export interface SharedClockOptions {
  /** This machine's own clock; the system's by default. */
  own?: Clock;
  /** Called when the machine's clock is this far ahead of the shared one, or behind it (below 0). */
  onDifference?(aheadMs: number): void;
}

interface EarlierOffset {
  offsetMs: number;
  /** By the monotonic clock. */
  until: number;
}

/** A change of the clock. */
export interface ClockJump {
  /** Milliseconds since. */
  agoMs: number;
  /** Below 0 if it was set back. */
  aheadMs: number;
}

/**
 * The database's clock, learned from heartbeats. All nodes share it, so a lease, a rate-limit window or a
 * retry time written by one means the same to the others, however wrong their machines' clocks are. Between
 * heartbeats it advances by the monotonic clock.
 */
export class SharedClock implements Clock {
  readonly isOfDatabase = true;
  readonly #options: SharedClockOptions;
  readonly #own: Clock;
  /** To the monotonic clock. */
  #offsetMs: number;
  #toldMs = 0;
  /** Former offsets, lowest and oldest first, each with the last time it applied. */
  #earlier: EarlierOffset[] = [];
  /** Offsets from before this node started, in any order. */
  #recalled: EarlierOffset[] = [];

  constructor(options: SharedClockOptions = {}) {
    this.#options = options;
    this.#own = options.own ?? systemClock;
    this.#offsetMs = this.#own.now() - performance.now();
  }

  now(): number {
    return Math.floor(performance.now() + this.#offsetMs);
  }

  /**
   * The database said `toldMs` at some time between `sentAt` and `readAt` of the monotonic clock. The offset
   * stays as long as it is consistent with that, so that network latency does not make the clock jitter.
   * Returns how far the clock was set ahead; 0 the first time.
   */
  learn(toldMs: number, sentAt: number, readAt: number): number {
    const before = this.#earlier.length === 0 ? undefined : this.#offsetMs;
    this.#offsetMs = Math.min(Math.max(this.#offsetMs, toldMs - readAt), toldMs - sentAt);
    this.#keep(readAt);
    this.#tellDifference();
    return before === undefined ? 0 : this.#offsetMs - before;
  }

  /** Clock changes from before this node started, oldest first. */
  recall(jumps: readonly ClockJump[]): void {
    const now = performance.now();
    let offsetMs = this.#offsetMs;
    this.#recalled = jumps.toReversed().map(({ agoMs, aheadMs }) => {
      offsetMs -= aheadMs;
      return { offsetMs, until: now - agoMs };
    });
  }

  #tellDifference(): void {
    const aheadMs = Math.round(this.#own.now() - this.now());
    if (Math.abs(aheadMs - this.#toldMs) < REPORTED_FROM_MS) return;
    this.#toldMs = aheadMs;
    this.#options.onDifference?.(aheadMs);
  }

  earliest(withinMs: number): number {
    const now = performance.now();
    const isWithin = ({ until }: EarlierOffset) => until > now - withinMs;
    const lowest = this.#earlier.find(isWithin)?.offsetMs ?? Number.POSITIVE_INFINITY;
    const recalled = this.#recalled.filter(isWithin).map(({ offsetMs }) => offsetMs);
    return Math.floor(now + Math.min(this.#offsetMs, lowest, ...recalled));
  }

  /** An offset that is later and lower applies for longer, and replaces higher ones. */
  #keep(at: number): void {
    while ((this.#earlier.at(-1)?.offsetMs ?? Number.NEGATIVE_INFINITY) > this.#offsetMs) this.#earlier.pop();
    const last = this.#earlier.at(-1);
    if (last !== undefined && this.#offsetMs - last.offsetMs < MIN_AHEAD_MS) last.until = at;
    else this.#earlier.push({ offsetMs: this.#offsetMs, until: at });
    while ((this.#earlier[0]?.until ?? at) < at - KNOWN_MS) this.#earlier.shift();
  }
}
