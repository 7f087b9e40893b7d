import type { Pool } from 'pg';
import { AppError, notFound } from '../../../kit/errors/index.ts';

// A delivery that waits is brought forward; one that died is raised; one that was delivered is
// queued again. One that is under way at this moment is left alone: it is being sent.
const RESEND_SQL = `
  with dead as (
    delete from dead_letters d where d.delivery_id = $2 and d.org_id = $1
      and exists (select 1 from subscriptions s where s.id = d.subscription_id)
    returning d.org_id, d.subscription_id, d.position, d.event_name, d.order_key
  ),
  logged as (
    select a.org_id, a.subscription_id, a.position, a.event_name, a.order_key, a.kind from delivery_attempts a
    join subscriptions s on s.id = a.subscription_id
    where a.delivery_id = $2 and a.org_id = $1 order by a.attempted_at desc limit 1
  ),
  known as (
    select org_id, subscription_id, position, event_name, order_key from dead
    union all
    select org_id, subscription_id, position, event_name, order_key from logged
    where kind = 'event' and not exists (select 1 from dead)
  ),
  waiting as (
    update deliveries set attempts = 0, next_attempt_at = to_timestamp($3 / 1000.0)
    where id = $2 and org_id = $1 and lease_owner is null
      and exists (select 1 from subscriptions s where s.id = subscription_id)
    returning 1
  ),
  queued as (
    insert into deliveries (id, org_id, subscription_id, position, event_name, next_attempt_at, order_key)
    select $2, org_id, subscription_id, position, event_name, to_timestamp($3 / 1000.0), order_key from known
    on conflict (id) do nothing
    returning 1
  )
  select (select kind from logged) as kind,
    exists (select 1 from known) or exists (select 1 from waiting)
      or exists (select 1 from deliveries d join subscriptions s on s.id = d.subscription_id
        where d.id = $2 and d.org_id = $1) as is_known`;

/**
 * Sends a delivery once more, whatever became of it: the same id, a fresh ladder of attempts. While
 * its subscription is paused it waits.
 *
 * @throws AppError not_found; invalid_state for a test delivery
 */
export async function resendDelivery(
  pool: Pool,
  orgId: string,
  deliveryId: string,
  nowMs: number,
): Promise<void> {
  const { rows } = await pool.query<{ kind: 'event' | 'test' | null; is_known: boolean }>(RESEND_SQL, [
    orgId,
    deliveryId,
    nowMs,
  ]);
  const { kind, is_known } = rows[0]!;
  if (kind === 'test') {
    throw new AppError('invalid_state', {
      message: 'This was a test delivery. Send another one with POST …/subscriptions/{subId}/test.',
    });
  }
  if (!is_known) throw notFound('delivery');
}
