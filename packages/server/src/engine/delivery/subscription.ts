import type { TraceContext } from '../../kit/observability/index.ts';
import type { ContentFilter } from './content-filter.ts';
import type { Ordering } from './order-key.ts';
import type { Receiver } from './receiver/receiver.ts';

/** Which API made a subscription, and so which envelope it receives. */
export type Face = 'events' | 'webhooks';

/** `disabled` is a pause that the service itself ordered, after days of only failures. */
export type SubscriptionStatus = 'active' | 'paused' | 'disabled';

export interface SigningSecret {
  version: number;
  secret: string;
  /** Unix milliseconds after which it no longer signs; null for the current one. */
  expiresAt: number | null;
}

/** A subscription as the engine holds it in memory, secrets opened. Ids are UUIDs. */
export interface Subscription {
  id: string;
  /** Grows with every change; of two states the one with the higher revision is the newer. */
  revision: number;
  orgId: string;
  face: Face;
  url: string;
  patterns: string[];
  platform: string | null;
  status: SubscriptionStatus;
  filter: ContentFilter | null;
  /** The current secret first, then those that still overlap, newest first. */
  secrets: SigningSecret[];
  maxConcurrency: number;
  ratePerSecond: number | null;
  breaker: { failures: number; cooldownMs: number } | null;
  /** Null when deliveries have no order. */
  ordering: Ordering | null;
  /** What its receiver asked for beside the interface's ways; null for nothing. */
  receiver: Receiver | null;
}

/** One delivery in the hands of this node. Ids are UUIDs. */
export interface Delivery {
  id: string;
  subscriptionId: string;
  /** The name under which the subscriber knows the event. */
  eventName: string;
  /** Attempts made before the one that comes next. */
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
  /** What its deliveries belong to; unknown where traces are off. */
  trace?: TraceContext | undefined;
}

/** The state of a subscription that is no more; no late read brings it back. */
export function gone(subscription: Subscription): Subscription {
  return { ...subscription, status: 'paused', revision: Number.MAX_SAFE_INTEGER };
}
