import type { Logger } from 'pino';
import type { Clock } from '../../kit/clock.ts';
import { DEAD_AFTER_MS } from './node-registry.ts';

/** Holds items that wait for a time of the clock. */
export interface WaitingPlace {
  /** Shortens by this much the wait of items scheduled later than now (Unix milliseconds). */
  bringForward(nowMs: number, byMs: number): Promise<void>;
}

export interface ClockWatchOptions {
  clock: Clock;
  places: readonly WaitingPlace[];
  nodeId: string;
  /** How far the clock had been set back when this node started, relative to earlier nodes' heartbeats. */
  foundBackMs?(): number;
  aliveNodeIds(): Promise<string[]>;
  /** By then every live node knows the current time; 5 s by default. */
  heardAfterMs?: number;
  log: Logger;
}

/**
 * A smaller jump may lengthen waits: the shared clock corrects itself by as much when an answer was in
 * transit for long. A larger one may not, since a waiting item may be what a dead node left, and that must
 * continue within 10 s.
 */
const MIN_MS = 2_000;

/**
 * Detects with a monotonic clock that the shared clock was set back: items scheduled by it would wait for
 * that much longer, so they are brought forward. All nodes share the clock; one of them does this for all,
 * once all know of the change: until then, the others still write times that are too late.
 */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  /** Difference between the two clocks at the last check. */
  #offsetMs: number | undefined;
  /** Set back by this much, and not compensated yet. */
  #backMs = 0;
  /** By the monotonic clock. */
  #heardByAllAt = 0;

  constructor(options: ClockWatchOptions) {
    this.#options = options;
  }

  async follow(): Promise<void> {
    const { clock, places, nodeId, aliveNodeIds, foundBackMs = () => 0, log } = this.#options;
    const { heardAfterMs = DEAD_AFTER_MS } = this.#options;
    const offsetMs = clock.now() - performance.now();
    const setBackMs = this.#offsetMs === undefined ? foundBackMs() : this.#offsetMs - offsetMs;
    this.#offsetMs = offsetMs;
    if (setBackMs >= MIN_MS) {
      this.#backMs += Math.round(setBackMs);
      this.#heardByAllAt = performance.now() + heardAfterMs;
    }
    const backMs = this.#backMs;
    if (backMs === 0) return;
    const [first, ...others] = (await aliveNodeIds()).toSorted();
    if (others.length > 0 && performance.now() < this.#heardByAllAt) return;
    if (first === nodeId) for (const place of places) await place.bringForward(clock.now(), backMs);
    this.#backMs -= backMs;
    log.warn({ set_back_ms: backMs }, 'the clock was set back');
  }
}
