import type { Clock } from '../../kit/clock.ts';

/** By less than this a retry may wait longer. */
const LEAST_MS = 60_000;

/** Notices that the machine's clock was set back, by a clock that cannot be. */
export class ClockWatch {
  readonly #clock: Clock;
  /** Between the two clocks at the last look. */
  #offsetMs: number;
  #backMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offsetMs = clock.now() - performance.now();
  }

  /** Milliseconds by which it was set back since this was answered to last; 0 for a clock that was not. */
  get setBackMs(): number {
    const offsetMs = this.#clock.now() - performance.now();
    if (this.#offsetMs - offsetMs >= LEAST_MS) this.#backMs += Math.round(this.#offsetMs - offsetMs);
    this.#offsetMs = offsetMs;
    return this.#backMs;
  }

  /** What was set back by so much has been put right. */
  followed(backMs: number): void {
    this.#backMs -= backMs;
  }
}
