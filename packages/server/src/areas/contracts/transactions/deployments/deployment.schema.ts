import { type Static, Type } from 'typebox';
import {
  describedAs,
  listOf,
  named,
  nullable,
  nullableTimestamp,
  pageQuery,
  strictObject,
  timestampField,
  toRecord,
} from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import { type DeploymentEntry, deploymentEntry, deploymentStatus } from '../../terms/deployment-entry.ts';
import {
  argumentList,
  confirmationsField,
  errorField,
  estimatedCostField,
  gasLimitField,
  gasPriceField,
  hashField,
  marked,
  networkField,
  simulatedField,
  skipSimulationField,
  toIso,
  valueField,
} from '../../terms/wire.ts';
import { toEther, toGwei } from '../executions/costs/amounts.ts';
import type { TransactionRecord } from '../executions/pipeline/transaction-record.ts';
import type { PreparedExecution } from '../executions/prepare-execution.ts';

export const deployBody = strictObject({
  network: Type.Optional(networkField),
  constructor_args: Type.Optional(argumentList('Arguments of the constructor, in its order.')),
  gas_limit: Type.Optional(gasLimitField),
  gas_price: Type.Optional(gasPriceField),
  value: Type.Optional(valueField),
  confirmations_required: Type.Optional(confirmationsField),
  skip_simulation: Type.Optional(skipSimulationField),
});

export const estimateDeploymentBody = strictObject({
  network: Type.Optional(networkField),
  constructor_args: Type.Optional(argumentList('Arguments of the constructor, in its order.')),
  gas_limit: Type.Optional(gasLimitField),
  gas_price: Type.Optional(gasPriceField),
  value: Type.Optional(valueField),
});

export const deploymentEstimate = Type.Object({
  contract_id: Type.String({ description: '`ctr_…`' }),
  version: Type.String({ description: 'The current version, which would be deployed.' }),
  network: Type.String({ description: 'The network that it would be deployed to.' }),
  from: Type.String({ description: 'The account that it would be sent from.' }),
  would_succeed: Type.Boolean({ description: 'Estimated on the current state.' }),
  error: errorField,
  estimated_gas: nullable(Type.Integer(), 'Expected gas; null if it would fail.'),
  estimated_cost: nullable(estimatedCostField, 'Null if it would fail.'),
  simulated: simulatedField,
});

export const deploymentResult = named(
  'AcceptedDeployment',
  Type.Object({
    deployment_id: Type.String({ description: '`dep_…`' }),
    status: Type.Literal('pending', {
      description: 'It is signed and stored; read the deployment for the outcome.',
    }),
    transaction_hash: hashField,
    estimated_cost: describedAs(estimatedCostField, 'What it will cost at most, and most likely.'),
    contract_id: Type.String({ description: '`ctr_…`' }),
    version: Type.String({ description: 'The version that is deployed.' }),
    network: Type.String({ description: 'The network.' }),
    address: Type.String({
      description: 'The future address of the contract, which follows from sender and nonce.',
    }),
    confirmations_required: Type.Integer({
      description: 'Confirmations until it is `active`, its own block included.',
    }),
    estimated_confirmation: timestampField('When the deployment is expected to be active.'),
    simulated: simulatedField,
  }),
);

export const deploymentRecord = named(
  'Deployment',
  Type.Object({
    ...deploymentEntry.properties,
    contract_id: Type.String({ description: '`ctr_…`' }),
    from: Type.String({ description: 'The account that sends it, EIP-55.' }),
    confirmations: Type.Integer({
      description: 'Confirmations so far, its own block included; 0 until it is mined.',
    }),
    confirmations_required: Type.Integer({
      description: 'Number of confirmations after which it becomes `active`.',
    }),
    transaction_hashes: Type.Array(hashField, {
      description: 'All signed transactions: replacements with higher fees come after the first.',
    }),
    gas_limit: nullable(Type.Integer(), 'Gas limit; null if a check before sending predicted the failure.'),
    gas_used: nullable(Type.Integer(), 'Null until it is mined.'),
    gas_price_gwei: nullable(Type.Number(), 'The price paid per unit of gas; null until it is mined.'),
    cost_wei: nullable(Type.String(), 'The cost in wei, exactly; null until it is mined.'),
    cost_eth: nullable(Type.Number(), 'The cost in the native coin, as the nearest double.'),
    cost_usd: nullable(Type.Number(), 'The cost in USD; also null if no price of the coin is known.'),
    error: errorField,
    created_at: timestampField('When it was asked for.'),
    cancel_requested_at: nullableTimestamp(
      'When its cancellation was requested. `status` says whether it was in time.',
    ),
    cancelled_at: nullableTimestamp('When it was certain that an empty transaction took its place.'),
  }),
);

export const deploymentList = listOf('deployments', deploymentRecord);

export const listDeploymentsQuery = strictObject({
  ...pageQuery,
  network: Type.Optional(networkField),
  status: Type.Optional(Type.String(deploymentStatus)),
});

export function toDeploymentEstimate(found: PreparedExecution): Static<typeof deploymentEstimate> {
  const { prepared } = found;
  const error = prepared.predictedFailure ?? null;
  return toRecord(deploymentEstimate, prepared, {
    contract_id: formatId('ctr', prepared.contractId),
    network: prepared.network.name,
    from: prepared.wallet.address,
    would_succeed: error === null,
    error,
    estimated_gas: error === null ? found.estimatedGas : null,
    estimated_cost: error === null ? found.estimatedCost : null,
    ...(prepared.network.simulated && { simulated: true as const }),
  });
}

export function toDeploymentResult(record: TransactionRecord): Static<typeof deploymentResult> {
  const source = marked(record);
  return toRecord(deploymentResult, source, {
    deployment_id: formatId('dep', record.id),
    status: 'pending',
    transaction_hash: required(record.hashes[0], 'its first hash'),
    estimated_cost: required(record.estimatedCost, 'its estimated cost'),
    contract_id: formatId('ctr', record.contractId),
    address: required(record.to, 'its address'),
    estimated_confirmation: required(record.estimatedConfirmationAt, 'when it is expected').toISOString(),
  });
}

function wasDeployed({ status }: TransactionRecord): boolean {
  return status === 'active' || status === 'superseded';
}

export function toDeploymentEntry(record: TransactionRecord): DeploymentEntry {
  const source = marked(record);
  return toRecord(deploymentEntry, source, {
    address: record.to,
    deployed_at: wasDeployed(record) ? toIso(record.settledAt) : null,
    deployment_id: formatId('dep', record.id),
  });
}

export function toDeploymentRecord(
  record: TransactionRecord,
  confirmations: number,
): Static<typeof deploymentRecord> {
  const source = { ...marked(record), confirmations };
  return toRecord(deploymentRecord, source, {
    ...toDeploymentEntry(record),
    contract_id: formatId('ctr', record.contractId),
    transaction_hashes: record.hashes,
    gas_price_gwei: record.effectiveGasPriceWei === null ? null : toGwei(record.effectiveGasPriceWei),
    cost_wei: record.costWei === null ? null : String(record.costWei),
    cost_eth: record.costWei === null ? null : toEther(record.costWei),
    cancelled_at: record.status === 'cancelled' ? toIso(record.settledAt) : null,
  });
}
