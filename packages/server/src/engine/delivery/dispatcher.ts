import type { Clock } from '../../kit/clock.ts';
import type { GuardedClient, Outcome } from '../../kit/net/index.ts';
import { sendAttempt } from './attempt.ts';
import { type Completion, judgeAttempt } from './completion.ts';
import { Endpoint } from './endpoint.ts';
import type { RetrySchedule } from './retry-schedule.ts';
import type { Delivery, Subscription } from './subscription.ts';

export interface DispatcherOptions {
  client: GuardedClient;
  clock: Clock;
  schedule: RetrySchedule;
  /** False while this node's leases may have been taken over, or while it stops. */
  mayStart(): boolean;
  /** Every attempt that ended. */
  onAttempt(completion: Completion, outcome: Outcome): void;
  /** Room became free at an endpoint that has deliveries in the database. */
  onRoom(): void;
}

/** Below this many waiting deliveries an endpoint with a backlog asks for more. */
const LOW_WATER = 250;
/** Deliveries that the node holds ready over all endpoints, so that a backlog cannot fill its memory. */
const MAX_READY = 20_000;

/** Starts attempts: for each endpoint as many at once, and as fast, as it allows. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #timers = new Map<Endpoint, NodeJS.Timeout>();
  #ready = 0;
  #inFlight = 0;
  #onQuiet: (() => void) | undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  get ready(): number {
    return this.#ready;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  endpoint(subscription: Subscription): Endpoint {
    let endpoint = this.#endpoints.get(subscription.id);
    if (endpoint === undefined) {
      endpoint = new Endpoint(subscription, this.#options.clock.now());
      this.#endpoints.set(subscription.id, endpoint);
    }
    return endpoint;
  }

  /** Places for further deliveries of this subscription on this node. */
  room(subscription: Subscription): number {
    if (subscription.status !== 'active' || !this.#options.mayStart()) return 0;
    return Math.min(this.endpoint(subscription).room, Math.max(0, MAX_READY - this.#ready));
  }

  enqueue(delivery: Delivery, subscription: Subscription): void {
    const endpoint = this.endpoint(subscription);
    endpoint.ready.push(delivery);
    this.#ready++;
    this.#pump(endpoint);
  }

  /**
   * Takes over a changed subscription. Returns the ids of deliveries that no longer may be sent
   * from memory; their leases are to be released.
   */
  subscriptionChanged(id: string, subscription: Subscription | undefined): string[] {
    const endpoint = this.#endpoints.get(id);
    if (endpoint === undefined) return [];
    if (subscription !== undefined) {
      endpoint.subscription = subscription;
      if (subscription.status === 'active') {
        this.#pump(endpoint);
        return [];
      }
    }
    this.#endpoints.delete(id);
    return this.#dropReady(endpoint);
  }

  /** Empties every queue; what is in flight goes on. Returns the ids of the deliveries let go. */
  dropAllReady(): string[] {
    return [...this.#endpoints.values()].flatMap((endpoint) => this.#dropReady(endpoint));
  }

  /** Resolves when no attempt is in flight. */
  quiet(): Promise<void> {
    if (this.#inFlight === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onQuiet = resolve;
    });
  }

  #dropReady(endpoint: Endpoint): string[] {
    clearTimeout(this.#timers.get(endpoint));
    this.#timers.delete(endpoint);
    const dropped = endpoint.ready.clear();
    this.#ready -= dropped.length;
    return dropped.map(({ id }) => id);
  }

  #pump(endpoint: Endpoint): void {
    const { clock, mayStart } = this.#options;
    while (endpoint.ready.length > 0 && mayStart()) {
      const waitMs = endpoint.waitMs(clock.now());
      if (waitMs > 0) {
        if (waitMs !== Number.POSITIVE_INFINITY) this.#pumpLater(endpoint, waitMs);
        return;
      }
      this.#ready--;
      this.#start(endpoint, endpoint.ready.shift()!);
    }
  }

  #pumpLater(endpoint: Endpoint, waitMs: number): void {
    if (this.#timers.has(endpoint)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(endpoint);
      this.#pump(endpoint);
    }, waitMs);
    this.#timers.set(endpoint, timer);
  }

  #start(endpoint: Endpoint, delivery: Delivery): void {
    const { client, clock } = this.#options;
    const { subscription } = endpoint;
    const sentAt = clock.now();
    endpoint.started();
    this.#inFlight++;
    sendAttempt(client, {
      deliveryId: delivery.id,
      eventName: delivery.eventName,
      event: delivery.event,
      subscription,
      sentAt,
    })
      .catch(asOutcome)
      .then((outcome) => this.#end(endpoint, delivery, subscription, outcome, sentAt));
  }

  #end(
    endpoint: Endpoint,
    delivery: Delivery,
    subscription: Subscription,
    outcome: Outcome,
    sentAt: number,
  ): void {
    const { clock, schedule, onAttempt, onRoom } = this.#options;
    const endedAt = clock.now();
    endpoint.ended(outcome.ok, endedAt);
    this.#inFlight--;
    onAttempt(judgeAttempt(delivery, subscription, outcome, sentAt, endedAt, schedule), outcome);
    this.#pump(endpoint);
    if (endpoint.hasBacklog && endpoint.ready.length < LOW_WATER) onRoom();
    if (endpoint.isIdle) this.#endpoints.delete(subscription.id);
    if (this.#inFlight === 0) this.#onQuiet?.();
  }
}

/** A request that could not even be built is an attempt that failed, with a reason of its own. */
function asOutcome(error: unknown): Outcome {
  return {
    ok: false,
    reason: 'invalid_request',
    message: 'The request could not be built.',
    logDetail: String(error),
    durationMs: 0,
  };
}
