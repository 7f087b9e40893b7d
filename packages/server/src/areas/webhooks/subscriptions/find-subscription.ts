import type { SubscriptionRecord, Subscriptions } from '../../../engine/delivery/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import type { Principal } from '../../../kit/http/index.ts';
import { parseId } from '../../../kit/ids.ts';

/** The UUID in a subscription's public id, from either API. */
export function parseSubscriptionId(id: string): string | undefined {
  return parseId('whs', id) ?? parseId('sub', id);
}

/**
 * Finds a subscription by public id; the prefix must match its own API. A portal link's key finds only its
 * own subscription.
 */
export async function findSubscription(
  subscriptions: Subscriptions,
  principal: Principal,
  id: string,
): Promise<SubscriptionRecord> {
  const uuid = parseSubscriptionId(id);
  const record =
    uuid === undefined || isBeyond(principal, uuid)
      ? undefined
      : await subscriptions.get(principal.orgId, uuid);
  if (record?.face !== (id.startsWith('sub_') ? 'events' : 'webhooks')) throw notFound('subscription');
  return record;
}

/** Whether a subscription is out of reach for a portal link's key. */
export function isBeyond({ subscriptionId }: Principal, uuid: string): boolean {
  return subscriptionId !== undefined && subscriptionId !== uuid;
}
