import type { QueryRows } from '../../../kit/db/index.ts';
import type { SubscriptionName } from '../subscription-name.ts';

/** Ordering keys blocked by dead letters. Ids are UUIDs. */
export interface BlockedKeys {
  keys: number;
  /** When the first of them died. */
  since: Date;
  /** The longest-blocked ones, at most 20. */
  first: BlockedKey[];
}

interface BlockedKey {
  /** Empty when all events share one order. */
  key: string;
  since: Date;
  /** The delivery it waits for, the first of several. */
  deliveryId: string;
  eventId: string;
}

const MAX_SHOWN = 20;

/** The blocked keys of each of these subscriptions of an organization; those without any are missing. */
export async function readBlockedKeys(
  query: QueryRows,
  orgId: string,
  subscriptionIds: readonly string[],
): Promise<Map<string, BlockedKeys>> {
  if (subscriptionIds.length === 0) return new Map();
  const rows = await query<BlockedKey & { id: string; keys: number }>(
    `select b.id, b.keys, b.order_key as key, b.failed_at as since, b.delivery_id as "deliveryId",
       b.event_id as "eventId"
     from unnest($1::uuid[]) as s(id)
     cross join lateral (
       select s.id, k.*, count(*) over () as keys
       from (
         select distinct on (x.order_key) x.order_key, x.failed_at, x.delivery_id, x.event_id
         from dead_letters x where x.org_id = $2 and x.subscription_id = s.id and x.blocks
         order by x.order_key, x.position) k
       order by k.failed_at, k.delivery_id limit ${MAX_SHOWN}) b`,
    [subscriptionIds, orgId],
  );
  const bySubscription = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...bySubscription].flatMap(([id, found]) => {
      const [oldest] = found;
      if (oldest === undefined) return [];
      const first = found.map(({ id: _id, keys: _keys, ...blocked }) => blocked);
      return [[id, { keys: oldest.keys, since: oldest.since, first }] as const];
    }),
  );
}

/** Releases what is blocked by a subscription's dead letters. */
export async function releaseBlockedKeys(query: QueryRows, { orgId, id }: SubscriptionName): Promise<void> {
  await query('select release_blocked_keys($1, $2)', [orgId, id]);
}

/** Ids of an organization's subscriptions that a dead letter blocks; asked for by themselves, since dead letters may lie on another machine. */
export async function findBlocked(query: QueryRows, orgId: string): Promise<string[]> {
  const ordered = await query<{ id: string }>(
    `select id from subscriptions where org_id = $1 and on_failure = 'block'`,
    [orgId],
  );
  if (ordered.length === 0) return [];
  const blocked = await query<{ id: string }>(
    `select w.id from unnest($2::uuid[]) w(id) where exists (
       select from dead_letters x where x.org_id = $1 and x.subscription_id = w.id and x.blocks)`,
    [orgId, ordered.map(({ id }) => id)],
  );
  return blocked.map(({ id }) => id);
}
