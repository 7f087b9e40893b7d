/** Where the service reads time. Injected, so that tests can stand at any moment. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
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
