import { FifoQueue } from './fifo-queue.ts';
import type { Delivery, Subscription } from './subscription.ts';

/** Deliveries of one subscription that this node may hold; what exceeds it waits in the database. */
export const MAX_READY_PER_ENDPOINT = 1_000;

/**
 * The queue of one subscription. Each has its own, with its own cap, rate and breaker, so a
 * receiver that hangs holds up nobody but itself.
 */
export class Endpoint {
  subscription: Subscription;
  readonly ready = new FifoQueue<Delivery>();
  inFlight = 0;
  /** Places promised to deliveries whose events are being committed. */
  reserved = 0;
  /** Some of its deliveries wait in the database. */
  hasBacklog = false;
  #consecutiveFailures = 0;
  #openUntil = 0;
  #tokens: number;
  #refilledAt: number;

  constructor(subscription: Subscription, nowMs: number) {
    this.subscription = subscription;
    this.#tokens = subscription.ratePerSecond ?? 0;
    this.#refilledAt = nowMs;
  }

  /** Deliveries that this node could take on beside the ones it has. */
  get room(): number {
    return Math.max(0, MAX_READY_PER_ENDPOINT - this.ready.length - this.reserved - this.inFlight);
  }

  /** Nothing is lost when the node forgets it. */
  get isIdle(): boolean {
    const isUnused = this.ready.length === 0 && this.inFlight === 0 && this.reserved === 0;
    return isUnused && !this.hasBacklog && this.#consecutiveFailures === 0;
  }

  /** Milliseconds until the next attempt may start; 0 for now, Infinity when one that ends will tell. */
  waitMs(nowMs: number): number {
    const { status, maxConcurrency, ratePerSecond } = this.subscription;
    if (status !== 'active') return Number.POSITIVE_INFINITY;
    if (nowMs < this.#openUntil) return this.#openUntil - nowMs;
    // A breaker that has cooled down lets one attempt through to find out.
    const cap = this.#openUntil > 0 ? 1 : maxConcurrency;
    if (this.inFlight >= cap) return Number.POSITIVE_INFINITY;
    if (ratePerSecond === null) return 0;
    this.#refill(nowMs, ratePerSecond);
    return this.#tokens >= 1 ? 0 : Math.ceil(((1 - this.#tokens) / ratePerSecond) * 1000);
  }

  started(): void {
    this.inFlight++;
    if (this.subscription.ratePerSecond !== null) this.#tokens--;
  }

  /** Counts an attempt's end for the breaker. */
  ended(succeeded: boolean, nowMs: number): void {
    this.inFlight--;
    const { breaker } = this.subscription;
    if (succeeded) {
      this.#consecutiveFailures = 0;
      this.#openUntil = 0;
    } else if (breaker && ++this.#consecutiveFailures >= breaker.failures) {
      this.#openUntil = nowMs + breaker.cooldownMs;
    }
  }

  #refill(nowMs: number, ratePerSecond: number): void {
    const gained = (Math.max(nowMs - this.#refilledAt, 0) / 1000) * ratePerSecond;
    this.#tokens = Math.min(this.#tokens + gained, Math.max(ratePerSecond, 1));
    this.#refilledAt = nowMs;
  }
}
