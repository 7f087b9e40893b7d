import type { Ordering } from '../order-key.ts';
import type { ReceiverInput, ReceiverSettings } from '../receiver/receiver-settings.ts';
import type { Face, SubscriptionStatus } from '../subscription.ts';

/** The platforms that a subscription may be limited to. Source: interface.md, Webhooks API. */
export const subscriptionPlatforms = ['contracts', 'outreach', 'application_review'] as const;
export type SubscriptionPlatform = (typeof subscriptionPlatforms)[number];

/** Stops sending after this many consecutive failures, and tries again after the cooldown. */
export interface BreakerSetting {
  failures: number;
  cooldownSeconds: number;
}

/** A subscription as its owner sees it, without secrets. Ids are UUIDs. */
export interface SubscriptionRecord {
  id: string;
  orgId: string;
  face: Face;
  /** The name in the Webhooks API, the description in the Events API. */
  name: string | null;
  url: string;
  patterns: string[];
  platform: SubscriptionPlatform | null;
  status: SubscriptionStatus;
  filter: object | null;
  /** Null for the service's default. */
  maxConcurrency: number | null;
  ratePerSecond: number | null;
  breaker: BreakerSetting | null;
  /** Null when deliveries are unordered. */
  ordering: Ordering | null;
  receiver: ReceiverSettings;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
  failingSince: Date | null;
  disabledReason: string | null;
  /** Progress of delivering events from before it was created; null when none are. */
  backfill: { since: Date; queued: number; finishedAt: Date | null } | null;
  /** Until when earlier secrets sign alongside the current one; null when none do. */
  previousSecretExpiresAt: Date | null;
}

/**
 * As a caller sends it: omitted fields keep their value or get the default. A null path removes the order.
 */
export interface OrderingInput {
  path?: Ordering['path'] | null | undefined;
  onFailure?: Ordering['onFailure'] | undefined;
}

/** What a caller may specify when creating a subscription. */
export interface NewSubscription {
  face: Face;
  name: string | null;
  url: string;
  patterns: string[];
  platform?: SubscriptionPlatform | null | undefined;
  secret: string;
  filter?: object | null | undefined;
  maxConcurrency?: number | null | undefined;
  ratePerSecond?: number | null | undefined;
  breaker?: BreakerSetting | null | undefined;
  ordering?: OrderingInput | null | undefined;
  receiver?: ReceiverInput | undefined;
  /** Unix milliseconds: events logged since then are delivered too. */
  backfillFrom?: number | undefined;
}

type Changeable =
  | 'name'
  | 'url'
  | 'patterns'
  | 'platform'
  | 'filter'
  | 'maxConcurrency'
  | 'ratePerSecond'
  | 'breaker'
  | 'ordering'
  | 'receiver';

/** What a caller may change later; omitted fields stay. */
export type SubscriptionChange = { [K in Changeable]?: NewSubscription[K] | undefined };
