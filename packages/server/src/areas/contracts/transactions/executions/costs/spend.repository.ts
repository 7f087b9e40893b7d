import { sql } from 'kysely';
import { column, defineTable, only, type RowOf, rowsIn } from '../../../../../kit/db/index.ts';
import type { ContractsDatabase, ContractsTransaction, Owner } from '../../../terms/contract-tables.ts';

/** Limits as stored: money and wei as text. */
export const spendLimits = defineTable('spend_limits', {
  id: column.uuid(),
  /** For one key, or the whole environment. */
  keyId: column.uuid().orNull(),
  perTransactionUsd: column.decimal().orNull(),
  perDayUsd: column.decimal().orNull(),
  perTransactionWei: column.decimal().orNull(),
  perDayWei: column.decimal().orNull(),
  createdAt: column.timestamp(),
  updatedAt: column.timestamp(),
});

type LimitRow = RowOf<typeof spendLimits>;

interface Amounts {
  perTransactionUsd: number | undefined;
  perDayUsd: number | undefined;
  perTransactionWei: bigint | undefined;
  perDayWei: bigint | undefined;
}

/** The maximum to spend; undefined is no limit. USD as a number, coin in wei. */
export type SpendLimit = Omit<LimitRow, keyof Amounts> & Amounts;

/** Amounts reserved or spent on a day. */
export interface Spending {
  usd: number;
  wei: bigint;
}

function toLimit(row: LimitRow): SpendLimit {
  const number = (text: string | null) => (text === null ? undefined : Number(text));
  const wei = (text: string | null) => (text === null ? undefined : BigInt(text));
  return {
    ...row,
    perTransactionUsd: number(row.perTransactionUsd),
    perDayUsd: number(row.perDayUsd),
    perTransactionWei: wei(row.perTransactionWei),
    perDayWei: wei(row.perDayWei),
  };
}

/** All limits of an environment: at most one per key. */
export async function listSpendLimits(db: ContractsDatabase, owner: Owner): Promise<SpendLimit[]> {
  const rows = await rowsIn(db)<LimitRow>(
    `select ${spendLimits.columns} from spend_limits where org_id = $1 and environment = $2
     order by created_at desc, id desc`,
    [owner.orgId, owner.environment],
  );
  return rows.map(toLimit);
}

/**
 * The same, locked until the transaction ends: wallets of several networks spend against one limit, and the
 * lock of one wallet does not hold up another.
 */
export async function lockSpendLimits(tx: ContractsTransaction, owner: Owner): Promise<SpendLimit[]> {
  const rows = await rowsIn(tx)<LimitRow>(
    `select ${spendLimits.columns} from spend_limits where org_id = $1 and environment = $2
     order by id for no key update`,
    [owner.orgId, owner.environment],
  );
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
 * The statement that adds to the amounts spent; a negative amount is a refund. Sorted by key, to avoid
 * deadlocks.
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
  const rows = await rowsIn(db)<LimitRow>(
    `insert into spend_limits as l (org_id, environment, id, key_id, per_transaction_usd, per_day_usd,
       per_transaction_wei, per_day_wei, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
     on conflict (org_id, environment, key_id) do update set per_transaction_usd = excluded.per_transaction_usd,
       per_day_usd = excluded.per_day_usd, per_transaction_wei = excluded.per_transaction_wei,
       per_day_wei = excluded.per_day_wei, updated_at = excluded.updated_at
     returning ${spendLimits.columnsOf('l')}`,
    [
      owner.orgId,
      owner.environment,
      limit.id,
      limit.keyId,
      text(limit.perTransactionUsd),
      text(limit.perDayUsd),
      text(limit.perTransactionWei),
      text(limit.perDayWei),
      now,
    ],
  );
  return toLimit(only(rows));
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
