import { type RawBuilder, sql } from 'kysely';
import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import { only } from '../../../../kit/db/index.ts';
import type { TransactionKind } from '../../terms/contract-tables.ts';
import type { ContractScope } from './contract-scope.ts';
import type { HistoryCursor } from './history-cursor.ts';

/** A transaction's outcome in the history. */
export type TransactionOutcome = 'pending' | 'confirmed' | 'failed' | 'cancelled';

export interface HistoryFilter {
  /** Inclusive. */
  from?: Date | undefined;
  /** Exclusive. */
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
  /** Why it failed; null if it did not. */
  failureReason: string | null;
  nonce: number | null;
  createdAt: Date;
}

/** The sums of transactions of one kind and outcome. */
export interface TransactionTotal {
  kind: TransactionKind;
  outcome: TransactionOutcome;
  transactions: number;
  mined: number;
  gasUsed: number;
  settled: number;
  durationMs: number;
}

export interface FoundHistory {
  entries: HistoryEntry[];
  totals: TransactionTotal[];
}

type Row = Omit<HistoryEntry, 'createdAt'> & { createdAt: number };

/**
 * One page of a contract's transactions, newest first, ties by id, with the exact totals of their span; both
 * from one snapshot, in one round trip. Undefined if the environment has no such contract.
 */
export async function readHistory(
  db: AnyDatabase,
  scope: ContractScope,
  { from, to, outcome }: HistoryFilter,
  { limit, offset, after }: HistoryPage,
): Promise<FoundHistory | undefined> {
  const { rows } = await sql<{ entries: Row[]; totals: TransactionTotal[] }>`
    select
      (select coalesce(json_agg(page), '[]') from (
        select id, kind, network, simulated, transaction_hash as "transactionHash", function, from_address as "from",
          to_address as "to", value_wei::text as "valueWei", gas_used as "gasUsed", block_number as "blockNumber",
          transaction_outcome(status) as outcome, error->>'reason' as "failureReason", nonce, (extract(epoch from created_at) * 1000)::bigint as "createdAt"
        from transactions
        where org_id = ${scope.orgId} and environment = ${scope.environment} and contract_id = ${scope.contractId}
          ${from === undefined ? sql`` : sql`and created_at >= ${from}`}
          ${to === undefined ? sql`` : sql`and created_at < ${to}`}
          ${outcome === undefined ? sql`` : sql`and transaction_outcome(status) = ${outcome}`}
          ${after === undefined ? sql`` : sql`and (created_at, id) < (${after.createdAt}, ${after.id})`}
        order by created_at desc, id desc limit ${limit} offset ${offset}
      ) page) as entries,
      (select coalesce(json_agg(t), '[]') from (${totalsOf(scope, { from, to })}) t) as totals
    from contracts
    where org_id = ${scope.orgId} and environment = ${scope.environment} and id = ${scope.contractId}`.execute(
    db,
  );
  const [found] = rows;
  if (found === undefined) return undefined;
  const entries = found.entries.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
  return { entries, totals: found.totals };
}

/**
 * Exact totals of a contract's transactions in spans with given start times, or of all, without counting
 * rows.
 */
export async function readTotals(
  db: AnyDatabase,
  scope: ContractScope,
  spans: readonly (Date | null)[],
): Promise<TransactionTotal[][]> {
  const { rows } = await sql<TransactionTotal & { place: number }>`
    select s.place::int as place, t.* from unnest(${[...spans]}::timestamptz[]) with ordinality as s(since, place)
    cross join lateral (${totalsOf(scope, { from: sql`s.since` })}) t`.execute(db);
  return spans.map((_, i) => rows.filter(({ place }) => place === i + 1));
}

/** Exact totals of a contract's transactions in spans, without counting rows. */
export async function readSpans(
  db: AnyDatabase,
  scope: ContractScope,
  spans: readonly { from: Date; to: Date }[],
): Promise<TransactionTotal[][]> {
  const { rows } = await sql<TransactionTotal & { place: number }>`
    select s.place::int as place, t.*
    from unnest(${spans.map(({ from }) => from)}::timestamptz[], ${spans.map(({ to }) => to)}::timestamptz[])
      with ordinality as s(since, until, place)
    cross join lateral (${totalsOf(scope, { from: sql`s.since`, to: sql`s.until` })}) t`.execute(db);
  return spans.map((_, i) => rows.filter(({ place }) => place === i + 1));
}

function totalsOf(
  { orgId, environment, contractId }: ContractScope,
  span: { from?: Date | RawBuilder<unknown> | undefined; to?: Date | RawBuilder<unknown> | undefined },
) {
  return sql`select kind, outcome, transactions, mined, gas_used::float8 as "gasUsed", settled, duration_ms as "durationMs"
    from transaction_totals(${orgId}, ${environment}, ${contractId}, ${span.from ?? null}::timestamptz,
      ${span.to ?? null}::timestamptz)`;
}

/** Moves counts of single statements into their minutes and days; returns how many. */
export async function foldCounts(db: AnyDatabase, most: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`select fold_transaction_counts(${most}) as folded`.execute(
    db,
  );
  return only(rows).folded;
}
