import { setTimeout as sleep } from 'node:timers/promises';

/** Deliveries a second that replays and backfills together put into the queue at most, and however busy the node is. */
const MAX_PER_SECOND = 2_700;
const MIN_PER_SECOND = 500;
/** Above this share of its time in use, the thread lets requests and live deliveries wait. */
const BUSY = 0.6;
const SLOW_DOWN = 0.8;
const SPEED_UP = 1.1;
const MAX_REST_MS = 500;

/**
 * Paces background work so that live deliveries hardly notice: slower when the thread that sends them is
 * busy, for whatever reason, and faster again when it is not.
 */
export class JobPace {
  #perSecond = MAX_PER_SECOND;
  #before = performance.eventLoopUtilization();

  /** Pauses after queueing deliveries, at least for as long as that took, to spare the database. */
  async rest(queued: number, tookMs: number): Promise<void> {
    const paceMs = (queued * 1_000) / this.#perSecond - tookMs;
    await sleep(Math.min(Math.max(tookMs, paceMs), MAX_REST_MS));
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.#before);
    this.#before = now;
    const wanted = this.#perSecond * (utilization > BUSY ? SLOW_DOWN : SPEED_UP);
    this.#perSecond = Math.min(Math.max(wanted, MIN_PER_SECOND), MAX_PER_SECOND);
  }
}
