import type { Pool } from 'pg';
import type { Clock } from '../../../kit/clock.ts';
import { queryPool } from '../../../kit/db/index.ts';
import type { StoredEvent } from '../../spine/index.ts';
import type { Face, Subscription, SubscriptionStatus } from '../subscription.ts';
import { buildRoutes, matchEvent } from '../subscription-directory.ts';
import type { SubscriptionStore } from '../subscription-store.repository.ts';
import {
  deliveriesOfEvent,
  type EventDeliveryRow,
  subscriptionsWithout,
} from './event-deliveries.repository.ts';

/** What happened to an event at one subscription. Ids are UUIDs, times Unix milliseconds. */
export interface EventDelivery {
  deliveryId: string;
  subscriptionId: string;
  face: Face;
  subscriptionName: string | null;
  subscriptionStatus: SubscriptionStatus;
  eventName: string;
  state: 'pending' | 'success' | 'dead' | 'failed';
  /** Completed attempts. */
  attempts: number;
  lastResponseCode: number | null;
  lastError: string | null;
  lastAttemptAt: number | null;
  nextAttemptAt: number | null;
}

/**
 * Why a subscription, in its current state, has no delivery of an event. `matches_now`: it was created or
 * changed after the event, or its delivery is no longer on record.
 */
export type UnmatchedReason = 'pattern' | 'notice' | 'platform' | 'filter' | 'matches_now';

export interface Unmatched {
  subscriptionId: string;
  face: Face;
  subscriptionName: string | null;
  reason: UnmatchedReason;
}

/** Each explanation evaluates a filter on the payload. */
const MAX_EXPLAINED = 50;

/** Lists where an event went, and on request where it did not and why. */
export function createEventDeliveries({
  pool,
  clock,
  store,
}: {
  pool: Pool;
  clock: Clock;
  store: SubscriptionStore;
}) {
  const query = queryPool(pool);
  return {
    async list(
      event: StoredEvent,
      page: { limit: number; offset: number },
    ): Promise<{ deliveries: EventDelivery[]; total: number }> {
      const { deliveries, total } = await deliveriesOfEvent(query, event, page);
      return { deliveries: deliveries.map(toEventDelivery), total };
    },

    /** The newest 50 active subscriptions. */
    async listUnmatched(event: StoredEvent): Promise<{ unmatched: Unmatched[]; total: number }> {
      const { subscriptions, total } = await subscriptionsWithout(query, event, MAX_EXPLAINED);
      const ids = subscriptions.map(({ id }) => id);
      const whole = new Map(
        (await store.withIds(ids, clock.now(), query)).map((subscription) => [subscription.id, subscription]),
      );
      const unmatched = subscriptions.flatMap(({ id, face, name }) => {
        const subscription = whole.get(id);
        if (subscription === undefined) return [];
        const reason = explainUnmatched(subscription, event);
        return [{ subscriptionId: id, face, subscriptionName: name, reason }];
      });
      return { unmatched, total };
    },
  };
}

export type EventDeliveries = ReturnType<typeof createEventDeliveries>;

/** The first condition, in order of evaluation, that the event does not meet. */
export function explainUnmatched(subscription: Subscription, event: StoredEvent): UnmatchedReason {
  const matches = (as: Partial<Subscription>) =>
    matchEvent(buildRoutes([{ ...subscription, ...as }]), event).length > 0;
  if (matches({})) return 'matches_now';
  if (matches({ filter: null })) return 'filter';
  if (matches({ filter: null, platform: null })) return 'platform';
  const names = buildRoutes([subscription]);
  return names.match(event.type).length > 0 ? 'notice' : 'pattern';
}

function toEventDelivery(row: EventDeliveryRow): EventDelivery {
  return {
    deliveryId: row.delivery_id,
    subscriptionId: row.subscription_id,
    face: row.face,
    subscriptionName: row.subscription_name,
    subscriptionStatus: row.subscription_status,
    eventName: row.event_name,
    state: row.is_live ? 'pending' : row.succeeded ? 'success' : row.is_dead ? 'dead' : 'failed',
    attempts: row.attempts,
    lastResponseCode: row.response_code,
    lastError: row.error,
    lastAttemptAt: row.last_attempt_at?.getTime() ?? null,
    nextAttemptAt: row.next_attempt_at?.getTime() ?? null,
  };
}
