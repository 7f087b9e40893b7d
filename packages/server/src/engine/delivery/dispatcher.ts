import type { Outcome } from '../../kit/net/index.ts';
import { sendAttempt } from './attempt.ts';
import { endAttemptSpan, startAttemptSpan } from './attempt-span.ts';
import { AttemptsUnderWay } from './attempts-under-way.ts';
import { Backlogs } from './backlogs.ts';
import { judgeAttempt, scheduleOf } from './completion.ts';
import type { DispatcherOptions } from './dispatcher-options.ts';
import { type DeliverySource, Endpoint } from './endpoint.ts';
import { EndpointTimers } from './endpoint-timers.ts';
import type { Following } from './followers.ts';
import { NodeLoad } from './node-load.ts';
import { rulingOf } from './receiver/retry-policy.ts';
import { attemptsOf } from './request.ts';
import { type Delivery, deletedState, payloadBytes, type Subscription } from './subscription.ts';

/**
 * Attempts started per event loop turn, about two milliseconds of work: whatever the backlog, requests,
 * answers and the first attempts of new events get their turn in between.
 */
const STARTS_PER_TURN = 16;
/**
 * How many of these may come from the backlog in the database: new events overtake a backlog, whoever's it
 * is.
 */
const BACKLOG_STARTS_PER_TURN = 4;

/** Starts attempts, for each endpoint as many at once, and as fast, as it allows. */
export class Dispatcher {
  readonly backlogs = new Backlogs();
  readonly #options: DispatcherOptions;
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #timers = new EndpointTimers((endpoint) => this.#pump(endpoint));
  /** Endpoints waiting for the next turn, least recently served first. */
  readonly #deferred = new Set<Endpoint>();
  #startsLeft = STARTS_PER_TURN;
  #backlogStartsLeft = BACKLOG_STARTS_PER_TURN;
  #isTurnAwaited = false;
  readonly #load = new NodeLoad();
  readonly #underWay: AttemptsUnderWay;
  /**
   * Endpoints whose next payload does not fit into what may be in flight, or that this node may not serve
   * right now.
   */
  readonly #parked = new Set<Endpoint>();
  /** How many times everything was released. */
  #epoch = 0;
  #onQuiet: (() => void) | undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#underWay = new AttemptsUnderWay(options.underWay ?? {});
  }

  get ready(): number {
    return this.#load.count;
  }

  get inFlight(): number {
    return this.#underWay.count;
  }

  inFlightOf(subscriptionId: string): number {
    return this.#endpoints.get(subscriptionId)?.inFlight ?? 0;
  }

  /** The queue of a subscription, updated to this state of it or a newer one. */
  endpoint(subscription: Subscription): Endpoint {
    let endpoint = this.#endpoints.get(subscription.id);
    if (endpoint === undefined) {
      endpoint = new Endpoint(subscription, this.#options.clock.now());
      this.#endpoints.set(subscription.id, endpoint);
    } else if (endpoint.subscription !== subscription) {
      endpoint.adopt(subscription);
    }
    return endpoint;
  }

  /**
   * Free places for deliveries of this subscription on this node, straight from events or from the database.
   */
  room(subscription: Subscription, from: DeliverySource): number {
    const endpoint = this.endpoint(subscription);
    if (endpoint.subscription.status !== 'active' || !this.#options.mayStart()) return 0;
    return this.#load.roomFor(endpoint, from);
  }

  /** Payload bytes that the node may take on at once. */
  get roomBytes(): number {
    return this.#load.roomBytes;
  }

  /** Takes on a delivery; false when its subscription is no longer active. */
  enqueue(delivery: Delivery, subscription: Subscription, from: DeliverySource): boolean {
    const endpoint = this.endpoint(subscription);
    if (endpoint.subscription.status !== 'active') return false;
    endpoint.push(delivery, from);
    this.#load.add(delivery);
    // Not within the call: the publisher is answered first.
    this.#deferred.add(endpoint);
    this.#awaitTurn();
    return true;
  }

  /** Adds deliveries to the same request as earlier ones of their key that have not been sent yet. */
  follow(endpoint: Endpoint, found: readonly Following[]): void {
    for (const follower of endpoint.follow(found)) this.#load.add(follower);
    this.#deferred.add(endpoint);
    this.#awaitTurn();
  }

  /**
   * Takes over a changed subscription, or undefined for a deleted one. Returns the ids of deliveries that may
   * no longer be sent from memory; their leases must be released.
   */
  subscriptionChanged(id: string, subscription: Subscription | undefined): string[] {
    const endpoint = this.#endpoints.get(id);
    if (endpoint === undefined) return [];
    endpoint.adopt(subscription ?? deletedState(endpoint.subscription));
    if (endpoint.subscription.status !== 'active') return this.#dropReady(endpoint);
    // A wait set by the old rate or breaker no longer applies.
    this.#timers.clear(endpoint);
    this.#pump(endpoint);
    return [];
  }

  /** Empties every queue; attempts in flight continue. Returns the ids of the released deliveries. */
  dropAllReady(): string[] {
    this.#epoch++;
    return [...this.#endpoints.values()].flatMap((endpoint) => this.#dropReady(endpoint));
  }

  /** This node may start attempts again: sends what it took on meanwhile. */
  startParked(): void {
    this.#unpark();
    if (this.#deferred.size > 0) this.#awaitTurn();
  }

  /** Forgets endpoints with no state worth keeping. */
  forgetIdle(): void {
    const nowMs = this.#options.clock.now();
    for (const [id, endpoint] of this.#endpoints) {
      if (!endpoint.isIdle(nowMs)) continue;
      this.backlogs.clear(endpoint);
      this.#endpoints.delete(id);
    }
  }

  /** Resolves when no attempt is in flight. */
  quiet(): Promise<void> {
    if (this.#underWay.count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onQuiet = resolve;
    });
  }

  #dropReady(endpoint: Endpoint): string[] {
    this.#timers.clear(endpoint);
    const dropped = endpoint.clear();
    this.#forget(endpoint, dropped);
    return dropped.map(({ id }) => id);
  }

  /** They are no longer queued, nor is what follows them. */
  #forget(endpoint: Endpoint, heads: readonly Delivery[]): void {
    this.#load.remove(heads);
    this.#load.remove(endpoint.followers.drop(heads));
  }

  #pump(endpoint: Endpoint): void {
    while (this.#hasTurnFor(endpoint)) if (!this.#startNext(endpoint)) return;
    // The rest waits for its turn, which this one's starts have already requested.
    if (endpoint.ready > 0) this.#deferred.add(endpoint);
  }

  #hasTurnFor(endpoint: Endpoint): boolean {
    return (
      this.#startsLeft > 0 &&
      !this.#underWay.isFullFor(endpoint.subscription.orgId) &&
      endpoint.nextSource(this.#backlogStartsLeft > 0) !== undefined
    );
  }

  /** Starts one attempt, if the endpoint has one that may start now. */
  #startNext(endpoint: Endpoint): boolean {
    const { clock, mayStart, schedule } = this.#options;
    const from = endpoint.nextSource(this.#backlogStartsLeft > 0);
    if (from === undefined) return false;
    if (!mayStart()) return this.#park(endpoint);
    const waitMs = endpoint.waitMs(clock.now());
    if (waitMs > 0) {
      if (waitMs !== Number.POSITIVE_INFINITY) this.#timers.set(endpoint, waitMs);
      return false;
    }
    if (!this.#underWay.fits(endpoint.nextBytes(from), endpoint.inFlight)) return this.#park(endpoint);
    const { maxAttempts } = scheduleOf(endpoint.subscription, schedule);
    const { taken, request } = endpoint.take(from, this.#backlogStartsLeft > 0, maxAttempts);
    this.#forget(endpoint, taken);
    this.#startsLeft--;
    if (from === 'database') this.#backlogStartsLeft--;
    this.#awaitTurn();
    this.#start(endpoint, request);
    return true;
  }

  #awaitTurn(): void {
    if (this.#isTurnAwaited) return;
    this.#isTurnAwaited = true;
    setImmediate(() => {
      this.#isTurnAwaited = false;
      this.#startsLeft = STARTS_PER_TURN;
      this.#backlogStartsLeft = BACKLOG_STARTS_PER_TURN;
      // One of each in turn, so that no endpoint waits for another's queue.
      for (const endpoint of this.#deferred) {
        if (this.#startsLeft === 0 || this.#underWay.isFull) return;
        if (endpoint.ready === 0) this.#deferred.delete(endpoint);
        if (!this.#hasTurnFor(endpoint)) continue;
        this.#deferred.delete(endpoint);
        // Goes to the back: iterating a set also visits entries added meanwhile.
        if (this.#startNext(endpoint)) this.#deferred.add(endpoint);
      }
    });
  }

  #park(endpoint: Endpoint): false {
    this.#parked.add(endpoint);
    return false;
  }

  #unpark(): void {
    for (const endpoint of this.#parked) this.#deferred.add(endpoint);
    this.#parked.clear();
  }

  #start(endpoint: Endpoint, deliveries: readonly Delivery[]): void {
    const { client, clock, mayStart, tracing } = this.#options;
    const { subscription } = endpoint;
    const sentAt = endpoint.started(clock.now());
    this.#underWay.start(subscription.orgId, payloadBytes(deliveries));
    const span = startAttemptSpan(tracing, deliveries, subscription);
    const attempts = attemptsOf(deliveries, subscription, sentAt);
    // Opening a connection may take long, or the machine may be suspended: by then another node may own it.
    const epoch = this.#epoch;
    const mayGoOut = () => epoch === this.#epoch && mayStart();
    void sendAttempt(client, attempts, mayGoOut, span?.context).then((outcome) => {
      endAttemptSpan(span, outcome);
      this.#end(endpoint, deliveries, subscription, outcome, sentAt);
    });
  }

  #end(
    endpoint: Endpoint,
    deliveries: readonly Delivery[],
    subscription: Subscription,
    outcome: Outcome,
    sentAt: number,
  ): void {
    const { clock, schedule, onAttempt, onRoom, onWithdrawn } = this.#options;
    const endedAt = clock.now();
    const wasScarce = this.#underWay.isScarce;
    const hasRoom = this.#underWay.end(subscription.orgId, payloadBytes(deliveries));
    if (!outcome.ok && outcome.reason === 'overloaded') this.#underWay.rest(() => this.#awaitTurn());
    if (!outcome.ok && (outcome.reason === 'withdrawn' || outcome.reason === 'overloaded')) {
      endpoint.withdrawn();
      for (const { id } of deliveries) onWithdrawn(id);
    } else {
      const ruling = rulingOf(subscription.receiver?.retry ?? null, outcome, endedAt);
      endpoint.ended(outcome.ok, endedAt, subscription.url, ruling.restsUntil);
      for (const delivery of deliveries) {
        const completion = judgeAttempt(delivery, subscription, outcome, sentAt, endedAt, schedule, ruling);
        onAttempt(completion, outcome);
      }
    }
    if (hasRoom) this.#unpark();
    if (wasScarce || hasRoom) {
      // The place goes to whoever waited longest for one.
      if (endpoint.ready > 0) this.#deferred.add(endpoint);
      this.#awaitTurn();
    } else {
      this.#pump(endpoint);
    }
    if (endpoint.wantsMore) onRoom();
    if (this.#underWay.count === 0) this.#onQuiet?.();
  }
}
