import type { SettledTransaction } from '../execution-ports.ts';
import type { SettledRecord } from './transaction-record.ts';

/** A settled transaction as listeners get it. */
export function toSettledTransaction(record: SettledRecord): SettledTransaction {
  return {
    orgId: record.orgId,
    environment: record.environment,
    id: record.id,
    kind: record.kind,
    contractId: record.contractId,
    network: record.network,
    simulated: record.simulated,
    status: record.status,
    function: record.function,
    transactionHash: record.transactionHash,
    blockNumber: record.blockNumber,
    gasUsed: record.gasUsed,
    effectiveGasPriceWei: record.effectiveGasPriceWei,
    costWei: record.costWei,
    costUsd: record.costUsd,
    error: record.error,
    createdAt: record.createdAt,
    settledAt: record.settledAt,
    settledSeq: record.settledSeq,
  };
}
