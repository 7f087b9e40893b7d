import type { QueryRows } from '../../../kit/db/index.ts';
import type { Face } from '../subscription.ts';
import type { SubscriptionName } from '../subscription-name.ts';

/** A subscription with a key blocked by a dead letter, the oldest one. Ids are UUIDs. */
export interface BlockedSubscription {
  id: string;
  orgId: string;
  face: Face;
  url: string;
  key: string;
  eventId: string;
  failedAt: Date;
}

/** Once no key is blocked any more, the next one is reported again. */
export async function forgetUnblocked(query: QueryRows): Promise<void> {
  const notified = await query<SubscriptionName>(
    'select org_id as "orgId", id from subscriptions where blocked_notified_at is not null',
  );
  if (notified.length === 0) return;
  const blocked = new Set((await oldestBlocking(query, notified)).map(({ id }) => id));
  const free = notified.filter(({ id }) => !blocked.has(id));
  if (free.length === 0) return;
  await query(
    'update subscriptions set blocked_notified_at = null where org_id = any($1::uuid[]) and id = any($2::uuid[])',
    namesIn(free),
  );
}

/** Those not reported yet. */
export async function findBlocked(query: QueryRows): Promise<BlockedSubscription[]> {
  const ordered = await query<SubscriptionName & { face: Face; url: string }>(
    `select org_id as "orgId", id, face, url from subscriptions
     where on_failure = 'block' and status = 'active' and blocked_notified_at is null`,
  );
  if (ordered.length === 0) return [];
  const byId = new Map(ordered.map((one) => [one.id, one]));
  return (await oldestBlocking(query, ordered)).flatMap(({ id, ...letter }) => {
    const subscription = byId.get(id);
    return subscription === undefined ? [] : [{ ...subscription, ...letter }];
  });
}

/** For each of these, the oldest dead letter that blocks a key, if any. */
function oldestBlocking(
  query: QueryRows,
  names: readonly SubscriptionName[],
): Promise<(Pick<BlockedSubscription, 'key' | 'eventId' | 'failedAt'> & { id: string })[]> {
  return query(
    `select distinct on (x.org_id, x.subscription_id) x.subscription_id as id, x.order_key as key, x.event_id as "eventId",
       x.failed_at as "failedAt"
     from dead_letters x where x.blocks and x.org_id = any($1::uuid[]) and x.subscription_id = any($2::uuid[])
     order by x.org_id, x.subscription_id, x.failed_at, x.delivery_id`,
    namesIn(names),
  );
}

function namesIn(names: readonly SubscriptionName[]): [string[], string[]] {
  return [[...new Set(names.map(({ orgId }) => orgId))], names.map(({ id }) => id)];
}

/** False when another node was first. */
export async function markBlocked(
  query: QueryRows,
  { orgId, id }: SubscriptionName,
  now: Date,
): Promise<boolean> {
  const marked = await query(
    `update subscriptions set blocked_notified_at = $2 where org_id = $3 and id = $1 and blocked_notified_at is null returning 1`,
    [id, now, orgId],
  );
  return marked.length > 0;
}
