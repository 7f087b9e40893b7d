import type { QueryRows } from '../../../../../kit/db/index.ts';
import { RESERVATION_LIFE_MS } from '../../../books/economics/ledger.ts';
import type { Reservation } from '../../../books/economics/ledger-terms.ts';
import type { Outgoing } from './outgoing.ts';

/** Releases money reserved for messages that are not sent after all. */
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

export async function storeReservations(query: QueryRows, list: Reservation[], nowMs: number): Promise<void> {
  if (list.length === 0) return;
  await query(
    `with added as (
       insert into cost_reservations (org_id, id, campaign_id, amount_micros, expires_at)
       select r.*, $5::timestamptz from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[]) as r
       returning org_id, campaign_id, amount_micros
     ), sums as (select org_id, campaign_id, sum(amount_micros) as amount from added group by 1, 2)
     update budgets b set reserved_micros = b.reserved_micros + s.amount, updated_at = $6
     from sums s where b.org_id = s.org_id and b.campaign_id = s.campaign_id`,
    [
      list.map(({ orgId }) => orgId),
      list.map(({ id }) => id),
      list.map(({ campaignId }) => campaignId),
      list.map(({ amountMicros }) => amountMicros),
      new Date(nowMs + RESERVATION_LIFE_MS),
      new Date(nowMs),
    ],
  );
}

type LockedBudget = {
  orgId: string;
  campaignId: string;
  /** Includes reserved money, which is not spent and may be released. */
  unspent: number;
  free: number;
};

/** The campaigns' limited budgets, locked, each with its remaining amount. */
export function lockBudgets(query: QueryRows, campaignIds: readonly string[]): Promise<LockedBudget[]> {
  return query<LockedBudget>(
    `select org_id as "orgId", campaign_id as "campaignId", limit_micros - spent_micros as unspent,
       limit_micros - spent_micros - reserved_micros as free
     from budgets where campaign_id = any($1::uuid[]) and limit_micros is not null
     order by org_id, campaign_id for no key update`,
    [campaignIds],
  );
}
