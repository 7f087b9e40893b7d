import { queryPool } from '../../../kit/db/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { factEvent } from '../../catalog/index.ts';
import { subscriptionId } from '../envelope.ts';
import type { Face } from '../subscription.ts';
import { changeRoutes, type RoutesPorts } from '../subscriptions/change-routes.ts';

interface BlockedRow {
  id: string;
  org_id: string;
  face: Face;
  url: string;
  order_key: string;
  event_id: string;
  failed_at: Date;
}

const BLOCKED = `exists (select from dead_letters x where x.subscription_id = s.id and x.blocks)`;

/**
 * Publishes `webhook.subscription.blocked` for each subscription of which a key has come to wait behind a dead letter: once,
 * until none of its keys waits any more, whichever nodes look.
 */
export async function noticeBlocked(ports: RoutesPorts): Promise<void> {
  const query = queryPool(ports.pool);
  await query(
    `update subscriptions s set blocked_notified_at = null where s.blocked_notified_at is not null and not ${BLOCKED}`,
  );
  const due = await query<BlockedRow>(
    `select s.id, s.org_id, s.face, s.url, b.order_key, b.event_id, b.failed_at from subscriptions s
     cross join lateral (
       select x.order_key, x.event_id, x.failed_at from dead_letters x
       where x.subscription_id = s.id and x.blocks order by x.failed_at, x.delivery_id limit 1) b
     where s.on_failure = 'block' and s.status = 'active' and s.blocked_notified_at is null`,
  );
  for (const row of due) await notice(ports, row);
}

async function notice(ports: RoutesPorts, row: BlockedRow): Promise<void> {
  await changeRoutes(ports, row.org_id, async (query) => {
    const marked = await query(
      `update subscriptions set blocked_notified_at = $2 where id = $1 and blocked_notified_at is null returning 1`,
      [row.id, new Date(ports.clock.now())],
    );
    // Another node was first.
    if (marked.length === 0) return { value: undefined, subscriptionId: undefined };
    const event = factEvent('webhook_subscription_blocked', {
      orgId: row.org_id,
      source: 'webhooks',
      data: {
        subscription_id: subscriptionId(row.face, row.id),
        api: row.face,
        host: new URL(row.url).host,
        key: row.order_key,
        event_id: formatId('evt', row.event_id),
        blocked_since: row.failed_at.toISOString(),
      },
    });
    return { value: undefined, subscriptionId: undefined, events: [event] };
  });
}
