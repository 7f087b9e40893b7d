import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../kit/clock.ts';
import { type QueryRows, queryPool } from '../../kit/db/index.ts';
import type { GuardedClient, Outcome } from '../../kit/net/index.ts';
import type { AppendParticipant, EventTraces } from '../spine/index.ts';
import type { UnderWayLimits } from './attempts-under-way.ts';
import { ClockWatch } from './clock-watch.ts';
import type { Completion } from './completion.ts';
import { CompletionWriter } from './completion-writer.ts';
import { createDeliveryParticipant } from './delivery-participant.ts';
import { Dispatcher } from './dispatcher.ts';
import { createDueDeliveries, type DueDeliveries } from './due-deliveries.ts';
import { DuePoller } from './due-poller.ts';
import { HeldDeliveries } from './held-deliveries.ts';
import { NextInOrder } from './next-in-order.ts';
import type { RetrySchedule } from './retry-schedule.ts';
import type { Delivery, Subscription } from './subscription.ts';
import { SubscriptionDirectory } from './subscription-directory.ts';
import type { SubscriptionStore } from './subscription-store.ts';

/** What the engine needs to know of the nodes that share its database. */
export interface NodeLiveness {
  /** False when this node's own leases may have been taken over. */
  mayAct(): boolean;
  aliveNodeIds(): Promise<string[]>;
  /** Nodes known to have died or left, whose leases may be taken over. */
  deadNodeIds(): string[];
}

export interface DeliveryEngineOptions {
  pool: Pool;
  nodeId: string;
  clock: Clock;
  log: Logger;
  client: GuardedClient;
  schedule: RetrySchedule;
  store: SubscriptionStore;
  liveness: NodeLiveness;
  /** What this node may have on the wire at once. */
  underWay?: UnderWayLimits;
  /** Which traces events belong to; unset: traces are off. */
  traces?: EventTraces | undefined;
  /** Every attempt that ended, for metrics and endpoint health. */
  onAttempt?(completion: Completion, outcome: Outcome): void;
}

const RECONCILE_INTERVAL_MS = 15_000;
/** Deliveries of one claim; to read them holds up the event loop for a few milliseconds. */
const MAX_CLAIM = 500;
/** What each subscription gets of one however many there are. */
const MIN_SHARE_OF_CLAIM = 10;
/** A retry that is due sooner than the poller looks by itself. */
const SOON_MS = 1_000;

/** Delivers: from the commit of an event, or from the database, to the receiver and back into the log. */
export class DeliveryEngine {
  readonly participant: AppendParticipant;
  readonly #options: DeliveryEngineOptions;
  readonly #directory: SubscriptionDirectory;
  readonly #dispatcher: Dispatcher;
  readonly #writer: CompletionWriter;
  readonly #nextInOrder: NextInOrder;
  readonly #due: DueDeliveries;
  readonly #poller: DuePoller;
  readonly #held = new HeldDeliveries();
  readonly #clockWatch: ClockWatch;
  readonly #query: QueryRows;
  readonly #listeners: ((completions: readonly Completion[]) => void)[] = [];
  /** Subscriptions that changed and could not be read anew yet. */
  readonly #unread = new Set<string>();
  #reconcileTimer: NodeJS.Timeout | undefined;
  #reconcileDue = false;
  /** Counts how often the leases may have been taken over. */
  #fences = 0;
  #stopping = false;

  constructor(options: DeliveryEngineOptions) {
    this.#options = options;
    const { pool, clock, schedule, nodeId, log } = options;
    const mayStart = () => !this.#stopping && options.liveness.mayAct();
    this.#query = queryPool(pool);
    this.#clockWatch = new ClockWatch(clock);
    this.#directory = new SubscriptionDirectory(options.store, clock);
    this.#due = createDueDeliveries(pool, nodeId);
    this.#writer = new CompletionWriter({
      pool,
      nodeId,
      takesNext: (completion) => mayStart() && this.#nextInOrder.isTakenAfter(completion),
      onWritten: (completions, next) => this.#written(completions, next),
      onError: (error) => log.warn({ err: error }, 'attempts wait for the database'),
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
    this.participant = createDeliveryParticipant({
      nodeId,
      clock,
      schedule,
      directory: this.#directory,
      dispatcher: this.#dispatcher,
      held: this.#held,
      onDueLater: () => this.#poller.wake(),
      onUnwanted: (ids) => void this.#letGo(ids),
    }) as AppendParticipant;
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

  /** Calls the listener with attempts that ended, once they are durable. */
  onCompleted(listener: (completions: readonly Completion[]) => void): void {
    this.#listeners.push(listener);
  }

  async start(): Promise<void> {
    await this.#reconcile();
    this.#poller.start();
    this.#reconcileTimer = setInterval(() => {
      this.#dispatcher.forgetIdle();
      this.reconcile();
    }, RECONCILE_INTERVAL_MS);
  }

  /** Starts nothing new, waits for what is in flight up to `graceMs`, and gives every lease back. */
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

  /** Something may be due now: a delivery was queued, a subscription resumed. */
  wake(): void {
    this.#poller.wake();
  }

  /**
   * A subscription was made, changed, paused, resumed or deleted, here or on another node. In force
   * when it resolves; when the database is away it is in force before the next attempt from there.
   */
  async subscriptionChanged(id: string): Promise<void> {
    this.#unread.add(id);
    await this.#readChanged().catch((error) => {
      this.#options.log.warn({ err: error, subscription_id: id }, 'a changed subscription waits to be read');
    });
    this.#poller.wake();
  }

  /** Attempts of a subscription that this node has under way. */
  inFlightOf(id: string): number {
    return this.#dispatcher.inFlightOf(id);
  }

  /** Changes may have been missed: everything in memory is read anew. */
  async allSubscriptionsChanged(): Promise<void> {
    for (const id of this.#directory.ids) this.#unread.add(id);
    this.#poller.wake();
  }

  /** Looks for leases that nobody serves; to be called when a node died or the database came back. */
  reconcile(): void {
    this.#reconcileDue = true;
    this.#poller.wake();
  }

  /** This node's leases may be gone: nothing more is sent from memory, and what is still its own is read anew. */
  fence(): void {
    this.#writer.fence();
    this.#fences++;
    for (const id of this.#dispatcher.dropAllReady()) this.#held.delete(id);
    this.reconcile();
  }

  /**
   * Frees leases of dead nodes, and rows that carry this node's lease though it does not hold them
   * (the answer to a commit was lost). Runs between polls: a claim under way is not held yet.
   */
  async #reconcile(): Promise<void> {
    const { liveness, log } = this.#options;
    this.#reconcileDue = false;
    const takenOver = await this.#due.takeOver(liveness.deadNodeIds());
    const leased = await this.#due.leasedHere();
    // What a statement under way has leased is held once its answer is read.
    await this.#writer.settled().catch(() => undefined);
    const stray = leased.filter((id) => !this.#held.has(id));
    await this.#due.release(stray);
    if (takenOver + stray.length > 0)
      log.info({ taken_over: takenOver, stray: stray.length }, 'freed leases');
  }

  async #reconcileOrRepeat(): Promise<void> {
    try {
      await this.#reconcile();
    } catch (error) {
      this.#reconcileDue = true;
      throw error;
    }
  }

  /** Gives leases back. Should that fail, the deliveries are strays, which the next reconcile frees. */
  async #letGo(deliveryIds: string[]): Promise<void> {
    for (const id of deliveryIds) this.#held.delete(id);
    try {
      await this.#due.release(deliveryIds);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'leases wait to be given back');
      this.#reconcileDue = true;
    }
  }

  /** Its lease, if this node still has it, is a stray now. */
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
    await this.#letGo(dropped);
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
    const { clock, liveness } = this.#options;
    if (this.#stopping || !liveness.mayAct()) return Number.POSITIVE_INFINITY;
    await this.#readChanged();
    if (this.#reconcileDue) await this.#reconcileOrRepeat();
    await this.#followClock();
    const startedAt = performance.now();
    const waiting = await this.#due.waitingSubscriptions();
    const nowMs = clock.now();
    const due = waiting.filter(({ dueAt }) => dueAt <= nowMs).map(({ subscriptionId }) => subscriptionId);
    this.#dispatcher.clearBacklogsExcept(new Set(due), startedAt);
    const wanted: { subscriptionId: string; count: number }[] = [];
    const active = await this.#activeSubscriptions(due);
    const share = Math.max(Math.floor(MAX_CLAIM / active.length), MIN_SHARE_OF_CLAIM);
    for (const subscription of active) {
      const count = Math.min(this.#dispatcher.room(subscription, 'database'), share);
      if (count > 0) wanted.push({ subscriptionId: subscription.id, count });
      else this.#dispatcher.markBacklog(this.#dispatcher.endpoint(subscription));
    }
    if (wanted.length > 0) await this.#claim(wanted, nowMs);
    return Math.min(...waiting.filter(({ dueAt }) => dueAt > nowMs).map(({ dueAt }) => dueAt));
  }

  /** What waits for a time of a clock that was set back would wait for as long again. */
  async #followClock(): Promise<void> {
    const { clock, liveness, log } = this.#options;
    const backMs = this.#clockWatch.setBackMs;
    if (backMs === 0) return;
    // Other nodes have clocks of their own, which may be right: then they take what is due by them.
    if ((await liveness.aliveNodeIds()).length <= 1) await this.#due.bringForward(clock.now(), backMs);
    this.#clockWatch.followed(backMs);
    log.warn({ set_back_ms: backMs }, 'the clock of this machine was set back');
  }

  async #claim(wanted: { subscriptionId: string; count: number }[], nowMs: number): Promise<void> {
    const maxBytes = this.#dispatcher.roomBytes;
    const fences = this.#fences;
    const claimed = await this.#due.claim(wanted, nowMs, maxBytes);
    const { traces } = this.#options;
    if (traces !== undefined) await traces.attach(claimed.deliveries.map(({ event }) => event));
    // What another node freed while this one was at it is under way here already.
    const deliveries = claimed.deliveries.filter(({ id, attempts }) => !this.#held.hasAttempt(id, attempts));
    const counts = new Map<string, number>();
    let bytes = 0;
    for (const delivery of deliveries) {
      bytes += Buffer.byteLength(delivery.event.data);
      counts.set(delivery.subscriptionId, (counts.get(delivery.subscriptionId) ?? 0) + 1);
    }
    for (const { subscriptionId, count } of wanted) {
      const subscription = this.#directory.get(subscriptionId);
      if (subscription === undefined) continue;
      const endpoint = this.#dispatcher.endpoint(subscription);
      // A claim that ended for its bytes may have left something of each.
      const hasMore =
        counts.get(subscriptionId) === count || bytes >= maxBytes || claimed.more.has(subscriptionId);
      if (hasMore) this.#dispatcher.markBacklog(endpoint);
      else this.#dispatcher.clearBacklog(endpoint);
      // The next claim fills the room that is left.
      if (hasMore) this.#poller.wake();
    }
    await this.#takeOn(deliveries, fences !== this.#fences);
  }

  /** Sends what was leased to this node; gives back what it may not send, or may have lost since. */
  #takeOn(deliveries: Delivery[], isFenced: boolean): Promise<void> {
    const unwanted: string[] = [];
    for (const delivery of deliveries) {
      const subscription = this.#directory.get(delivery.subscriptionId);
      this.#held.add(delivery.id, delivery.attempts);
      if (!isFenced && subscription && this.#dispatcher.enqueue(delivery, subscription, 'database')) continue;
      unwanted.push(delivery.id);
    }
    return unwanted.length === 0 ? Promise.resolve() : this.#letGo(unwanted);
  }

  /** Reads those that this node does not know, or knows to be paused though the database says otherwise. */
  async #activeSubscriptions(ids: string[]): Promise<Subscription[]> {
    for (const id of ids) if (this.#directory.get(id)?.status !== 'active') this.#unread.add(id);
    await this.#readChanged();
    return ids.flatMap((id) => {
      const subscription = this.#directory.get(id);
      return subscription?.status === 'active' ? [subscription] : [];
    });
  }
}
