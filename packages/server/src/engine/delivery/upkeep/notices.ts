import type { QueryRows } from '../../../kit/db/index.ts';
import { type FactData, type FactKey, factByKey, primaryName } from '../../catalog/index.ts';
import type { NewEvent } from '../../spine/index.ts';
import { subscriptionId } from '../envelope.ts';
import {
  type FailingSubscription,
  failuresSince,
  type LastFailure,
} from './failing-subscription.repository.ts';

type NoticeKey = (typeof noticeKeys)[number];

const noticeKeys = [
  'webhook_subscription_failing',
  'webhook_subscription_disabled',
  'webhook_subscription_recovered',
] as const satisfies FactKey[];

/**
 * Events about a subscription's health. The results of their own deliveries say nothing about health, or
 * notices would cause notices forever.
 */
export const noticeNames: readonly string[] = [...noticeKeys, 'webhook_subscription_blocked' as const].map(
  (key) => primaryName(factByKey(key)),
);

/** The event of a notice; `data` is what it has besides the common fields. */
export function noticeEvent<Key extends NoticeKey>(
  key: Key,
  subscription: FailingSubscription,
  failedAttempts: number,
  data: Omit<FactData<Key>, 'subscription_id' | 'api' | 'host' | 'failing_since' | 'failed_attempts'>,
): NewEvent {
  return {
    orgId: subscription.orgId,
    type: primaryName(factByKey(key)),
    fact: key,
    source: 'webhooks',
    data: {
      subscription_id: subscriptionId(subscription.face, subscription.id),
      api: subscription.face,
      host: new URL(subscription.url).host,
      failing_since: subscription.failingSince.toISOString(),
      failed_attempts: failedAttempts,
      ...data,
    },
  };
}

/** Summary of a spell: its failed attempts, and how the last of them ended. */
export function failuresOf(
  query: QueryRows,
  subscription: FailingSubscription,
): Promise<{ count: number; last: LastFailure }> {
  return failuresSince(query, subscription, noticeNames);
}
