import { sql } from 'kysely';
import type { AnyDatabase } from '../../../engine/spine/index.ts';
import type { TransactionKind } from '../contracts/contract-tables.ts';
import type { ContractScope } from './contract-scope.ts';
import type { HistoryCursor } from './history-cursor.ts';

/** How a transaction ended, as far as its history is concerned. */
export type TransactionOutcome = 'pending' | 'confirmed' | 'failed';

export interface HistoryFilter {
  /** Those created then or later. */
  from?: Date | undefined;
  /** Those created before then. */
  to?: Date | undefined;
  outcome?: TransactionOutcome | undefined;
}

export interface HistoryPage {
  limit: number;
  offset: number;
  after?: HistoryCursor | undefined;
}

export interface HistoryEntry {
  id: string;
  kind: TransactionKind;
  network: string;
  simulated: boolean;
  transactionHash: string | null;
  function: string;
  from: string;
  to: string | null;
  valueWei: string;
  gasUsed: number | null;
  blockNumber: number | null;
  outcome: TransactionOutcome;
  createdAt: Date;
}

/** What transactions of one kind and outcome add up to. */
export interface TransactionTotal {
  kind: TransactionKind;
  outcome: TransactionOutcome;
  transactions: number;
  mined: number;
  gasUsed: number;
  settled: number;
  durationMs: number;
}

/** One page of a contract's transactions, newest first, ties by id. */
export async function readHistory(
  db: AnyDatabase,
  scope: ContractScope,
  { from, to, outcome }: HistoryFilter,
  { limit, offset, after }: HistoryPage,
): Promise<HistoryEntry[]> {
  const { rows } = await sql<HistoryEntry>`
    select id, kind, network, simulated, transaction_hash as "transactionHash", function, from_address as "from",
      to_address as "to", value_wei as "valueWei", gas_used as "gasUsed", block_number as "blockNumber",
      transaction_outcome(status) as outcome, created_at as "createdAt"
    from transactions
    where org_id = ${scope.orgId} and environment = ${scope.environment} and contract_id = ${scope.contractId}
      ${from === undefined ? sql`` : sql`and created_at >= ${from}`}
      ${to === undefined ? sql`` : sql`and created_at < ${to}`}
      ${outcome === undefined ? sql`` : sql`and transaction_outcome(status) = ${outcome}`}
      ${after === undefined ? sql`` : sql`and (created_at, id) < (${after.createdAt}, ${after.id})`}
    order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Exact totals of a contract's transactions in a span, by kind and outcome, without counting rows. */
export async function readTotals(
  db: AnyDatabase,
  scope: ContractScope,
  { from, to }: Pick<HistoryFilter, 'from' | 'to'> = {},
): Promise<TransactionTotal[]> {
  const { rows } = await sql<Omit<TransactionTotal, 'gasUsed'> & { gasUsed: string }>`
    select kind, outcome, transactions, mined, gas_used as "gasUsed", settled, duration_ms as "durationMs"
    from transaction_totals(${scope.orgId}, ${scope.environment}, ${scope.contractId},
      ${from ?? null}::timestamptz, ${to ?? null}::timestamptz)`.execute(db);
  return rows.map((row) => ({ ...row, gasUsed: Number(row.gasUsed) }));
}

/** Moves counts that statements left behind into their minutes and days; returns how many. */
export async function foldCounts(db: AnyDatabase, most: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`select fold_transaction_counts(${most}) as folded`.execute(
    db,
  );
  return rows[0]!.folded;
}
