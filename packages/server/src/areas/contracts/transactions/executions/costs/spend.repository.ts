import { sql } from 'kysely';
import type { ContractsDatabase, Owner } from '../../../terms/contract-tables.ts';

/** The most that may be spent; undefined is no limit. USD as a number, coin in wei. */
export interface SpendLimit {
  id: string;
  /** Of one key, or of the whole environment. */
  keyId: string | null;
  perTransactionUsd: number | undefined;
  perDayUsd: number | undefined;
  perTransactionWei: bigint | undefined;
  perDayWei: bigint | undefined;
  createdAt: Date;
  updatedAt: Date;
}

/** What was promised or spent on a day. */
export interface Spending {
  usd: number;
  wei: bigint;
}

interface LimitRow {
  id: string;
  key_id: string | null;
  per_transaction_usd: string | null;
  per_day_usd: string | null;
  per_transaction_wei: string | null;
  per_day_wei: string | null;
  created_at: Date;
  updated_at: Date;
}

function toLimit(row: LimitRow): SpendLimit {
  const number = (text: string | null) => (text === null ? undefined : Number(text));
  const wei = (text: string | null) => (text === null ? undefined : BigInt(text));
  return {
    id: row.id,
    keyId: row.key_id,
    perTransactionUsd: number(row.per_transaction_usd),
    perDayUsd: number(row.per_day_usd),
    perTransactionWei: wei(row.per_transaction_wei),
    perDayWei: wei(row.per_day_wei),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** All limits of an environment: a handful, since there is one for each key at most. */
export async function listSpendLimits(db: ContractsDatabase, owner: Owner): Promise<SpendLimit[]> {
  const rows = await db
    .selectFrom('spend_limits')
    .selectAll()
    .where('org_id', '=', owner.orgId)
    .where('environment', '=', owner.environment)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toLimit);
}

/** What each key of an environment spent on a day (`2026-01-31`, UTC). */
export async function listSpending(
  db: ContractsDatabase,
  owner: Owner,
  day: string,
): Promise<Map<string, Spending>> {
  const { rows } = await sql<{ key_id: string; usd: string; wei: string }>`
    select key_id, usd, wei from spend_days
    where org_id = ${owner.orgId} and environment = ${owner.environment} and day = ${day}::date`.execute(db);
  return new Map(rows.map(({ key_id, usd, wei }) => [key_id, { usd: Number(usd), wei: BigInt(wei) }]));
}

export interface SpendChange extends Owner {
  keyId: string;
  day: string;
  usd: number;
  wei: bigint;
}

export const spendColumns = sql.raw(
  'org_id uuid, environment text, key_id uuid, day date, usd numeric, wei numeric',
);

export const addToSpending = sql.raw(`on conflict (org_id, environment, key_id, day) do update set
  usd = d.usd + excluded.usd, wei = d.wei + excluded.wei`);

export function toSpendJson({ orgId, environment, keyId, day, usd, wei }: SpendChange): object {
  return { org_id: orgId, environment, key_id: keyId, day, usd, wei: String(wei) };
}

/**
 * The statement that adds to what was spent; a negative amount gives back. In the order of the keys, so that no
 * two wait for each other in a circle.
 */
export function addSpendingSql(changes: readonly SpendChange[]) {
  return sql`
    insert into spend_days as d
    select org_id, environment, key_id, day, sum(usd), sum(wei)
    from json_to_recordset(${JSON.stringify(changes.map(toSpendJson))}::json) as s(${spendColumns})
    group by 1, 2, 3, 4 order by 1, 2, 3, 4 ${addToSpending}`;
}

export async function upsertSpendLimit(
  db: ContractsDatabase,
  owner: Owner,
  limit: Omit<SpendLimit, 'createdAt' | 'updatedAt'>,
  now: Date,
): Promise<SpendLimit> {
  const text = (value: number | bigint | undefined) => (value === undefined ? null : String(value));
  const amounts = {
    per_transaction_usd: text(limit.perTransactionUsd),
    per_day_usd: text(limit.perDayUsd),
    per_transaction_wei: text(limit.perTransactionWei),
    per_day_wei: text(limit.perDayWei),
    updated_at: now,
  };
  const row = await db
    .insertInto('spend_limits')
    .values({
      org_id: owner.orgId,
      environment: owner.environment,
      id: limit.id,
      key_id: limit.keyId,
      created_at: now,
      ...amounts,
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'environment', 'key_id']).doUpdateSet(amounts))
    .returningAll()
    .executeTakeFirstOrThrow();
  return toLimit(row);
}

export async function deleteSpendLimit(db: ContractsDatabase, owner: Owner, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('spend_limits')
    .where('org_id', '=', owner.orgId)
    .where('environment', '=', owner.environment)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
