import { sql } from 'kysely';
import { column, defineTable, type NewRowOf, toJson } from '../../../../../kit/db/index.ts';
import type {
  AssetPrice,
  ChainError,
  ContractsTransaction,
  TransactionStatus,
} from '../../../terms/contract-tables.ts';
import { addToSpending, type SpendChange, spendColumns, toSpendJson } from '../costs/spend.repository.ts';
import type { SettledRecord } from './transaction-record.ts';

/** Held from assigning a row's place in the settling order until its commit. */
const SETTLE_LOCK = 7_420_010;

/** Assigns the next places in the settling order; they commit in that order. */
export async function takeSettledSeqs(tx: ContractsTransaction, count: number): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    with held as materialized (select pg_advisory_xact_lock(${SETTLE_LOCK}))
    select nextval('transactions_settled_seq') as seq from held, generate_series(1, ${count})`.execute(tx);
  return rows.map(({ seq }) => seq);
}

/** A transaction in its final state, and the correction of its reserved cost. */
export interface SettledRow {
  record: SettledRecord;
  spending: SpendChange;
}

/**
 * Writes the final state of transactions and their spending in one statement; returns the keys of those that
 * were not settled before.
 */
export async function settleTransactions(
  tx: ContractsTransaction,
  settled: readonly SettledRow[],
  now: Date,
): Promise<Set<string>> {
  const rows = toJson(
    settledTransactions,
    settled.map(({ record }) => toSettledRow(record, now)),
  );
  const spending = JSON.stringify(
    settled.map(({ record, spending }) => ({ id: record.id, ...toSpendJson(spending) })),
  );
  const { rows: done } = await sql<{ key: string }>`
    with done as (
      update transactions t set status = s.status, live = false, transaction_hash = s.transaction_hash,
        block_number = s.block_number, block_hash = s.block_hash, transaction_index = s.transaction_index,
        mined_at = s.mined_at, gas_used = s.gas_used, effective_gas_price_wei = s.effective_gas_price_wei,
        l1_fee_wei = s.l1_fee_wei, cost_wei = s.cost_wei, cost_usd = s.cost_usd, price = s.price,
        confirmations = s.confirmations, error = s.error, settled_at = s.settled_at, settled_seq = s.settled_seq,
        updated_at = s.updated_at
      from json_populate_recordset(null::transactions, ${rows}::json) s
      where t.org_id = s.org_id and t.environment = s.environment and t.id = s.id and t.live
      returning t.environment, t.id
    ),
    spent as (
      insert into spend_days as d
      select s.org_id, s.environment, s.key_id, s.day, sum(s.usd), sum(s.wei)
      from json_to_recordset(${spending}::json) as s(id uuid, ${spendColumns})
      join done on done.id = s.id and done.environment = s.environment
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      ${addToSpending}
    )
    select environment || ' ' || id as key from done`.execute(tx);
  return new Set(done.map(({ key }) => key));
}

/** The columns that settling writes. */
export const settledTransactions = defineTable('transactions', {
  orgId: column.uuid(),
  environment: column.text(),
  id: column.uuid(),
  status: column.text<TransactionStatus>(),
  transactionHash: column.text().orNull(),
  blockNumber: column.integer().orNull(),
  blockHash: column.text().orNull(),
  transactionIndex: column.integer().orNull(),
  minedAt: column.timestamp().orNull(),
  gasUsed: column.integer().orNull(),
  effectiveGasPriceWei: column.decimal().orNull(),
  l1FeeWei: column.decimal().orNull(),
  costWei: column.decimal().orNull(),
  costUsd: column.decimal().orNull(),
  price: column.json<AssetPrice>().orNull(),
  confirmations: column.integer(),
  error: column.json<ChainError>().orNull(),
  settledAt: column.timestamp().orNull(),
  settledSeq: column.integer().orNull(),
  updatedAt: column.timestamp(),
});

function toSettledRow(record: SettledRecord, updatedAt: Date): NewRowOf<typeof settledTransactions> {
  const text = (value: bigint | number | null) => (value === null ? null : String(value));
  return {
    ...record,
    effectiveGasPriceWei: text(record.effectiveGasPriceWei),
    l1FeeWei: text(record.l1FeeWei),
    costWei: text(record.costWei),
    costUsd: text(record.costUsd),
    updatedAt,
  };
}

/**
 * Applies a confirmed deployment to its contract: it is deployed, and of its deployments on the network the
 * one requested last is active. Earlier ones are superseded, even if one needs more confirmations and is
 * settled later.
 */
export async function activateDeployment(tx: ContractsTransaction, record: SettledRecord): Promise<void> {
  await sql`
    with superseded as (
      update transactions t set status = 'superseded', updated_at = ${record.settledAt}
      where t.org_id = ${record.orgId} and t.environment = ${record.environment} and t.contract_id = ${record.contractId}
        and t.kind = 'deployment' and t.network = ${record.network} and t.status = 'active'
        and exists (
          select from transactions later
          where later.org_id = t.org_id and later.environment = t.environment and later.contract_id = t.contract_id
            and later.kind = 'deployment' and later.network = t.network and later.status = 'active'
            and (later.created_at, later.id) > (t.created_at, t.id))
    )
    update contracts set status = 'deployed', updated_at = ${record.settledAt}
    where org_id = ${record.orgId} and environment = ${record.environment} and id = ${record.contractId}`.execute(
    tx,
  );
}
