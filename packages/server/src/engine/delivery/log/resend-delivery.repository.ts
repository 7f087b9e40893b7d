import { only, type QueryRows } from '../../../kit/db/index.ts';
import { requeue } from '../resends/resend.repository.ts';

const KNOWN_SQL = `
  with logged as (
    select a.subscription_id, a.position, a.event_name, a.kind from delivery_attempts a
    join subscriptions s on s.org_id = $1 and s.id = a.subscription_id
    where a.delivery_id = $2 and a.org_id = $1 order by a.attempted_at desc limit 1
  ),
  known as (
    select k.* from (
      select subscription_id, position, event_name from deliveries where id = $2 and org_id = $1
      union all
      select subscription_id, position, event_name from dead_letters where delivery_id = $2 and org_id = $1
      union all
      select subscription_id, position, event_name from logged where kind = 'event'
    ) k join subscriptions s on s.org_id = $1 and s.id = k.subscription_id limit 1
  )
  select (select kind from logged) as kind, k.subscription_id, k.position as log_position, k.event_name
  from (select) one left join known k on true`;

interface KnownRow {
  kind: 'event' | 'test' | null;
  subscription_id: string | null;
  log_position: number;
  event_name: string;
}

/**
 * Requeues a delivery from whatever is left of it. `kind`: that of its last attempt; null when it had none.
 */
export async function requeueDelivery(
  query: QueryRows,
  orgId: string,
  deliveryId: string,
  nowMs: number,
): Promise<{ kind: 'event' | 'test' | null; isKnown: boolean }> {
  const { kind, subscription_id, ...known } = only(await query<KnownRow>(KNOWN_SQL, [orgId, deliveryId]));
  if (subscription_id === null) return { kind, isKnown: false };
  await requeue(query, orgId, [{ id: deliveryId, subscription_id, ...known }], nowMs);
  return { kind, isKnown: true };
}
