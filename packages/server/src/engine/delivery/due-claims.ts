import type { Clock } from '../../kit/clock.ts';
import type { EventTraces } from '../spine/index.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { DueDeliveries } from './due-deliveries.repository.ts';
import type { HeldDeliveries } from './held-deliveries.ts';
import type { Delivery, Subscription } from './subscription.ts';
import type { SubscriptionDirectory } from './subscription-directory.ts';

export interface DueClaimsOptions {
  clock: Clock;
  due: DueDeliveries;
  directory: SubscriptionDirectory;
  dispatcher: Dispatcher;
  held: HeldDeliveries;
  /** Which traces events belong to; unset: tracing is off. */
  traces: EventTraces | undefined;
  /** The active ones of these subscriptions; reads those that this node does not know. */
  activeSubscriptions(ids: string[]): Promise<Subscription[]>;
  /** Has the next claim fill the remaining room. */
  wake(): void;
}

/** Maximum deliveries per claim; reading them blocks the event loop for a few milliseconds. */
const MAX_CLAIM = 500;
/** Minimum share of each subscription in a claim, however many there are. */
const MIN_SHARE_OF_CLAIM = 10;

interface Share {
  orgId: string;
  subscriptionId: string;
  count: number;
}

/** Leases what is due to this node: as much of each subscription as there is room for. */
export class DueClaims {
  readonly #options: DueClaimsOptions;

  constructor(options: DueClaimsOptions) {
    this.#options = options;
  }

  /** The leased deliveries, and when the next one is due. */
  async claim(): Promise<{ deliveries: Delivery[]; nextAt: number }> {
    const { clock, due, dispatcher, activeSubscriptions } = this.#options;
    const startedAt = performance.now();
    const waiting = await due.waitingSubscriptions();
    const nowMs = clock.now();
    const ids = waiting.filter(({ dueAt }) => dueAt <= nowMs).map(({ subscriptionId }) => subscriptionId);
    dispatcher.backlogs.clearExcept(new Set(ids), startedAt);
    const wanted: Share[] = [];
    const active = await activeSubscriptions(ids);
    const share = Math.max(Math.floor(MAX_CLAIM / active.length), MIN_SHARE_OF_CLAIM);
    for (const subscription of active) {
      const count = Math.min(dispatcher.room(subscription, 'database'), share);
      if (count > 0) wanted.push({ orgId: subscription.orgId, subscriptionId: subscription.id, count });
      else dispatcher.backlogs.mark(dispatcher.endpoint(subscription));
    }
    const nextAt = Math.min(...waiting.filter(({ dueAt }) => dueAt > nowMs).map(({ dueAt }) => dueAt));
    return { deliveries: wanted.length > 0 ? await this.#lease(wanted, nowMs) : [], nextAt };
  }

  async #lease(wanted: Share[], nowMs: number): Promise<Delivery[]> {
    const { due, dispatcher, held, traces } = this.#options;
    const maxBytes = dispatcher.roomBytes;
    const claimed = await due.claim(wanted, nowMs, maxBytes);
    if (traces !== undefined) await traces.attach(claimed.deliveries.map(({ event }) => event));
    // What another node freed during the claim may already be in progress here.
    const deliveries = claimed.deliveries.filter(({ id, attempts }) => !held.hasAttempt(id, attempts));
    const counts = new Map<string, number>();
    let bytes = 0;
    for (const { event, subscriptionId } of deliveries) {
      bytes += Buffer.byteLength(event.data);
      counts.set(subscriptionId, (counts.get(subscriptionId) ?? 0) + 1);
    }
    // A claim that stopped at the byte limit may have left something of each.
    const isCut = bytes >= maxBytes;
    for (const { subscriptionId, count } of wanted)
      this.#markLeft(
        subscriptionId,
        isCut || counts.get(subscriptionId) === count || claimed.more.has(subscriptionId),
      );
    return deliveries;
  }

  #markLeft(subscriptionId: string, hasMore: boolean): void {
    const { directory, dispatcher, wake } = this.#options;
    const subscription = directory.get(subscriptionId);
    if (subscription === undefined) return;
    const endpoint = dispatcher.endpoint(subscription);
    if (!hasMore) {
      dispatcher.backlogs.clear(endpoint);
      return;
    }
    dispatcher.backlogs.mark(endpoint);
    wake();
  }
}
