import type { QueryRows } from '../../../../../kit/db/index.ts';
import type { Outgoing } from './outgoing.ts';

/** Gives back what was held for messages that are not sent after all. */
export async function releaseMoney(query: QueryRows, list: readonly Outgoing[], now: Date): Promise<void> {
  const held = list.flatMap(({ reservation }) => reservation ?? []);
  if (held.length === 0) return;
  await query(
    `with ended as (
       delete from cost_reservations where (org_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))
       returning org_id, campaign_id, amount_micros
     ), sums as (select org_id, campaign_id, sum(amount_micros) as amount from ended group by 1, 2)
     update budgets b set reserved_micros = b.reserved_micros - s.amount, updated_at = $3
     from sums s where b.org_id = s.org_id and b.campaign_id = s.campaign_id`,
    [held.map(({ orgId }) => orgId), held.map(({ id }) => id), now],
  );
}
