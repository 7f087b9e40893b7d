import { only, type QueryRows } from '../../../kit/db/index.ts';

const RESEND_SQL = `
  with logged as (
    select a.subscription_id, a.position, a.event_name, a.kind from delivery_attempts a
    join subscriptions s on s.id = a.subscription_id
    where a.delivery_id = $2 and a.org_id = $1 order by a.attempted_at desc limit 1
  ),
  known as (
    select k.* from (
      select subscription_id, position, event_name from deliveries where id = $2 and org_id = $1
      union all
      select subscription_id, position, event_name from dead_letters where delivery_id = $2 and org_id = $1
      union all
      select subscription_id, position, event_name from logged where kind = 'event'
    ) k join subscriptions s on s.id = k.subscription_id limit 1
  )
  select (select kind from logged) as kind,
    (select resend_deliveries($1, array[$2::uuid], array[subscription_id], array[position], array[event_name],
      to_timestamp($3::float8 / 1000.0)) from known) is not null as "isKnown"`;

/**
 * Puts a delivery that is known by whatever of it is left back into the queue. `kind` is that of its last attempt; null
 * where it had none.
 */
export async function requeueDelivery(
  query: QueryRows,
  orgId: string,
  deliveryId: string,
  nowMs: number,
): Promise<{ kind: 'event' | 'test' | null; isKnown: boolean }> {
  return only(await query(RESEND_SQL, [orgId, deliveryId, nowMs]));
}
