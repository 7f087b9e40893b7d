import { factEvent } from '../../../../../engine/catalog/index.ts';
import type { NewEvent } from '../../../../../engine/spine/index.ts';
import { formatId } from '../../../../../kit/ids.ts';
import { toEther, toGwei } from '../costs/amounts.ts';
import type { TransactionRecord } from './transaction-record.ts';

const source = 'contracts';

function shared(record: TransactionRecord) {
  return { orgId: record.orgId, source, correlationId: record.correlationId };
}

const simulated = (record: TransactionRecord) => (record.simulated ? { simulated: true as const } : {});

/** An execution was accepted; deployments have no such event. */
export function startedEvent(record: TransactionRecord): NewEvent {
  return factEvent('execution_started', {
    ...shared(record),
    data: {
      execution_id: formatId('exe', record.id),
      contract_id: formatId('ctr', record.contractId),
      network: record.network,
      function: record.function,
      transaction_hash: record.transactionHash!,
      status: 'pending',
      gas_used: null,
      estimated_confirmation: record.estimatedConfirmationAt!.toISOString(),
      started_at: record.createdAt.toISOString(),
      ...simulated(record),
    },
  });
}

/** What the last word on a transaction is told as. */
export function settledEvent(record: TransactionRecord): NewEvent {
  // The catalogue has no names of its own for what was cancelled: it did not do what it was to do.
  if (record.kind === 'execution')
    return record.status === 'confirmed' ? confirmed(record) : executionFailed(record);
  return record.status === 'active' ? deployed(record) : deploymentFailed(record);
}

function cost(record: TransactionRecord) {
  return {
    gas_used: record.gasUsed!,
    gas_price_gwei: toGwei(record.effectiveGasPriceWei!),
    cost_eth: toEther(record.costWei!),
    cost_usd: record.costUsd,
  };
}

function failure(record: TransactionRecord) {
  const { type, reason, gas_used } = record.error!;
  return { type, reason, gas_used };
}

function confirmed(record: TransactionRecord): NewEvent {
  return factEvent('execution_confirmed', {
    ...shared(record),
    data: {
      execution_id: formatId('exe', record.id),
      contract_id: formatId('ctr', record.contractId),
      transaction_hash: record.transactionHash!,
      status: 'confirmed',
      network: record.network,
      function: record.function,
      block_number: record.blockNumber!,
      confirmations: record.confirmations,
      ...cost(record),
      confirmed_at: record.settledAt!.toISOString(),
      ...simulated(record),
    },
  });
}

function executionFailed(record: TransactionRecord): NewEvent {
  return factEvent('execution_failed', {
    ...shared(record),
    data: {
      execution_id: formatId('exe', record.id),
      contract_id: formatId('ctr', record.contractId),
      network: record.network,
      function: record.function,
      transaction_hash: record.transactionHash,
      error: failure(record),
      ...simulated(record),
    },
  });
}

function deployed(record: TransactionRecord): NewEvent {
  return factEvent('contract_deployed', {
    ...shared(record),
    data: {
      contract_id: formatId('ctr', record.contractId),
      deployment_id: formatId('dep', record.id),
      version: record.version,
      network: record.network,
      address: record.to!,
      transaction_hash: record.transactionHash!,
      block_number: record.blockNumber!,
      confirmations: record.confirmations,
      ...cost(record),
      status: 'active',
      deployed_at: record.settledAt!.toISOString(),
      ...simulated(record),
    },
  });
}

function deploymentFailed(record: TransactionRecord): NewEvent {
  return factEvent('contract_deployment_failed', {
    ...shared(record),
    data: {
      contract_id: formatId('ctr', record.contractId),
      deployment_id: formatId('dep', record.id),
      version: record.version,
      network: record.network,
      transaction_hash: record.transactionHash,
      status: 'failed',
      error: failure(record),
      failed_at: record.settledAt!.toISOString(),
      ...simulated(record),
    },
  });
}
