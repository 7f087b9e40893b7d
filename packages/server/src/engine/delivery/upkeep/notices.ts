import type { QueryRows } from '../../../kit/db/index.ts';
import { type FactData, type FactKey, factByKey, primaryName } from '../../catalog/index.ts';
import type { NewEvent } from '../../spine/index.ts';
import { subscriptionId } from '../envelope.ts';
import type { Face } from '../subscription.ts';

type NoticeKey = (typeof noticeKeys)[number];

const noticeKeys = [
  'webhook_subscription_failing',
  'webhook_subscription_disabled',
  'webhook_subscription_recovered',
] as const satisfies FactKey[];

/**
 * The events that tell of a subscription's health. How their own deliveries end says nothing about
 * health, or notices would cause notices for ever.
 */
export const noticeNames: readonly string[] = [...noticeKeys, 'webhook_subscription_blocked' as const].map(
  (key) => primaryName(factByKey(key)),
);

/** A subscription within a spell of failures. Ids are UUIDs. */
export interface FailingSubscription {
  id: string;
  orgId: string;
  face: Face;
  url: string;
  failingSince: Date;
}

/** The event of a notice; `data` is what the notice has beside what all of them tell. */
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

export interface LastFailure {
  responseCode: number | null;
  error: string | null;
}

/** Failed attempts that ended since a moment, and how the last of them ended. */
export async function failuresSince(
  query: QueryRows,
  subscriptionId: string,
  since: Date,
): Promise<{ count: number; last: LastFailure }> {
  // An attempt that ended since began at most a response window before.
  const failures = `from delivery_attempts where subscription_id = $1
    and attempted_at >= $2::timestamptz - interval '1 minute'
    and attempted_at + response_time_ms * interval '1 millisecond' >= $2
    and not succeeded and kind = 'event' and not (event_name = any($3::text[]))`;
  const values = [subscriptionId, since, noticeNames];
  const [count] = await query<{ failed: number }>(`select count(*) as failed ${failures}`, values);
  const [last] = await query<{ response_code: number | null; error: string | null }>(
    `select response_code, error ${failures} order by attempted_at desc limit 1`,
    values,
  );
  return {
    count: count!.failed,
    last: { responseCode: last?.response_code ?? null, error: last?.error ?? null },
  };
}
