import type { Logger } from 'pino';
import type { Clock } from '../../kit/clock.ts';
import type { DueDeliveries } from './due-deliveries.repository.ts';
import type { NodeLiveness } from './node-liveness.ts';

export interface ClockWatchOptions {
  clock: Clock;
  due: Pick<DueDeliveries, 'bringForward'>;
  nodeId: string;
  liveness: Pick<NodeLiveness, 'aliveNodeIds'>;
  log: Logger;
}

/** By less than this a retry may wait longer. */
const LEAST_MS = 60_000;

/**
 * Notices that the clock was set back, by a clock that cannot be: what waits for a time of it would wait for as long
 * again, and is brought forward. All nodes have the one clock, and one of them does it for all.
 */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  /** Between the two clocks at the last look. */
  #offsetMs: number;
  /** Set back by so much, and not put right yet. */
  #backMs = 0;

  constructor(options: ClockWatchOptions) {
    this.#options = options;
    this.#offsetMs = options.clock.now() - performance.now();
  }

  async follow(): Promise<void> {
    const { clock, due, nodeId, liveness, log } = this.#options;
    const offsetMs = clock.now() - performance.now();
    if (this.#offsetMs - offsetMs >= LEAST_MS) this.#backMs += Math.round(this.#offsetMs - offsetMs);
    this.#offsetMs = offsetMs;
    const backMs = this.#backMs;
    if (backMs === 0) return;
    const [first] = (await liveness.aliveNodeIds()).toSorted();
    if (first === nodeId) await due.bringForward(clock.now(), backMs);
    this.#backMs -= backMs;
    log.warn({ set_back_ms: backMs }, 'the clock was set back');
  }
}
