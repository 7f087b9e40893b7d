import { queryPool } from '../../../kit/db/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { factEvent } from '../../catalog/index.ts';
import { subscriptionId } from '../envelope.ts';
import { changeRoutes, type RoutesPorts } from '../subscriptions/change-routes.ts';
import {
  type BlockedSubscription,
  findBlocked,
  forgetUnblocked,
  markBlocked,
} from './blocked-subscription.repository.ts';

/**
 * Publishes `webhook.subscription.blocked` for each subscription with a newly blocked key: once, until none
 * of its keys is blocked any more, whichever nodes look.
 */
export async function noticeBlocked(ports: RoutesPorts): Promise<void> {
  const query = queryPool(ports.pool);
  await forgetUnblocked(query);
  for (const blocked of await findBlocked(query)) await notice(ports, blocked);
}

async function notice(ports: RoutesPorts, blocked: BlockedSubscription): Promise<void> {
  const { id, orgId, face, url, key, eventId, failedAt } = blocked;
  await changeRoutes(ports, orgId, async (query) => {
    if (!(await markBlocked(query, blocked, new Date(ports.clock.now()))))
      return { value: undefined, subscriptionId: undefined };
    const event = factEvent('webhook_subscription_blocked', {
      orgId,
      source: 'webhooks',
      data: {
        subscription_id: subscriptionId(face, id),
        api: face,
        host: new URL(url).host,
        key,
        event_id: formatId('evt', eventId),
        blocked_since: failedAt.toISOString(),
      },
    });
    return { value: undefined, subscriptionId: undefined, events: [event] };
  });
}
