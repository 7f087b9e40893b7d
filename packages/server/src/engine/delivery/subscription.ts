import type { TraceContext } from '../../kit/observability/index.ts';
import type { ContentFilter } from './content-filter.ts';
import type { Ordering } from './order-key.ts';
import type { Receiver } from './receiver/receiver.ts';

/** The API that created a subscription, which determines its envelope. */
export type Face = 'events' | 'webhooks';

/** `disabled` is a pause imposed by the service after days of nothing but failures. */
export type SubscriptionStatus = 'active' | 'paused' | 'disabled';

export interface SigningSecret {
  version: number;
  secret: string;
  /** Unix milliseconds after which it no longer signs; null for the current one. */
  expiresAt: number | null;
}

/** A subscription in the engine's memory, secrets opened. Ids are UUIDs. */
export interface Subscription {
  id: string;
  /** Increases with every change; of two states, the higher revision is newer. */
  revision: number;
  orgId: string;
  face: Face;
  url: string;
  patterns: string[];
  platform: string | null;
  status: SubscriptionStatus;
  filter: ContentFilter | null;
  /** The current secret first, then those still valid during rotation, newest first. */
  secrets: SigningSecret[];
  maxConcurrency: number;
  ratePerSecond: number | null;
  breaker: { failures: number; cooldownMs: number } | null;
  /** Null when deliveries are unordered. */
  ordering: Ordering | null;
  /** The receiver's settings; null for none. */
  receiver: Receiver | null;
}

/** A delivery that this node handles. Ids are UUIDs. */
export interface Delivery {
  id: string;
  subscriptionId: string;
  /** The name under which the subscriber knows the event. */
  eventName: string;
  /** Attempts made so far. */
  attempts: number;
  event: DeliveredEvent;
}

/** The part of a logged event that a delivery needs. */
export interface DeliveredEvent {
  id: string;
  orgId: string;
  position: number;
  type: string;
  source: string;
  occurredAt: number;
  data: string;
  /** The trace its deliveries belong to; unknown when tracing is off. */
  trace?: TraceContext | undefined;
}

/** The state of a deleted subscription; a late read must not bring it back. */
export function deletedState(subscription: Subscription): Subscription {
  return { ...subscription, status: 'paused', revision: Number.MAX_SAFE_INTEGER };
}

/** The size of the events' data, all together. */
export function payloadBytes(deliveries: readonly Delivery[]): number {
  let bytes = 0;
  for (const { event } of deliveries) bytes += event.data.length;
  return bytes;
}
