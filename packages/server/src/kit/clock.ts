/** Where the service reads time. Injected, so that tests can stand at any moment. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
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
