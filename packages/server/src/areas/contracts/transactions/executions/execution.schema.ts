import { type Static, Type } from 'typebox';
import { getAddress } from 'viem/utils';
import {
  listOf,
  named,
  nullable,
  nullableTimestamp,
  strictObject,
  textField,
  timestampField,
  toRecord,
} from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import {
  argumentList,
  confirmationsField,
  errorField,
  estimatedCostField,
  gasLimitField,
  gasPriceField,
  hashField,
  marked,
  namedValue,
  networkField,
  simulatedField,
  skipSimulationField,
  toIso,
  valueField,
} from '../../terms/wire.ts';
import { toEther, toGwei } from './costs/amounts.ts';
import type { AcceptedExecution } from './execution-ports.ts';
import { feeHistoryField, feeHistoryOf } from './fee-history.ts';
import type { ExecutionEvent } from './list-execution-events.ts';
import type { TransactionRecord } from './pipeline/transaction-record.ts';
import type { PreparedExecution } from './prepare-execution.ts';

const functionField = textField(
  500,
  'A name, or a full signature such as `set(uint256,uint256)` where several functions share the name.',
);

export const executeBody = strictObject({
  network: Type.Optional(networkField),
  function: functionField,
  args: Type.Optional(argumentList('Arguments in the order of the function.')),
  gas_limit: Type.Optional(gasLimitField),
  gas_price: Type.Optional(gasPriceField),
  value: Type.Optional(valueField),
  idempotency_key: Type.Optional(
    textField(255, 'A repeated request with the same key never executes twice. It does not expire.'),
  ),
  confirmations_required: Type.Optional(confirmationsField),
  skip_simulation: Type.Optional(skipSimulationField),
});

export const estimateBody = strictObject({
  network: Type.Optional(networkField),
  function: functionField,
  args: Type.Optional(argumentList('Arguments in the order of the function.')),
  gas_limit: Type.Optional(gasLimitField),
  gas_price: Type.Optional(gasPriceField),
  value: Type.Optional(valueField),
});

export const executionEstimate = named(
  'ExecutionEstimate',
  Type.Object({
    contract_id: Type.String({ description: '`ctr_…`' }),
    version: Type.String({ description: 'The version of the deployment that it would be sent to.' }),
    network: Type.String({ description: 'Where it would be executed.' }),
    from: Type.String({ description: 'The account that it would be sent from.' }),
    to: Type.String({ description: 'The address of the contract.' }),
    function: Type.String({ description: 'The full signature.' }),
    would_succeed: Type.Boolean({ description: 'Estimated on the current state.' }),
    error: errorField,
    estimated_gas: nullable(Type.Integer(), 'Expected gas; null if it would fail.'),
    estimated_cost: nullable(estimatedCostField, 'Null if it would fail.'),
    data: Type.String({ description: 'What would be sent, hexadecimal.' }),
    simulated: simulatedField,
  }),
);

export const callBody = strictObject({
  network: Type.Optional(networkField),
  function: functionField,
  args: Type.Optional(argumentList('Arguments in the order of the function.')),
  from: Type.Optional(
    Type.String({
      pattern: '^0x[0-9a-fA-F]{40}$',
      patternHint: 'must be an address: 0x and 40 hex digits',
      description: 'Who calls. Default: the account that executions are sent from.',
    }),
  ),
  value: Type.Optional(valueField),
  block: Type.Optional(
    Type.Union(
      [
        Type.String({ enum: ['latest', 'pending'] }),
        Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      ],
      { description: 'The state to call on. Default: `latest`.' },
    ),
  ),
});

export const callResult = named(
  'CallResult',
  Type.Object({
    contract_id: Type.String({ description: '`ctr_…`' }),
    network: Type.String({ description: 'The network of the call.' }),
    address: Type.String({ description: 'The called deployment, EIP-55.' }),
    function: Type.String({ description: 'The full signature.' }),
    outputs: Type.Array(namedValue, { description: 'Each value that the function returns, in its order.' }),
    result: Type.Unknown({ description: 'The value of a single output, or the list of several.' }),
    simulated: simulatedField,
  }),
);

export const acceptedExecution = named(
  'AcceptedExecution',
  Type.Object({
    execution_id: Type.String({ description: '`exe_…`' }),
    status: Type.Literal('pending', {
      description: 'It is signed and stored; read the execution for the outcome.',
    }),
    transaction_hash: hashField,
    estimated_confirmation: timestampField('When the confirmation is expected.'),
    idempotency_key: nullable(Type.String(), 'As it was sent; null for none.'),
    simulated: simulatedField,
  }),
);

export const executionRecord = named(
  'Execution',
  Type.Object({
    execution_id: Type.String({ description: '`exe_…`' }),
    status: Type.String({
      enum: ['pending', 'confirmed', 'failed', 'cancelled'],
      description:
        '`pending` until it has its confirmations. `failed`: it reverted, or was refused before it was sent; see `error`.',
    }),
    transaction_hash: nullable(
      hashField,
      'The transaction that was mined, otherwise the one sent last; null if a check before sending predicted the failure.',
    ),
    estimated_confirmation: nullableTimestamp('When the confirmation was expected.'),
    idempotency_key: nullable(Type.String(), 'As it was sent; null for none.'),
    block_number: nullable(Type.Integer(), 'The block that holds it; null until it is mined.'),
    gas_used: nullable(Type.Integer(), 'Null until it is mined.'),
    gas_price_gwei: nullable(Type.Number(), 'The price that was paid for a unit of gas.'),
    cost_eth: nullable(Type.Number(), 'In the native coin of the network; the nearest double of `cost_wei`.'),
    cost_usd: nullable(Type.Number(), 'By `price`; null when no price is known.'),
    confirmed_at: nullableTimestamp('When it had its confirmations.'),
    confirmations: Type.Integer({
      description: 'Confirmations so far, its own block included; 0 until it is mined.',
    }),
    contract_id: Type.String({ description: '`ctr_…`' }),
    contract_version: Type.String({ description: 'The version of the deployment that it went to.' }),
    network: Type.String({ description: 'Where it is executed.' }),
    function: Type.String({ description: 'The full signature.' }),
    args: Type.Array(Type.Unknown(), { description: 'As they were sent, in the order of the function.' }),
    value: Type.String({ description: 'Wei.' }),
    from: Type.String({ description: 'The account that sends it, EIP-55.' }),
    to: nullable(
      Type.String(),
      'The address of the contract, EIP-55; null when a check before sending predicted the failure.',
    ),
    nonce: nullable(
      Type.Integer(),
      'Its number among the transactions of the account; null when it was not sent.',
    ),
    gas_limit: nullable(Type.Integer(), 'Gas limit; null if it was not sent.'),
    block_hash: nullable(
      Type.String(),
      'Hash of that block; null until it is mined. A reorganization changes it.',
    ),
    transaction_hashes: Type.Array(hashField, {
      description: 'All signed transactions: replacements with higher fees come after the first.',
    }),
    fee_history: feeHistoryField,
    cost_wei: nullable(Type.String(), 'Exactly gas_used x price, plus the data fee of a rollup.'),
    price: nullable(
      Type.Object({
        asset: Type.String({ description: 'The native coin, such as `ETH`.' }),
        usd: Type.Number({ description: 'Price of one coin in USD.' }),
        as_of: Type.String({ description: 'Time of the price.' }),
        source: Type.String({ description: 'Source of the price.' }),
      }),
      'The price of the native coin that `cost_usd` was computed with.',
    ),
    confirmations_required: Type.Integer({
      description: 'Number of confirmations after which it becomes `confirmed`.',
    }),
    error: errorField,
    created_at: timestampField('When it was accepted.'),
    mined_at: nullableTimestamp('The time of its block.'),
    failed_at: nullableTimestamp('When the failure was certain.'),
    cancel_requested_at: nullableTimestamp(
      'When its cancellation was requested. `status` says whether it was in time.',
    ),
    cancelled_at: nullableTimestamp('When it was certain that an empty transaction took its place.'),
    simulated: simulatedField,
  }),
);

export const executionEvents = listOf(
  'events',
  Type.Object({
    address: Type.String({ description: 'The contract that emitted it.' }),
    name: nullable(Type.String(), 'Null if the ABI of the contract has no such event.'),
    signature: nullable(Type.String(), 'Such as `Transfer(address,address,uint256)`; null with `name`.'),
    args: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Empty if the ABI has no name for it.' }),
        type: Type.String({ description: 'As in the ABI, such as `uint256`.' }),
        indexed: Type.Boolean({ description: 'Whether it is in `topics` instead of `data`.' }),
        value: Type.Unknown({
          description: 'Integers are text. For an indexed string, array or tuple: its hash.',
        }),
      }),
      { description: 'Its arguments in the order of the ABI; empty if `name` is null.' },
    ),
    topics: Type.Array(Type.String(), {
      description: 'As on the chain, hexadecimal; the first is the hash of `signature`.',
    }),
    data: Type.String({ description: 'Hexadecimal.' }),
  }),
);

export function toExecutionEvent({ decoded, ...log }: ExecutionEvent) {
  const { name = null, signature = null, args = [] } = decoded ?? {};
  return { ...log, address: getAddress(log.address), name, signature, args };
}

export function toExecutionEstimate(found: PreparedExecution): Static<typeof executionEstimate> {
  const { prepared } = found;
  const error = prepared.predictedFailure ?? null;
  return toRecord(executionEstimate, prepared, {
    contract_id: formatId('ctr', prepared.contractId),
    network: prepared.network.name,
    from: prepared.wallet.address,
    to: required(prepared.to, 'the address of the contract'),
    would_succeed: error === null,
    error,
    estimated_gas: error === null ? found.estimatedGas : null,
    estimated_cost: error === null ? found.estimatedCost : null,
    ...(prepared.network.simulated && { simulated: true as const }),
  });
}

export function toAcceptedExecution(execution: AcceptedExecution): Static<typeof acceptedExecution> {
  const source = marked(execution);
  return toRecord(acceptedExecution, source, { execution_id: formatId('exe', execution.executionId) });
}

export function toExecutionRecord(
  record: TransactionRecord,
  confirmations: number,
): Static<typeof executionRecord> {
  const source = { ...marked(record), confirmations };
  return toRecord(executionRecord, source, {
    execution_id: formatId('exe', record.id),
    estimated_confirmation: toIso(record.estimatedConfirmationAt),
    gas_price_gwei: record.effectiveGasPriceWei === null ? null : toGwei(record.effectiveGasPriceWei),
    cost_eth: record.costWei === null ? null : toEther(record.costWei),
    confirmed_at: record.status === 'confirmed' ? toIso(record.settledAt) : null,
    contract_id: formatId('ctr', record.contractId),
    contract_version: record.version,
    value: String(record.valueWei),
    transaction_hashes: record.hashes,
    fee_history: feeHistoryOf(record),
    cost_wei: record.costWei === null ? null : String(record.costWei),
    price: record.costWei === null ? null : record.price,
    failed_at: record.status === 'failed' ? toIso(record.settledAt) : null,
    cancelled_at: record.status === 'cancelled' ? toIso(record.settledAt) : null,
  });
}
