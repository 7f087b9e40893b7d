import { createHash } from 'node:crypto';
import type { Address } from 'viem';
import { getAddress } from 'viem/utils';
import { AppError, notFound } from '../../../kit/errors/index.ts';
import { formatId, newUuid } from '../../../kit/ids.ts';
import type { ContractsCore, Target } from '../contracts/contracts-core.ts';
import type { CallableFunction, ContractInterface } from './abi/contract-interface.ts';
import { parseGasPrice, parseValue } from './costs/amounts.ts';
import { feesFor } from './costs/fee-oracle.ts';
import type { AcceptedExecution, ExecuteRequest } from './execution-ports.ts';
import { intrinsicGas } from './intrinsic-gas.ts';
import { type PreparedTransaction, repeated } from './pipeline/accept-transactions.ts';
import { findTransaction } from './pipeline/transaction.repository.ts';
import type { TransactionRecord } from './pipeline/transaction-record.ts';
import { preflight, tooLittleGas, withinBlock } from './preflight.ts';
import type { Revert } from './reverts/decode-revert.ts';

/**
 * Accepts an execution. The checks come in this order: contract, repeated key, function and arguments, gas,
 * network, the chain's own opinion. Throws the refusal that the API answers; one that the chain predicts is
 * recorded all the same.
 */
export async function executeContract(
  core: ContractsCore,
  request: ExecuteRequest,
): Promise<AcceptedExecution> {
  const bodyHash = request.idempotencyKey === undefined ? null : hashBody(request);
  const [target, earlier] = await Promise.all([
    core.targets.add({ ...request, network: request.network }),
    request.idempotencyKey === undefined
      ? undefined
      : core.keys.add({ ...request, idempotencyKey: request.idempotencyKey }),
  ]);
  if (target === undefined) throw notFound('contract');
  if (earlier !== undefined) return answer(repeated(earlier, bodyHash), request);
  const made = request.id === undefined ? undefined : await findTransaction(core.db, request, request.id);
  if (made !== undefined) return answer({ kind: 'repeated', record: made }, request);
  const prepared = await prepare(core, request, target, bodyHash);
  return answer(await core.pipeline.accept(prepared), request);
}

async function prepare(
  core: ContractsCore,
  request: ExecuteRequest,
  target: NonNullable<Target>,
  bodyHash: Buffer | null,
): Promise<PreparedTransaction> {
  const { contract, deployment } = target;
  const network = core.networks.get(request.network ?? contract.network);
  const version = deployment?.version ?? contract.version;
  const { callable, contractInterface } = await findFunction(core, request, version, contract.version);
  const args = [...(request.args ?? [])];
  const data = contractInterface.encodeCall(callable, args);
  const valueWei = readValue(request.value, callable);
  const gasPrice = request.gasPrice === undefined ? undefined : parseGasPrice(request.gasPrice);
  const least = intrinsicGas(data, false);
  if (request.gasLimit !== undefined && request.gasLimit < least) throw tooLittleGas(request.gasLimit, least);
  if (deployment === undefined) {
    throw new AppError('contract_not_deployed', {
      field: 'network',
      message: `This contract has no active deployment on \`${network.name}\`. Deploy it there with POST /contracts/:id/deploy, and wait for the deployment to become active.`,
    });
  }
  const chain = await network.open();
  const wallet = await core.wallets.walletFor(network, chain, request);
  const to: Address = getAddress(deployment.address);
  const [quote, { gasLimit, failure }] = await Promise.all([
    core.fees.quote(network, chain),
    preflight(core, {
      network,
      chain,
      wallet,
      call: { from: wallet.address, to, data, value: valueWei },
      gasLimit: request.gasLimit,
      skip: request.skipSimulation ?? false,
      abis: () => core.interfaces.errorAbis(request, contract.id, version),
    }),
  ]);
  return {
    orgId: request.orgId,
    environment: request.environment,
    id: request.id ?? newUuid(),
    kind: 'execution',
    contractId: contract.id,
    version,
    network,
    wallet,
    function: callable.signature,
    args,
    to,
    data,
    valueWei,
    gasLimit: withinBlock(gasLimit, request.gasLimit, quote.gasCap),
    fees: feesFor(quote, gasPrice),
    price: core.prices.priceOf(network.asset),
    confirmationsRequired: request.confirmationsRequired ?? network.confirmations,
    estimatedCost: null,
    predictedFailure: failure,
    idempotencyKey: request.idempotencyKey ?? null,
    bodyHash,
    keyId: request.keyId,
    correlationId: request.correlationId ?? null,
  };
}

/** In the version that is deployed; else in the contract's own, which a proxy may have been upgraded to. */
async function findFunction(
  core: ContractsCore,
  request: ExecuteRequest,
  deployed: string,
  current: string,
): Promise<{ callable: CallableFunction; contractInterface: ContractInterface }> {
  const contractInterface = (await core.interfaces.get(request, request.contractId, deployed))!;
  try {
    return { callable: contractInterface.function(request.function), contractInterface };
  } catch (error) {
    if (current === deployed) throw error;
    const other = (await core.interfaces.get(request, request.contractId, current))!;
    return { callable: other.function(request.function), contractInterface: other };
  }
}

function readValue(text: string | undefined, { item, signature }: CallableFunction): bigint {
  const value = text === undefined ? 0n : parseValue(text);
  if (value === 0n || item.stateMutability === 'payable') return value;
  throw new AppError('invalid_request', {
    field: 'value',
    message: `\`${signature}\` takes no payment. Leave \`value\` out, or call a payable function.`,
  });
}

/** Two requests with this hash ask for the same execution, however their JSON was written. */
function hashBody(request: ExecuteRequest): Buffer {
  const { contractId, network, args, gasLimit, gasPrice, value, confirmationsRequired, skipSimulation } =
    request;
  const body = [
    contractId,
    network,
    request.function,
    args,
    gasLimit,
    gasPrice,
    value,
    confirmationsRequired,
    skipSimulation,
  ];
  return createHash('sha256').update(JSON.stringify(body)).digest();
}

type Outcome = Awaited<ReturnType<ContractsCore['pipeline']['accept']>>;

function answer(outcome: Outcome, request: ExecuteRequest): AcceptedExecution {
  if (outcome.kind === 'refused') throw outcome.error;
  const { record } = outcome;
  // A refusal before sending has no hash; its first answer was the refusal.
  if (record.transactionHash === null) throw executionFailed(record);
  return {
    executionId: record.id,
    status: 'pending',
    transactionHash: record.hashes[0]!,
    estimatedConfirmation: record.estimatedConfirmationAt!,
    idempotencyKey: request.idempotencyKey ?? null,
    simulated: record.simulated,
    replayed: outcome.kind === 'repeated',
  };
}

function executionFailed(record: TransactionRecord): AppError {
  const error = record.error as Revert;
  return new AppError('execution_failed', {
    message: sentence(`The execution would fail on the chain, so nothing was sent: ${error.reason}`),
    details: { execution_id: formatId('exe', record.id), ...revertDetails(error) },
  });
}

const MAX_MESSAGE = 1_000;

/** Reasons come from contracts and end as they like. */
export function sentence(text: string): string {
  const cut = text.slice(0, MAX_MESSAGE).trim();
  return /[.!?]$/.test(cut) ? cut : `${cut}.`;
}

/** What a refusal tells of a revert. */
export function revertDetails({ kind, name, args, reason, raw }: Revert): Record<string, unknown> {
  return { kind, name: name ?? null, args: args ?? [], reason, raw: raw ?? '0x' };
}
