import type { Ordering } from '../order-key.ts';
import type { ReceiverInput, ReceiverSettings } from '../receiver/receiver-settings.ts';
import type { Face, SubscriptionStatus } from '../subscription.ts';

/** The platforms that a subscription may be limited to. Source: interface.md, Webhooks API. */
export const subscriptionPlatforms = ['contracts', 'outreach', 'application_review'] as const;
export type SubscriptionPlatform = (typeof subscriptionPlatforms)[number];

/** Stops sending after so many failures in a row, and tries again after the cooldown. */
export interface BreakerSetting {
  failures: number;
  cooldownSeconds: number;
}

/** A subscription as its owner sees it; never with its secret. Ids are UUIDs. */
export interface SubscriptionRecord {
  id: string;
  orgId: string;
  face: Face;
  /** The Webhooks API's name, the Events API's description. */
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
  /** Null when deliveries have no order. */
  ordering: Ordering | null;
  receiver: ReceiverSettings;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
  failingSince: Date | null;
  disabledReason: string | null;
  /** How far events from before it was made are delivered; null when none are. */
  backfill: { since: Date; queued: number; finishedAt: Date | null } | null;
  /** Until when the earlier secrets sign beside the current one; null when none does. */
  previousSecretExpiresAt: Date | null;
}

/** As a caller gives it: what is left out stays, or is the default. A null path asks for no order. */
export interface OrderingInput {
  path?: Ordering['path'] | null | undefined;
  onFailure?: Ordering['onFailure'] | undefined;
}

/** What a caller may decide when it makes a subscription. */
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

/** What a caller may change later; what is left out stays. */
export type SubscriptionChange = { [K in Changeable]?: NewSubscription[K] | undefined };
