import { FifoQueue } from './fifo-queue.ts';
import { Followers, type Following } from './followers.ts';
import { Gathering, MAX_BATCH_BYTES, mayJoin } from './receiver/gathering.ts';
import { MAX_WAIT_MS } from './receiver/retry-policy.ts';
import { type Delivery, payloadBytes, type Subscription } from './subscription.ts';

/** Deliveries of one subscription that this node may hold; the rest waits in the database. */
export const MAX_HELD_PER_ENDPOINT = 1_000;
/** How many of these may come from the database, so that new events find room whatever waits there. */
const MAX_BACKLOG_PER_ENDPOINT = 500;
/** New events go first, but one of every so many starts is the backlog's: retries are due on time too. */
const BACKLOG_TURN = 4;
/** The delivery's source: straight from its event's commit, or from the database. */
export type DeliverySource = 'event' | 'database';

/** After this many consecutive failures an endpoint may hold at most two rounds of attempts. */
const SHRINKS_AFTER_FAILURES = 5;
/** How long consecutive failures are remembered while nothing is sent. */
const FAILURES_REMEMBERED_MS = 600_000;

/**
 * The queue of one subscription. Each has its own concurrency limit, rate and breaker, so that a hanging
 * receiver holds up only itself.
 */
export class Endpoint {
  /** First attempts of newly committed events. */
  readonly #fresh = new FifoQueue<Delivery>();
  /** From the database: retries, replays, backfills, and what found no room earlier. */
  readonly #backlog = new FifoQueue<Delivery>();
  readonly #gathering = new Gathering();
  readonly followers = new Followers();
  #freshInARow = 0;
  inFlight = 0;
  /** Places reserved for deliveries whose events are being committed. */
  reserved = 0;
  /**
   * Since when deliveries have been waiting in the database, by `performance.now()`; undefined when none are.
   */
  backlogSince: number | undefined;
  #subscription: Subscription;
  #consecutiveFailures = 0;
  #lastEndedAt = 0;
  #openUntil = 0;
  /** The receiver asked us to back off until then. */
  #restsUntil = 0;
  #lastBatchAt = 0;
  #tokens: number;
  #refilledAt: number;

  constructor(subscription: Subscription, nowMs: number) {
    this.#subscription = subscription;
    this.#tokens = burstOf(subscription);
    this.#refilledAt = nowMs;
  }

  get subscription(): Subscription {
    return this.#subscription;
  }

  /** Uses this state from now on, unless it already has a newer one. */
  adopt(subscription: Subscription): void {
    const known = this.#subscription;
    if (subscription.revision < known.revision) return;
    this.#subscription = subscription;
    if (subscription.ratePerSecond !== known.ratePerSecond) this.#tokens = burstOf(subscription);
    if (subscription.url === known.url) return;
    // What was learnt about one receiver says nothing about another.
    this.#consecutiveFailures = 0;
    this.#openUntil = 0;
    this.#restsUntil = 0;
  }

  /** Further deliveries of new events that this node could take on. */
  get room(): number {
    return Math.max(0, this.#mostHeld - this.held);
  }

  /** Deliveries from the database that this node could take on. */
  get backlogRoom(): number {
    return Math.max(0, Math.min(this.room, this.#mostBacklog - this.#backlog.length));
  }

  get held(): number {
    return this.ready + this.reserved + this.inFlight;
  }

  /** Held deliveries that are not backlog. */
  get heldFresh(): number {
    return this.held - this.#backlog.length;
  }

  get ready(): number {
    return this.#fresh.length + this.#backlog.length;
  }

  push(delivery: Delivery, from: DeliverySource): void {
    (from === 'event' ? this.#fresh : this.#backlog).push(delivery);
    if (this.#batch !== null) this.#gathering.add(delivery, performance.now());
  }

  /** The source of the next delivery; undefined when there is none, or only backlog that may not go now. */
  nextSource(mayTakeBacklog: boolean): DeliverySource | undefined {
    const hasBacklog = mayTakeBacklog && this.#backlog.length > 0;
    if (this.#fresh.length === 0) return hasBacklog ? 'database' : undefined;
    return hasBacklog && this.#freshInARow >= BACKLOG_TURN - 1 ? 'database' : 'event';
  }

  /** Approximate payload bytes that `take` would remove, up to the maximum of a batch. */
  nextBytes(from: DeliverySource): number {
    const bytes = this.#first(from)?.event.data.length ?? 0;
    if (this.#batch === null) return bytes;
    const { maxEvents } = this.#batch;
    const foremost = [...this.#fresh.peek(maxEvents), ...this.#backlog.peek(maxEvents)];
    const followers = foremost.flatMap((head) => this.followers.of(head));
    return Math.max(bytes, Math.min(payloadBytes(foremost) + payloadBytes(followers), MAX_BATCH_BYTES));
  }

  shift(from: DeliverySource): Delivery | undefined {
    this.#freshInARow = from === 'event' ? this.#freshInARow + 1 : 0;
    return from === 'event' ? this.#fresh.shift() : this.#backlog.shift();
  }

  /**
   * Removes what the next request carries: one delivery, or a batch if the receiver takes batches. `taken`
   * are the queued ones, `request` each of these with its followers.
   */
  take(
    from: DeliverySource,
    mayTakeBacklog: boolean,
    maxAttempts: number,
  ): { taken: Delivery[]; request: Delivery[] } {
    const first = this.shift(from);
    if (first === undefined) return { taken: [], request: [] };
    const taken = [first];
    if (this.#batch === null) return { taken, request: taken };
    const request: Delivery[] = [];
    for (let head: Delivery | undefined = first; head !== undefined; ) {
      request.push(head);
      for (const follower of this.followers.of(head)) {
        if (!mayJoin(request, follower, this.#batch, maxAttempts)) break;
        request.push(follower);
      }
      const next = this.nextSource(mayTakeBacklog);
      head = next && this.#first(next);
      if (next === undefined || head === undefined || !mayJoin(request, head, this.#batch, maxAttempts))
        break;
      this.shift(next);
      taken.push(head);
    }
    return { taken, request };
  }

  /** Its receiver takes batches of ordered deliveries. */
  get gathersInOrder(): boolean {
    return this.#batch !== null && this.#subscription.ordering !== null;
  }

  /** Deliveries in memory that came from the database: others may be queued behind them. */
  headsToFollow(): Delivery[] {
    return this.#backlog.peek(this.#batch?.maxEvents ?? 0);
  }

  /** Returns those whose heads are still here. */
  follow(found: readonly Following[]): Delivery[] {
    const heads = new Set(this.headsToFollow().map(({ id }) => id));
    const following = found.filter(({ headId }) => heads.has(headId));
    for (const { headId, follower } of following) this.followers.add(headId, follower);
    return following.map(({ follower }) => follower);
  }

  /** How many deliveries a full batch still lacks. */
  get batchRoom(): number {
    return (this.#batch?.maxEvents ?? 0) - this.ready - this.followers.count;
  }

  get #batch() {
    return this.#subscription.receiver?.batch ?? null;
  }

  #first(from: DeliverySource): Delivery | undefined {
    return (from === 'event' ? this.#fresh : this.#backlog).first;
  }

  /** Removes everything that is not in flight. */
  clear(): Delivery[] {
    return [...this.#fresh.clear(), ...this.#backlog.clear()];
  }

  /** Has room for a good number of the deliveries waiting in the database. */
  get wantsMore(): boolean {
    return this.backlogSince !== undefined && this.backlogRoom * 2 >= this.#mostBacklog;
  }

  /** Nothing is lost if the node forgets it. */
  isIdle(nowMs: number): boolean {
    if (this.held > 0 || nowMs < this.#restsUntil) return false;
    if (this.#subscription.status !== 'active') return true;
    if (this.backlogSince !== undefined || this.#remembersFailures(nowMs)) return false;
    if (this.#subscription.ratePerSecond === null) return true;
    this.#refill(nowMs, this.#subscription.ratePerSecond);
    return this.#tokens >= burstOf(this.#subscription);
  }

  #remembersFailures(nowMs: number): boolean {
    if (this.#consecutiveFailures === 0) return false;
    return nowMs < Math.max(this.#openUntil, this.#lastEndedAt + FAILURES_REMEMBERED_MS);
  }

  /**
   * Milliseconds until the next attempt may start; 0 for now, Infinity when it depends on one in flight
   * ending.
   */
  waitMs(nowMs: number): number {
    const { status, maxConcurrency, ratePerSecond, breaker } = this.#subscription;
    if (status !== 'active') return Number.POSITIVE_INFINITY;
    // Never longer than the cooldown, even if the clock was set back.
    this.#openUntil = Math.min(this.#openUntil, nowMs + (breaker?.cooldownMs ?? 0));
    this.#restsUntil = Math.min(this.#restsUntil, nowMs + MAX_WAIT_MS);
    const closedUntil = Math.max(this.#openUntil, this.#restsUntil);
    if (nowMs < closedUntil) return closedUntil - nowMs;
    // A breaker that has cooled down lets one attempt through as a probe.
    const cap = this.#openUntil > 0 ? 1 : maxConcurrency;
    if (this.inFlight >= cap) return Number.POSITIVE_INFINITY;
    const gatherMs = this.#gatherMs();
    if (ratePerSecond === null) return gatherMs;
    this.#refill(nowMs, ratePerSecond);
    if (this.#tokens >= 1) return gatherMs;
    return Math.max(Math.ceil(((1 - this.#tokens) / ratePerSecond) * 1000), gatherMs);
  }

  #gatherMs(): number {
    if (this.#batch === null) return 0;
    const foremost = [this.#fresh.first, this.#backlog.first];
    const ready = this.ready + this.followers.count;
    return this.#gathering.waitMs(this.#batch, ready, foremost, performance.now());
  }

  /**
   * Returns the attempt's start time: batches of this node never share one, which is how the log tells them
   * apart.
   */
  started(nowMs: number): number {
    this.inFlight++;
    if (this.#subscription.ratePerSecond !== null) this.#tokens--;
    if (this.#batch === null) return nowMs;
    this.#lastBatchAt = Math.max(nowMs, this.#lastBatchAt + 1);
    return this.#lastBatchAt;
  }

  /** What was started was withdrawn: no attempt was made. */
  withdrawn(): void {
    this.inFlight--;
  }

  /** Counts the end of an attempt made to `url`, whose receiver asked to back off until `restsUntil`. */
  ended(succeeded: boolean, nowMs: number, url: string, restsUntil = 0): void {
    this.inFlight--;
    this.#lastEndedAt = nowMs;
    if (url !== this.#subscription.url) return;
    this.#restsUntil = Math.max(this.#restsUntil, restsUntil);
    if (succeeded) {
      this.#consecutiveFailures = 0;
      this.#openUntil = 0;
      return;
    }
    const { breaker } = this.#subscription;
    this.#consecutiveFailures++;
    if (breaker !== null && this.#consecutiveFailures >= breaker.failures) {
      this.#openUntil = nowMs + breaker.cooldownMs;
    }
  }

  get #mostHeld(): number {
    return this.#most(MAX_HELD_PER_ENDPOINT);
  }

  get #mostBacklog(): number {
    return this.#most(MAX_BACKLOG_PER_ENDPOINT);
  }

  #most(usual: number): number {
    const rounds = Math.max(2 * this.#subscription.maxConcurrency, this.#batch?.maxEvents ?? 0);
    return this.#consecutiveFailures >= SHRINKS_AFTER_FAILURES ? rounds : Math.max(rounds, usual);
  }

  #refill(nowMs: number, ratePerSecond: number): void {
    const gained = (Math.max(nowMs - this.#refilledAt, 0) / 1000) * ratePerSecond;
    this.#tokens = Math.min(this.#tokens + gained, burstOf(this.#subscription));
    this.#refilledAt = nowMs;
  }
}

/** One second's worth of attempts may start at once. */
function burstOf({ ratePerSecond }: Subscription): number {
  return Math.max(ratePerSecond ?? 1, 1);
}
