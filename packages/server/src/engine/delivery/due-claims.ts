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
  /** Which traces events belong to; unset: traces are off. */
  traces: EventTraces | undefined;
  /** Of these subscriptions, those that are active; what this node does not know is read. */
  activeSubscriptions(ids: string[]): Promise<Subscription[]>;
  /** The next claim fills the room that is left. */
  wake(): void;
}

/** Deliveries of one claim; to read them holds up the event loop for a few milliseconds. */
const MAX_CLAIM = 500;
/** What each subscription gets of one however many there are. */
const MIN_SHARE_OF_CLAIM = 10;

interface Share {
  orgId: string;
  subscriptionId: string;
  count: number;
}

/** Leases what is due to this node: of each subscription as much as there is room for. */
export class DueClaims {
  readonly #options: DueClaimsOptions;

  constructor(options: DueClaimsOptions) {
    this.#options = options;
  }

  /** What was leased, and when the next delivery is due. */
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
    // What another node freed while this one was at it is under way here already.
    const deliveries = claimed.deliveries.filter(({ id, attempts }) => !held.hasAttempt(id, attempts));
    const counts = new Map<string, number>();
    let bytes = 0;
    for (const { event, subscriptionId } of deliveries) {
      bytes += Buffer.byteLength(event.data);
      counts.set(subscriptionId, (counts.get(subscriptionId) ?? 0) + 1);
    }
    // A claim that ended for its bytes may have left something of each.
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
