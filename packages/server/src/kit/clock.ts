/** Source of the current time. Injected, so that tests can choose it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Set when this is the database's time, as this node last learned it. */
  readonly isOfDatabase?: true;
  /**
   * The earliest the current time can be, judging by the clock's readings of the last `withinMs`, however far
   * it was set ahead since.
   */
  earliest?(withinMs: number): number;
}

/**
 * The time for statements that decide for all nodes, such as whether a window has ended. Null when the clock
 * is the database's: the statement then reads the time itself with `coalesce($1::timestamptz,
 * clock_timestamp())`. A node may not know yet that the clock was changed (by a failover, say) and would undo
 * what the others decided.
 */
export function momentToDecide(clock: Clock): Date | null {
  return clock.isOfDatabase ? null : new Date(clock.now());
}

/**
 * The time for what must not expire early because a clock was set ahead: a claim whose holder is still
 * working, an answer kept for a day. After `withinMs` it follows the clock again.
 */
export function earliestNow(clock: Clock, withinMs: number): number {
  return clock.earliest?.(withinMs) ?? clock.now();
}

/**
 * Milliseconds since a stored time. A time in the future was stored before the clock was set back; it counts
 * as long ago, because otherwise a waiter would also wait for as long as the clock was ahead.
 */
export function elapsedMs(since: Date, nowMs: number): number {
  const ms = nowMs - since.getTime();
  return ms < 0 ? Number.POSITIVE_INFINITY : ms;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that moves only when told to, for tests of schedules that span hours. */
export class ManualClock implements Clock {
  #nowMs: number;

  constructor(startMs: number = Date.now()) {
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  /** Moves the clock forward by `ms` milliseconds. */
  advance(ms: number): void {
    this.#nowMs += ms;
  }
}
