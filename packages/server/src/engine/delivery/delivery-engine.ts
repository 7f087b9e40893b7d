import { type QueryRows, queryPool } from '../../kit/db/index.ts';
import type { Outcome } from '../../kit/net/index.ts';
import { ClockWatch } from '../cluster/index.ts';
import type { AppendParticipant } from '../spine/index.ts';
import type { Completion } from './completion.ts';
import { CompletionWriter } from './completion-writer.ts';
import type { DeliveryEngineOptions } from './delivery-engine-options.ts';
import { createDeliveryParticipant } from './delivery-participant.ts';
import { Dispatcher } from './dispatcher.ts';
import { DueClaims } from './due-claims.ts';
import { createDueDeliveries, type DueDeliveries } from './due-deliveries.repository.ts';
import { DuePoller } from './due-poller.ts';
import { HeldDeliveries } from './held-deliveries.ts';
import { LostLeases } from './lost-leases.ts';
import { NextInOrder } from './next-in-order.ts';
import { OrderedBatches } from './ordered-batches.ts';
import type { Delivery, Subscription } from './subscription.ts';
import { SubscriptionDirectory } from './subscription-directory.ts';

const RECONCILE_INTERVAL_MS = 15_000;
/** Retries due within this time are scheduled by a wake-up, since the poller looks less often. */
const SOON_MS = 1_000;

/** Delivers events: from their commit, or from the database, to the receiver and back into the log. */
export class DeliveryEngine {
  readonly participant: AppendParticipant;
  readonly #options: DeliveryEngineOptions;
  readonly #directory: SubscriptionDirectory;
  readonly #dispatcher: Dispatcher;
  readonly #writer: CompletionWriter;
  readonly #nextInOrder: NextInOrder;
  readonly #due: DueDeliveries;
  readonly #claims: DueClaims;
  readonly #batches: OrderedBatches;
  readonly #leases: LostLeases;
  readonly #poller: DuePoller;
  readonly #held = new HeldDeliveries();
  readonly #clockWatch: ClockWatch;
  readonly #query: QueryRows;
  readonly #listeners: ((completions: readonly Completion[]) => void)[] = [];
  /** Subscriptions that changed and could not be reread yet. */
  readonly #unread = new Set<string>();
  #reconcileTimer: NodeJS.Timeout | undefined;
  /** How many times the leases may have been taken over. */
  #fences = 0;
  #stopping = false;

  constructor(options: DeliveryEngineOptions) {
    this.#options = options;
    const { pool, clock, schedule, nodeId, log } = options;
    const mayStart = () => !this.#stopping && options.liveness.mayAct();
    this.#query = queryPool(pool);
    this.#directory = new SubscriptionDirectory(options.store, clock);
    this.#due = createDueDeliveries(pool, nodeId);
    const places = [this.#due, ...(options.alsoWaiting ?? [])];
    this.#clockWatch = new ClockWatch({ ...options.liveness, clock, places, nodeId, log });
    this.#writer = new CompletionWriter({
      pool,
      nodeId,
      takesNext: (completion) => mayStart() && this.#nextInOrder.followsDirectly(completion),
      onWritten: (completions, next) => this.#written(completions, next),
      onError: (error) => log.warn({ err: error }, 'attempts wait for the database'),
      gatherMs: options.gatherMs,
    });
    this.#dispatcher = new Dispatcher({
      client: options.client,
      clock,
      schedule,
      ...(options.underWay && { underWay: options.underWay }),
      tracing: options.traces?.tracing,
      mayStart,
      onWithdrawn: (id) => this.#withdrawn(id),
      onAttempt: (completion, outcome) => this.#attempted(completion, outcome),
      onRoom: () => this.#poller.wake(),
    });
    this.#nextInOrder = new NextInOrder(this.#directory, this.#dispatcher);
    this.#poller = new DuePoller({
      clock,
      poll: () => this.#poll(),
      onError: (error) => log.warn({ err: error }, 'polling for due deliveries failed'),
    });
    this.#batches = new OrderedBatches({ pool, nodeId, clock, dispatcher: this.#dispatcher });
    this.#leases = this.#openLeases();
    this.#claims = this.#openClaims();
    this.participant = createDeliveryParticipant({
      nodeId,
      clock,
      schedule,
      directory: this.#directory,
      dispatcher: this.#dispatcher,
      held: this.#held,
      onDueLater: () => this.#poller.wake(),
      onUncertain: () => this.#leases.checkForAWhile(),
      onUnwanted: (ids) => void this.#leases.letGo(ids),
    }) as AppendParticipant;
  }

  #openLeases(): LostLeases {
    const { liveness, log } = this.#options;
    return new LostLeases({
      due: this.#due,
      held: this.#held,
      writer: this.#writer,
      liveness,
      log,
      wake: () => this.#poller.wake(),
    });
  }

  #openClaims(): DueClaims {
    const { clock, traces } = this.#options;
    return new DueClaims({
      clock,
      due: this.#due,
      directory: this.#directory,
      dispatcher: this.#dispatcher,
      held: this.#held,
      traces,
      activeSubscriptions: (ids) => this.#activeSubscriptions(ids),
      wake: () => this.#poller.wake(),
    });
  }

  /** Figures for metrics. */
  get figures() {
    return {
      ready: this.#dispatcher.ready,
      inFlight: this.#dispatcher.inFlight,
      unwritten: this.#writer.pending,
      statements: this.#writer.statements,
    };
  }

  /** Calls the listener with completed attempts once they are durable. */
  onCompleted(listener: (completions: readonly Completion[]) => void): void {
    this.#listeners.push(listener);
  }

  async start(): Promise<void> {
    this.#leases.checkSoon();
    await this.#leases.checkIfDue();
    this.#poller.start();
    this.#reconcileTimer = setInterval(() => {
      this.#dispatcher.forgetIdle();
      this.reconcile();
    }, RECONCILE_INTERVAL_MS);
  }

  /** Starts nothing new, waits up to `graceMs` for what is in flight, and releases every lease. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#reconcileTimer);
    await this.#poller.stop();
    for (const id of this.#dispatcher.dropAllReady()) this.#held.delete(id);
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([this.#dispatcher.quiet(), grace]);
    await Promise.race([this.#writer.drain(), grace]);
    clearTimeout(timer);
    this.#writer.abandon();
    try {
      await this.#due.releaseAll();
    } catch (error) {
      // Another node, or this one at its next start, takes the leases over.
      this.#options.log.warn({ err: error }, 'leases could not be given back');
    }
  }

  /** Writes completed attempts at once, so that subsequent reads find them; tried once. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  /** Something may be due now: a delivery was queued, a subscription resumed. */
  wake(): void {
    this.#poller.wake();
  }

  /**
   * A subscription was created, changed, paused, resumed or deleted, here or on another node. In effect when
   * it resolves; if the database is unavailable, before the next attempt taken from there.
   */
  async subscriptionChanged(id: string): Promise<void> {
    this.#unread.add(id);
    await this.#readChanged().catch((error) => {
      this.#options.log.warn({ err: error, subscription_id: id }, 'a changed subscription waits to be read');
    });
    this.#poller.wake();
  }

  /** This node's attempts in flight for a subscription. */
  inFlightOf(id: string): number {
    return this.#dispatcher.inFlightOf(id);
  }

  /** Changes may have been missed: everything in memory is reread. */
  async allSubscriptionsChanged(): Promise<void> {
    for (const id of this.#directory.ids) this.#unread.add(id);
    this.#poller.wake();
  }

  /** Looks for leases that nobody serves; call it when a node died or the database came back. */
  reconcile(): void {
    this.#leases.checkSoon();
  }

  /**
   * This node's leases may be lost: nothing more is sent from memory, and what is still its own is reread.
   */
  fence(): void {
    this.#writer.fence();
    this.#fences++;
    for (const id of this.#dispatcher.dropAllReady()) this.#held.delete(id);
    this.reconcile();
  }

  /** If this node still holds its lease, nobody serves it now. */
  #withdrawn(deliveryId: string): void {
    this.#held.delete(deliveryId);
    this.reconcile();
  }

  async #readChanged(): Promise<void> {
    if (this.#unread.size === 0) return;
    const ids = [...this.#unread];
    const found = new Map((await this.#directory.reload(ids, this.#query)).map((s) => [s.id, s]));
    const dropped = ids.flatMap((id) => {
      this.#unread.delete(id);
      return this.#dispatcher.subscriptionChanged(id, found.get(id));
    });
    await this.#leases.letGo(dropped);
  }

  #attempted(completion: Completion, outcome: Outcome): void {
    this.#writer.add(completion);
    this.#options.onAttempt?.(completion, outcome);
  }

  #written(completions: Completion[], next: { deliveries: Delivery[]; isFenced: boolean }): void {
    for (const { delivery } of completions) this.#held.attemptWritten(delivery.id, delivery.attempts);
    void this.#takeOn(next.deliveries, next.isFenced);
    for (const listener of this.#listeners) listener(completions);
    const soon = this.#options.clock.now() + SOON_MS;
    const isDueSoon = completions.some(({ nextRetryAt }) => nextRetryAt !== null && nextRetryAt < soon);
    if (this.#nextInOrder.hasLeft() || isDueSoon) this.#poller.wake();
  }

  async #poll(): Promise<number> {
    const { liveness } = this.#options;
    if (this.#stopping || !liveness.mayAct()) return Number.POSITIVE_INFINITY;
    this.#dispatcher.startParked();
    await this.#readChanged();
    await this.#leases.checkIfDue();
    await this.#clockWatch.follow();
    const fences = this.#fences;
    const { deliveries, nextAt } = await this.#claims.claim();
    await this.#takeOn(deliveries, fences !== this.#fences);
    await this.#batches.fill();
    return nextAt;
  }

  /** Sends what was leased to this node; returns what it may not send or may have lost since. */
  #takeOn(deliveries: Delivery[], isFenced: boolean): Promise<void> {
    const unwanted: string[] = [];
    for (const delivery of deliveries) {
      const subscription = this.#directory.get(delivery.subscriptionId);
      this.#held.add(delivery.id, delivery.attempts);
      if (!isFenced && subscription && this.#dispatcher.enqueue(delivery, subscription, 'database')) {
        this.#batches.note(this.#dispatcher.endpoint(subscription));
      } else {
        unwanted.push(delivery.id);
      }
    }
    return unwanted.length === 0 ? Promise.resolve() : this.#leases.letGo(unwanted);
  }

  /** Reads those that this node does not know, or considers paused although the database says otherwise. */
  async #activeSubscriptions(ids: string[]): Promise<Subscription[]> {
    for (const id of ids) if (this.#directory.get(id)?.status !== 'active') this.#unread.add(id);
    await this.#readChanged();
    return ids.flatMap((id) => {
      const subscription = this.#directory.get(id);
      return subscription?.status === 'active' ? [subscription] : [];
    });
  }
}
