import type { Clock } from '../../kit/clock.ts';
import type { QueryRows } from '../../kit/db/index.ts';
import { newUuid } from '../../kit/ids.ts';
import type { AppendParticipant, PendingEvent } from '../spine/index.ts';
import { scheduleOf } from './completion.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Endpoint } from './endpoint.ts';
import type { HeldDeliveries } from './held-deliveries.ts';
import { newDeliveries } from './new-delivery.repository.ts';
import { orderKeyOf } from './order-key.ts';
import type { RetrySchedule } from './retry-schedule.ts';
import type { Delivery, Subscription } from './subscription.ts';
import type { SubscriptionDirectory } from './subscription-directory.ts';

interface PlannedDelivery {
  delivery: Delivery;
  subscription: Subscription;
  endpoint: Endpoint;
  /** Index of the event within its plan. */
  rank: number;
  nextAttemptAt: number;
  delayMs: number;
  /** Ordering key; null for none. */
  orderKey: string | null;
  /** This node sends it as soon as it is committed. */
  isHeld: boolean;
}

export interface DeliveryPlan {
  orgId: string;
  deliveries: PlannedDelivery[];
}

export interface DeliveryParticipantOptions {
  nodeId: string;
  clock: Clock;
  schedule: RetrySchedule;
  directory: SubscriptionDirectory;
  dispatcher: Dispatcher;
  held: HeldDeliveries;
  /** Deliveries were committed that need to be claimed, now or later. */
  onDueLater(): void;
  /** Deliveries may have been committed under this node's lease, but the answer was lost. */
  onUncertain(): void;
  /** Deliveries were committed under this node's lease that it will not send. */
  onUnwanted(deliveryIds: string[]): void;
}

/**
 * Writes the deliveries of new events in the same statement as the events, and dispatches them afterwards.
 */
export function createDeliveryParticipant(
  options: DeliveryParticipantOptions,
): AppendParticipant<DeliveryPlan> {
  const { directory, held } = options;
  const { values, ...part } = newDeliveries;
  return {
    ...part,
    loadRoutes: (orgIds: string[], query: QueryRows) => directory.loadOrganizations(orgIds, query),
    forgetRoutes: (orgId) => directory.forgetOrganization(orgId),
    plan: (orgId, events) => ({
      orgId,
      deliveries: events.flatMap((event, rank) => planEvent(orgId, event, rank, options)),
    }),
    parameters: (plans) => {
      const all = plans.flatMap(({ orgId, deliveries }) =>
        deliveries.map((planned) => ({
          orgId,
          ...planned,
          leaseOwner: planned.isHeld ? options.nodeId : null,
        })),
      );
      return all.length === 0 ? undefined : values(all);
    },
    rows: ({ deliveries }) => deliveries.length,
    committed: ({ deliveries }, base) => handOver(deliveries, base, options),
    abandoned: ({ deliveries }, isUncertain) => {
      if (isUncertain && deliveries.some(({ isHeld }) => isHeld)) options.onUncertain();
      for (const { delivery, endpoint, isHeld } of deliveries) {
        if (!isHeld) continue;
        endpoint.reserved--;
        held.delete(delivery.id);
      }
    },
  };
}

function handOver(deliveries: PlannedDelivery[], base: number, options: DeliveryParticipantOptions): void {
  const { clock, dispatcher, onDueLater, onUnwanted } = options;
  const unwanted: string[] = [];
  let isWaiting = false;
  for (const { delivery, subscription, endpoint, rank, nextAttemptAt, orderKey, isHeld } of deliveries) {
    if (!isHeld) {
      // Either there was no room, and the endpoint asks for it as soon as there is; or it is ordered, and the
      // claim determines its position.
      dispatcher.backlogs.mark(endpoint);
      isWaiting ||= orderKey !== null || nextAttemptAt > clock.now();
      continue;
    }
    delivery.event.position = base + rank;
    endpoint.reserved--;
    if (!dispatcher.enqueue(delivery, subscription, 'event')) unwanted.push(delivery.id);
  }
  if (isWaiting) onDueLater();
  if (unwanted.length > 0) onUnwanted(unwanted);
}

function planEvent(
  orgId: string,
  event: PendingEvent,
  rank: number,
  options: DeliveryParticipantOptions,
): PlannedDelivery[] {
  const { clock, directory, dispatcher, held } = options;
  const matches = directory.match(orgId, event);
  if (matches.length === 0) return [];
  const nowMs = clock.now();
  const delivered = {
    id: event.id,
    orgId,
    position: -1,
    type: event.type,
    source: event.source,
    occurredAt: event.occurredAt,
    data: event.data,
    trace: event.span?.context,
  };
  return matches.map(({ subscription, eventName }) => {
    const delivery = {
      // Starts with the event's time, so that an event's deliveries are found without an extra index.
      id: newUuid(event.occurredAt),
      subscriptionId: subscription.id,
      eventName,
      attempts: 0,
      event: delivered,
    };
    const endpoint = dispatcher.endpoint(subscription);
    const orderKey = subscription.ordering && orderKeyOf(event.payload, subscription.ordering.path);
    const delayMs = scheduleOf(subscription, options.schedule).delayMs(1);
    const isHeld = orderKey === null && delayMs === 0 && dispatcher.room(subscription, 'event') > 0;
    if (isHeld) {
      endpoint.reserved++;
      held.add(delivery.id, delivery.attempts);
    }
    return {
      delivery,
      subscription,
      endpoint,
      rank,
      nextAttemptAt: nowMs + delayMs,
      delayMs,
      orderKey,
      isHeld,
    };
  });
}
