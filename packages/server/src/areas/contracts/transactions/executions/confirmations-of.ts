import type { ContractsCore } from './contracts-core.ts';
import type { TransactionRecord } from './pipeline/transaction-record.ts';

/**
 * A transaction's current confirmations, as far as this node has seen the chain; never fewer than when it was
 * settled.
 */
export function confirmationsOf(core: ContractsCore, record: TransactionRecord): number {
  const head = core.pipeline.headOf(record.network);
  if (record.blockNumber === null || head === undefined) return record.confirmations;
  return Math.max(record.confirmations, head - record.blockNumber + 1, 0);
}
