import { sql } from 'kysely';
import type { AnyDatabase, AnyTransaction } from '../../../../engine/spine/index.ts';
import { column, defineTable, only, type RowOf, toJson } from '../../../../kit/db/index.ts';
import { newUuid } from '../../../../kit/ids.ts';
import type { Budget, CostCategory, Expense, LeadCap, Reservation } from './ledger-terms.ts';

export const budgets = defineTable('budgets', {
  campaignId: column.uuid(),
  limitMicros: column.integer().orNull(),
  spentMicros: column.integer(),
  reservedMicros: column.integer(),
  toldThresholds: column.integerArray(),
});

export type TouchedBudget = RowOf<typeof budgets>;

/** The part of an entry that varies; the rest is the same for a whole settlement. */
export const costEntries = defineTable('cost_entries', {
  id: column.uuid(),
  category: column.text<CostCategory>(),
  amountMicros: column.integer(),
  campaignId: column.uuid().orNull(),
  agentId: column.uuid().orNull(),
  leadId: column.uuid().orNull(),
  reference: column.text(),
  detail: column.json<object>().orNull(),
});

const budgetColumns = sql.raw(budgets.columns);

export async function ensureBudget(
  tx: AnyTransaction,
  orgId: string,
  campaignIds: readonly string[],
  now: Date,
): Promise<void> {
  if (campaignIds.length === 0) return;
  await sql`
    insert into budgets (org_id, campaign_id, updated_at)
    select ${orgId}, c, ${now} from unnest(${[...campaignIds]}::uuid[]) c
    where not exists (select from budgets b where b.org_id = ${orgId} and b.campaign_id = c)
    on conflict do nothing`.execute(tx);
}

/**
 * False when the budget, or the cap of a lead, cannot cover the amount. The row lock serializes all reservations;
 * with a cap it is taken beforehand, so that what others have reserved for the lead is seen.
 */
export async function hold(
  tx: AnyTransaction,
  reservation: Reservation,
  { cap, now, expiresAt }: { cap: LeadCap | undefined; now: Date; expiresAt: Date },
): Promise<boolean> {
  const { id, orgId, campaignId, amountMicros } = reservation;
  if (cap !== undefined) {
    await sql`select from budgets where org_id = ${orgId} and campaign_id = ${campaignId} for no key update`.execute(
      tx,
    );
  }
  const { leadId = null, maxMicros = 0 } = cap ?? {};
  const { rows } = await sql`
    with held as (
      update budgets set reserved_micros = reserved_micros + ${amountMicros}, updated_at = ${now}
      where org_id = ${orgId} and campaign_id = ${campaignId}
        and (limit_micros is null or spent_micros + reserved_micros + ${amountMicros} <= limit_micros)
        and (${leadId}::uuid is null or ${amountMicros} + (
          select coalesce(sum(cost_micros), 0) from agent_executions e
          where e.org_id = ${orgId} and e.campaign_id = ${campaignId} and e.lead_id = ${leadId}) + (
          select coalesce(sum(amount_micros), 0) from cost_reservations r
          where r.org_id = ${orgId} and r.campaign_id = ${campaignId} and r.lead_id = ${leadId}) <= ${maxMicros})
      returning org_id
    )
    insert into cost_reservations (org_id, id, campaign_id, amount_micros, expires_at, lead_id)
    select org_id, ${id}, ${campaignId}, ${amountMicros}, ${expiresAt}, ${leadId} from held
    returning id`.execute(tx);
  return rows.length > 0;
}

/**
 * Books what is not booked yet, ends the open reservations and returns the campaigns' new budgets. Budgets
 * are locked in id order, so that two settlements cannot deadlock.
 */
export async function book(
  tx: AnyTransaction,
  orgId: string,
  expenses: readonly Expense[],
  reservations: readonly Reservation[],
  now: Date,
): Promise<TouchedBudget[]> {
  const campaignIds = [
    ...new Set([
      ...expenses.flatMap((one) => one.campaignId ?? []),
      ...reservations.map((one) => one.campaignId),
    ]),
  ];
  if (campaignIds.length > 0) {
    await sql`select from budgets where org_id = ${orgId} and campaign_id = any(${campaignIds}::uuid[])
      order by campaign_id for no key update`.execute(tx);
  }
  const entries = expenses.map((expense) => ({
    ...expense,
    id: newUuid(now.getTime()),
    campaignId: expense.campaignId ?? null,
    agentId: expense.agentId ?? null,
    leadId: expense.leadId ?? null,
    detail: expense.detail ?? null,
  }));
  const { rows } = await sql<TouchedBudget>`
    with booked as (
      insert into cost_entries (org_id, id, occurred_at, category, amount_micros, campaign_id, agent_id, lead_id, reference, detail)
      select ${orgId}, e.id, ${now}, e.category, e.amount_micros, e.campaign_id, e.agent_id, e.lead_id, e.reference, e.detail
      from json_populate_recordset(null::cost_entries, ${toJson(costEntries, entries)}::json) e
      on conflict (org_id, reference) do nothing
      returning campaign_id, amount_micros
    ),
    ended as (
      delete from cost_reservations where org_id = ${orgId} and id = any(${reservations.map(({ id }) => id)}::uuid[])
      returning campaign_id, amount_micros
    ),
    moved as (
      select campaign_id, sum(spent) as spent, sum(freed) as freed from (
        select campaign_id, amount_micros as spent, 0 as freed from booked where campaign_id is not null
        union all
        select campaign_id, 0, amount_micros from ended
      ) m group by campaign_id
    )
    update budgets b set spent_micros = b.spent_micros + m.spent, reserved_micros = b.reserved_micros - m.freed,
      updated_at = ${now}
    from moved m where b.org_id = ${orgId} and b.campaign_id = m.campaign_id
    returning ${sql.raw(budgets.columnsOf('b'))}`.execute(tx);
  return rows;
}

export async function noteThresholds(
  tx: AnyTransaction,
  orgId: string,
  campaignId: string,
  crossed: readonly number[],
): Promise<void> {
  await sql`update budgets set told_thresholds = told_thresholds || ${[...crossed]}::smallint[]
    where org_id = ${orgId} and campaign_id = ${campaignId}`.execute(tx);
}

export async function letGo(
  tx: AnyTransaction,
  reservations: readonly Reservation[],
  now: Date,
): Promise<void> {
  const ids = reservations.map(({ id }) => id);
  const orgIds = [...new Set(reservations.map(({ orgId }) => orgId))];
  await freeHeld(tx, sql`org_id = any(${orgIds}::uuid[]) and id = any(${ids}::uuid[])`, now);
}

export async function letGoExpired(tx: AnyTransaction, now: Date): Promise<number> {
  return freeHeld(tx, sql`expires_at < ${now}`, now);
}

async function freeHeld(tx: AnyTransaction, which: ReturnType<typeof sql>, now: Date): Promise<number> {
  await sql`select from budgets b
    where (b.org_id, b.campaign_id) in (select org_id, campaign_id from cost_reservations where ${which})
    order by org_id, campaign_id for no key update`.execute(tx);
  const { rows } = await sql<{ freed: number }>`
    with ended as (
      delete from cost_reservations where ${which} returning org_id, campaign_id, amount_micros
    ),
    moved as (select org_id, campaign_id, sum(amount_micros) as freed, count(*) as ended from ended group by 1, 2),
    updated as (
      update budgets b set reserved_micros = b.reserved_micros - m.freed, updated_at = ${now}
      from moved m where b.org_id = m.org_id and b.campaign_id = m.campaign_id
    )
    select coalesce(sum(ended), 0)::int as freed from moved`.execute(tx);
  return rows[0]?.freed ?? 0;
}

export async function setLimit(
  tx: AnyTransaction,
  orgId: string,
  campaignId: string,
  limitMicros: number | null,
  now: Date,
): Promise<Budget> {
  // Thresholds the spending no longer reaches may be reported again.
  const { rows } = await sql<TouchedBudget>`
    insert into budgets (org_id, campaign_id, limit_micros, updated_at)
    values (${orgId}, ${campaignId}, ${limitMicros}, ${now})
    on conflict (org_id, campaign_id) do update set limit_micros = excluded.limit_micros, updated_at = excluded.updated_at,
      told_thresholds = array(
        select t from unnest(budgets.told_thresholds) t
        where budgets.spent_micros * 100 >= excluded.limit_micros * t
      )
    returning ${budgetColumns}`.execute(tx);
  return only(rows);
}

export async function readBudget(db: AnyDatabase, orgId: string, campaignId: string): Promise<Budget> {
  const { rows } = await sql<TouchedBudget>`
    select ${budgetColumns} from budgets where org_id = ${orgId} and campaign_id = ${campaignId}`.execute(db);
  return rows[0] ?? { limitMicros: null, spentMicros: 0, reservedMicros: 0 };
}
