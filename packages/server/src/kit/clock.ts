/** Where the service reads time. Injected, so that tests can stand at any moment. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Set where the time is the database's, as this node last heard of it. */
  readonly isOfDatabase?: true;
  /** The earliest that it may be by what the clock has said within so many milliseconds, however far it was set ahead since. */
  earliest?(withinMs: number): number;
}

/**
 * The time for a statement that decides for all nodes, such as whether a window has ended. Null where the time is the
 * database's: the statement asks for it itself, `coalesce($1::timestamptz, clock_timestamp())`. A node may not have heard yet
 * that the clock was set, as by a fail-over, and would undo what the others decide.
 */
export function momentToDecide(clock: Clock): Date | null {
  return clock.isOfDatabase ? null : new Date(clock.now());
}

/**
 * The time for what must not end early because a clock was set ahead: a claim whose holder is at work, an answer that is kept for
 * a day. So many milliseconds after that it is the clock's again.
 */
export function earliestNow(clock: Clock, withinMs: number): number {
  return clock.earliest?.(withinMs) ?? clock.now();
}

/**
 * Milliseconds since a time that was written down. One that lies ahead was written before the clock was set back, and
 * counts as long ago: whoever waits for so much to pass would wait for what the clock was ahead as well.
 */
export function elapsedMs(since: Date, nowMs: number): number {
  const ms = nowMs - since.getTime();
  return ms < 0 ? Number.POSITIVE_INFINITY : ms;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that moves only when told to; for tests of schedules that take hours. */
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
