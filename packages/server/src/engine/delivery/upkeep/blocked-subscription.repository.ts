import type { QueryRows } from '../../../kit/db/index.ts';
import type { Face } from '../subscription.ts';

/** A subscription of which a key waits behind a dead letter, the oldest one. Ids are UUIDs. */
export interface BlockedSubscription {
  id: string;
  orgId: string;
  face: Face;
  url: string;
  key: string;
  eventId: string;
  failedAt: Date;
}

const BLOCKED = `exists (select from dead_letters x where x.subscription_id = s.id and x.blocks)`;

/** Where no key waits any more, the next one that does is told anew. */
export async function forgetUnblocked(query: QueryRows): Promise<void> {
  await query(
    `update subscriptions s set blocked_notified_at = null where s.blocked_notified_at is not null and not ${BLOCKED}`,
  );
}

/** Those of which nobody was told. */
export function findBlocked(query: QueryRows): Promise<BlockedSubscription[]> {
  return query(
    `select s.id, s.org_id as "orgId", s.face, s.url, b.order_key as key, b.event_id as "eventId",
       b.failed_at as "failedAt"
     from subscriptions s
     cross join lateral (
       select x.order_key, x.event_id, x.failed_at from dead_letters x
       where x.subscription_id = s.id and x.blocks order by x.failed_at, x.delivery_id limit 1) b
     where s.on_failure = 'block' and s.status = 'active' and s.blocked_notified_at is null`,
  );
}

/** False when another node was first. */
export async function markBlocked(query: QueryRows, id: string, now: Date): Promise<boolean> {
  const marked = await query(
    `update subscriptions set blocked_notified_at = $2 where id = $1 and blocked_notified_at is null returning 1`,
    [id, now],
  );
  return marked.length > 0;
}
