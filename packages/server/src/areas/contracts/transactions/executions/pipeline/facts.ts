import { factData, factEvent } from '../../../../../engine/catalog/index.ts';
import type { NewEvent } from '../../../../../engine/spine/index.ts';
import { formatId } from '../../../../../kit/ids.ts';
import { required } from '../../../../../kit/required.ts';
import { marked } from '../../../terms/wire.ts';
import { toEther, toGwei } from '../costs/amounts.ts';
import type { SignedRecord, TransactionRecord } from './transaction-record.ts';

const source = 'contracts';

function shared(record: TransactionRecord) {
  return { orgId: record.orgId, source, correlationId: record.correlationId };
}

/** The event of an accepted execution; deployments have none. */
export function startedEvent(record: SignedRecord): NewEvent {
  return factEvent('execution_started', {
    ...shared(record),
    data: factData('execution_started', marked(record), {
      execution_id: formatId('exe', record.id),
      contract_id: formatId('ctr', record.contractId),
      status: 'pending',
      gas_used: null,
      estimated_confirmation: required(record.estimatedConfirmationAt, 'when it is expected').toISOString(),
      started_at: record.createdAt.toISOString(),
    }),
  });
}

/** A transaction in its final state. */
type EndedRecord = TransactionRecord & { settledAt: Date };

/** A mined one, with its position and cost. */
type MinedRecord = EndedRecord & {
  [Field in
    | 'to'
    | 'transactionHash'
    | 'blockNumber'
    | 'gasUsed'
    | 'effectiveGasPriceWei'
    | 'costWei']: NonNullable<TransactionRecord[Field]>;
};

function isMined(record: EndedRecord): record is MinedRecord {
  const { to, transactionHash, blockNumber, gasUsed, effectiveGasPriceWei, costWei } = record;
  return [to, transactionHash, blockNumber, gasUsed, effectiveGasPriceWei, costWei].every(
    (part) => part !== null,
  );
}

/** The event of a settled transaction. */
export function settledEvent(record: EndedRecord): NewEvent {
  // The catalogue has no events for cancellations: a cancelled one counts as failed.
  const isDone = record.status === (record.kind === 'execution' ? 'confirmed' : 'active');
  if (isDone && isMined(record)) return record.kind === 'execution' ? confirmed(record) : deployed(record);
  return record.kind === 'execution' ? executionFailed(record) : deploymentFailed(record);
}

function cost(record: MinedRecord) {
  return {
    gas_price_gwei: toGwei(record.effectiveGasPriceWei),
    cost_eth: toEther(record.costWei),
  };
}

function failure(record: TransactionRecord) {
  const { type, reason, gas_used } = required(record.error, 'why it failed');
  return { type, reason, gas_used };
}

function confirmed(record: MinedRecord): NewEvent {
  return factEvent('execution_confirmed', {
    ...shared(record),
    data: factData('execution_confirmed', marked(record), {
      execution_id: formatId('exe', record.id),
      contract_id: formatId('ctr', record.contractId),
      status: 'confirmed',
      ...cost(record),
      confirmed_at: record.settledAt.toISOString(),
    }),
  });
}

function executionFailed(record: EndedRecord): NewEvent {
  const error = failure(record);
  return factEvent('execution_failed', {
    ...shared(record),
    data: factData('execution_failed', marked(record), {
      execution_id: formatId('exe', record.id),
      contract_id: formatId('ctr', record.contractId),
      gas_used: error.gas_used,
      error,
    }),
  });
}

function deployed(record: MinedRecord): NewEvent {
  return factEvent('contract_deployed', {
    ...shared(record),
    data: factData('contract_deployed', marked(record), {
      contract_id: formatId('ctr', record.contractId),
      deployment_id: formatId('dep', record.id),
      address: record.to,
      ...cost(record),
      status: 'active',
      deployed_at: record.settledAt.toISOString(),
    }),
  });
}

function deploymentFailed(record: EndedRecord): NewEvent {
  return factEvent('contract_deployment_failed', {
    ...shared(record),
    data: factData('contract_deployment_failed', marked(record), {
      contract_id: formatId('ctr', record.contractId),
      deployment_id: formatId('dep', record.id),
      status: 'failed',
      error: failure(record),
      failed_at: record.settledAt.toISOString(),
    }),
  });
}
