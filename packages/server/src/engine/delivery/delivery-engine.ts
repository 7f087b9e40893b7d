import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../kit/clock.ts';
import type { GuardedClient, Outcome } from '../../kit/net/index.ts';
import type { AppendParticipant, QueryRows } from '../spine/index.ts';
import type { Completion } from './completion.ts';
import { CompletionWriter } from './completion-writer.ts';
import { createDeliveryParticipant } from './delivery-participant.ts';
import { Dispatcher } from './dispatcher.ts';
import { createDueDeliveries, type DueDeliveries } from './due-deliveries.ts';
import { DuePoller } from './due-poller.ts';
import type { RetrySchedule } from './retry-schedule.ts';
import type { Subscription } from './subscription.ts';
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
  /** Every attempt that ended, for metrics and endpoint health. */
  onAttempt?(completion: Completion, outcome: Outcome): void;
}

const RECONCILE_INTERVAL_MS = 15_000;

/** Delivers: from the commit of an event, or from the database, to the receiver and back into the log. */
export class DeliveryEngine {
  readonly participant: AppendParticipant;
  readonly #options: DeliveryEngineOptions;
  readonly #directory: SubscriptionDirectory;
  readonly #dispatcher: Dispatcher;
  readonly #writer: CompletionWriter;
  readonly #due: DueDeliveries;
  readonly #poller: DuePoller;
  readonly #held = new Set<string>();
  readonly #query: QueryRows;
  #reconcileTimer: NodeJS.Timeout | undefined;
  #reconcileDue = false;
  #stopping = false;

  constructor(options: DeliveryEngineOptions) {
    this.#options = options;
    const { pool, clock, schedule, nodeId, log } = options;
    this.#query = async <Row>(text: string, values: unknown[]) =>
      (await pool.query(text, values)).rows as Row[];
    this.#directory = new SubscriptionDirectory(options.store, clock);
    this.#due = createDueDeliveries(pool, nodeId);
    this.#writer = new CompletionWriter({
      pool,
      onWritten: (completions) => this.#written(completions),
      onError: (error) => log.warn({ err: error }, 'attempts wait for the database'),
    });
    this.#dispatcher = new Dispatcher({
      client: options.client,
      clock,
      schedule,
      mayStart: () => !this.#stopping && options.liveness.mayAct(),
      onAttempt: (completion, outcome) => this.#attempted(completion, outcome),
      onRoom: () => this.#poller.wake(),
    });
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
      onBacklog: () => this.#poller.wake(),
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

  async start(): Promise<void> {
    await this.#reconcile();
    this.#poller.start();
    this.#reconcileTimer = setInterval(() => this.reconcile(), RECONCILE_INTERVAL_MS);
  }

  /** Starts nothing new, waits for what is in flight up to `graceMs`, and gives every lease back. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#reconcileTimer);
    await this.#poller.stop();
    const dropped = this.#dispatcher.dropAllReady();
    const grace = new Promise<void>((resolve) => setTimeout(resolve, graceMs).unref());
    await Promise.race([this.#dispatcher.quiet(), grace]);
    await Promise.race([this.#writer.drain(), grace]);
    for (const id of dropped) this.#held.delete(id);
    await this.#due.release([...dropped, ...this.#held]);
  }

  /** Something may be due now: a delivery was queued, a subscription resumed. */
  wake(): void {
    this.#poller.wake();
  }

  /** A subscription was made, changed, paused, resumed or deleted, here or on another node. */
  async subscriptionChanged(id: string): Promise<void> {
    const [subscription] = await this.#directory.reload([id], this.#query);
    await this.#let(this.#dispatcher.subscriptionChanged(id, subscription));
    this.#poller.wake();
  }

  /** Looks for leases that nobody serves; to be called when a node died or the database came back. */
  reconcile(): void {
    this.#reconcileDue = true;
    this.#poller.wake();
  }

  /**
   * Frees leases of dead nodes, and rows that carry this node's lease though it does not hold them
   * (the answer to a commit was lost). Runs between polls: a claim under way is not held yet.
   */
  async #reconcile(): Promise<void> {
    const { liveness, log } = this.#options;
    const takenOver = await this.#due.takeOver(liveness.deadNodeIds());
    const stray = (await this.#due.leasedHere()).filter((id) => !this.#held.has(id));
    await this.#due.release(stray);
    this.#reconcileDue = false;
    if (takenOver + stray.length > 0)
      log.info({ taken_over: takenOver, stray: stray.length }, 'freed leases');
  }

  /** This node's leases may be gone: nothing more is sent from memory. */
  fence(): void {
    for (const id of this.#dispatcher.dropAllReady()) this.#held.delete(id);
  }

  async #let(deliveryIds: string[]): Promise<void> {
    await this.#due.release(deliveryIds);
    for (const id of deliveryIds) this.#held.delete(id);
  }

  #attempted(completion: Completion, outcome: Outcome): void {
    this.#writer.add(completion);
    this.#options.onAttempt?.(completion, outcome);
  }

  #written(completions: Completion[]): void {
    for (const { delivery } of completions) this.#held.delete(delivery.id);
    if (completions.some(({ next }) => next === 'retry')) this.#poller.wake();
  }

  async #poll(): Promise<number> {
    const { clock, liveness } = this.#options;
    if (this.#stopping || !liveness.mayAct()) return Number.POSITIVE_INFINITY;
    if (this.#reconcileDue) await this.#reconcile();
    const waiting = await this.#due.waitingSubscriptions();
    const nowMs = clock.now();
    const due = waiting.filter(({ dueAt }) => dueAt <= nowMs);
    const subscriptions = await this.#subscriptions(due.map(({ subscriptionId }) => subscriptionId));
    const wanted = subscriptions
      .map((subscription) => ({
        subscriptionId: subscription.id,
        count: this.#dispatcher.room(subscription),
      }))
      .filter(({ count }) => count > 0);
    const full = new Set(subscriptions.map(({ id }) => id));
    for (const { subscriptionId } of wanted) full.delete(subscriptionId);
    for (const id of full) this.#markBacklog(id, true);
    if (wanted.length > 0) await this.#claim(wanted, nowMs);
    return Math.min(...waiting.filter(({ dueAt }) => dueAt > nowMs).map(({ dueAt }) => dueAt));
  }

  async #claim(wanted: { subscriptionId: string; count: number }[], nowMs: number): Promise<void> {
    const deliveries = await this.#due.claim(wanted, nowMs);
    const counts = new Map<string, number>();
    for (const delivery of deliveries) {
      this.#held.add(delivery.id);
      counts.set(delivery.subscriptionId, (counts.get(delivery.subscriptionId) ?? 0) + 1);
    }
    for (const { subscriptionId, count } of wanted) {
      this.#markBacklog(subscriptionId, counts.get(subscriptionId) === count);
    }
    const orphans: string[] = [];
    for (const delivery of deliveries) {
      const subscription = this.#directory.get(delivery.subscriptionId);
      if (subscription?.status === 'active') this.#dispatcher.enqueue(delivery, subscription);
      else orphans.push(delivery.id);
    }
    await this.#let(orphans);
  }

  #markBacklog(subscriptionId: string, hasBacklog: boolean): void {
    const subscription = this.#directory.get(subscriptionId);
    if (subscription) this.#dispatcher.endpoint(subscription).hasBacklog = hasBacklog;
  }

  async #subscriptions(ids: string[]): Promise<Subscription[]> {
    const stale = ids.filter((id) => this.#directory.get(id)?.status !== 'active');
    if (stale.length > 0) {
      for (const subscription of await this.#directory.reload(stale, this.#query)) {
        await this.#let(this.#dispatcher.subscriptionChanged(subscription.id, subscription));
      }
    }
    return ids.flatMap((id) => this.#directory.get(id) ?? []);
  }
}
