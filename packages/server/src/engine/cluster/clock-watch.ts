import type { Logger } from 'pino';
import type { Clock } from '../../kit/clock.ts';
import { DEAD_AFTER_MS } from './node-registry.ts';

/** Where something waits for a time of the clock. */
export interface WaitingPlace {
  /** What was put off until later than now, Unix milliseconds, is to wait so much less. */
  bringForward(nowMs: number, byMs: number): Promise<void>;
}

export interface ClockWatchOptions {
  clock: Clock;
  places: readonly WaitingPlace[];
  nodeId: string;
  /** By how much the clock had been set back when this node started, since the nodes before it were heard of. */
  foundBackMs?(): number;
  aliveNodeIds(): Promise<string[]>;
  /** After so long every node that lives has heard what the time is; 5 s unless told. */
  heardAfterMs?: number;
  log: Logger;
}

/**
 * By less than this all may wait longer: the shared clock corrects itself by as much when an answer was long on its way. By more
 * than that nothing may, as what waits may be what a node left that died: it has to go on within 10 s.
 */
const MIN_MS = 2_000;

/**
 * Notices that the clock was set back, by a clock that cannot be: what waits for a time of it would wait for as long
 * again, and is brought forward. All nodes have the one clock, and one of them does it for all, once all have heard of
 * it: whoever has not writes times that lie ahead still.
 */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  /** Between the two clocks at the last look. */
  #offsetMs: number | undefined;
  /** Set back by so much, and not put right yet. */
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
