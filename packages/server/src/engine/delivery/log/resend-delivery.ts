import type { Pool } from 'pg';
import { AppError, notFound } from '../../../kit/errors/index.ts';

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
      to_timestamp($3::float8 / 1000.0)) from known) is not null as is_known`;

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
