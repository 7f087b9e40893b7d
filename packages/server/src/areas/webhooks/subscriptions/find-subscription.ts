import type { SubscriptionRecord, Subscriptions } from '../../../engine/delivery/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import { parseId } from '../../../kit/ids.ts';

/** The UUID in the public id of a subscription of either API. */
export function parseSubscriptionId(id: string): string | undefined {
  return parseId('whs', id) ?? parseId('sub', id);
}

/** The subscription that a public id names; the prefix must be the one of its own API. */
export async function findSubscription(
  subscriptions: Subscriptions,
  orgId: string,
  id: string,
): Promise<SubscriptionRecord> {
  const uuid = parseSubscriptionId(id);
  const record = uuid === undefined ? undefined : await subscriptions.get(orgId, uuid);
  if (record?.face !== (id.startsWith('sub_') ? 'events' : 'webhooks')) throw notFound('subscription');
  return record;
}
