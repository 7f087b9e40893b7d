import type { AnyTransaction, UnitOfWork } from '../../../../../engine/spine/index.ts';
import type { Clock } from '../../../../../kit/clock.ts';
import { required } from '../../../../../kit/required.ts';
import type { Receipt } from '../../../chains/chain/chain.ts';
import type { Network } from '../../../chains/networks/network.ts';
import type { ChainError, TransactionStatus } from '../../../terms/contract-tables.ts';
import { toUsd } from '../costs/amounts.ts';
import { highestPrice } from '../costs/fee-oracle.ts';
import type { PriceBook } from '../costs/price-book.ts';
import type { SpendChange } from '../costs/spend.repository.ts';
import { dayOf } from '../costs/spend-guard.ts';
import { settledEvent } from './facts.ts';
import { activateDeployment, settleTransactions, takeSettledSeqs } from './settlement.repository.ts';
import type { SettledRecord, SignedRecord, TransactionRecord } from './transaction-record.ts';

/** The final outcome of a transaction. */
export interface Verdict {
  record: SignedRecord;
  /** Null if none of its transactions can be mined any more. */
  receipt: Receipt | null;
  minedAt: Date | null;
  confirmations: number;
  error: ChainError | null;
}

export interface SettlerOptions {
  unitOfWork: UnitOfWork;
  clock: Clock;
  prices: PriceBook;
}

/**
 * Writes outcomes: rows, sums, contracts, spending and events in one commit. Already settled ones stay
 * unchanged, so two nodes that watch the same chain settle a transaction once. Returns those settled now.
 */
export async function settle(
  { unitOfWork, clock, prices }: SettlerOptions,
  network: Network,
  verdicts: readonly Verdict[],
): Promise<SettledRecord[]> {
  const now = new Date(clock.now());
  return unitOfWork(async (tx: AnyTransaction) => {
    const seqs = await takeSettledSeqs(tx, verdicts.length);
    const rows = verdicts.map((verdict, i) => {
      const settledSeq = required(seqs[i], 'a place in the order of settling');
      const record = { ...endOf(verdict, network, prices, now), settledSeq };
      return { record, spending: spendCorrection(record, verdict.record) };
    });
    const keys = await settleTransactions(tx, rows, now);
    const settled = rows
      .map(({ record }) => record)
      .filter(({ environment, id }) => keys.has(`${environment} ${id}`));
    for (const record of settled) {
      if (record.status === 'active') await activateDeployment(tx, record);
    }
    return { value: settled, events: settled.map(settledEvent) };
  });
}

function endOf(
  { record, receipt, minedAt, confirmations, error }: Verdict,
  network: Network,
  prices: PriceBook,
  now: Date,
): Omit<SettledRecord, 'settledSeq'> {
  const done = { ...record, live: false, settledAt: now, confirmations, error };
  if (receipt === null) return { ...done, status: 'failed' };
  const costWei = BigInt(receipt.gasUsed) * receipt.effectiveGasPrice + receipt.l1Fee;
  const price = prices.priceOf(network.asset);
  return {
    ...done,
    status: statusOf(record, receipt, error),
    transactionHash: receipt.transactionHash,
    blockNumber: receipt.blockNumber,
    blockHash: receipt.blockHash,
    transactionIndex: receipt.transactionIndex,
    minedAt,
    gasUsed: receipt.gasUsed,
    effectiveGasPriceWei: receipt.effectiveGasPrice,
    l1FeeWei: receipt.l1Fee,
    costWei,
    costUsd: price === null ? null : toUsd(costWei, price.usd),
    price,
  };
}

function statusOf(record: TransactionRecord, receipt: Receipt, error: ChainError | null): TransactionStatus {
  if (error === null) return record.kind === 'execution' ? 'confirmed' : 'active';
  const isEmpty = record.error?.cancelled_by?.includes(receipt.transactionHash) ?? false;
  return isEmpty && record.cancelRequestedAt !== null ? 'cancelled' : 'failed';
}

/** Corrects the reserved maximum to the actual cost. A failed call refunds its value. */
function spendCorrection(record: TransactionRecord, before: SignedRecord): SpendChange {
  const moved = record.status === 'confirmed' || record.status === 'active' ? record.valueWei : 0n;
  const promised = BigInt(before.gasLimit) * highestPrice(promisedFees(before)) + record.valueWei;
  const wei = (record.costWei ?? 0n) + moved - promised;
  const promisedUsd = before.price === null ? 0 : toUsd(promised, before.price.usd);
  const spentUsd = (record.costUsd ?? 0) + (record.price === null ? 0 : toUsd(moved, record.price.usd));
  return {
    orgId: record.orgId,
    environment: record.environment,
    keyId: record.keyId ?? '00000000-0000-0000-0000-000000000000',
    day: dayOf(record.createdAt),
    usd: spentUsd - promisedUsd,
    wei,
  };
}

/** A replacement raised the fees; the reservation was made with the first ones. */
function promisedFees(record: SignedRecord) {
  return record.firstFees ?? record.fees;
}
