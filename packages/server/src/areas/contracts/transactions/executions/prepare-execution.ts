import type { Address } from 'viem';
import { getAddress } from 'viem/utils';
import { AppError, invalidField } from '../../../../kit/errors/index.ts';
import { newUuid } from '../../../../kit/ids.ts';
import type { CallableFunction } from '../../code/abi/contract-interface.ts';
import type { EstimatedCost } from '../../terms/contract-tables.ts';
import { contractsErrors } from '../../terms/contracts-errors.ts';
import { assertCode, mayRunNothing } from './assert-code.ts';
import type { ContractsCore, Target } from './contracts-core.ts';
import { parseGasPrice, parseValue } from './costs/amounts.ts';
import { estimateCost } from './costs/estimate-cost.ts';
import { feesFor } from './costs/fee-oracle.ts';
import { readFunds } from './costs/funds.ts';
import type { ExecuteRequest } from './execution-ports.ts';
import { findFunction } from './find-function.ts';
import { intrinsicGas } from './intrinsic-gas.ts';
import type { PreparedTransaction } from './pipeline/transaction-batch.ts';
import { preflight, tooLittleGas, withinBlock } from './preflight.ts';

export interface PreparedExecution {
  prepared: PreparedTransaction;
  /** The expected gas. */
  estimatedGas: number;
  estimatedCost: EstimatedCost;
  /** What the account has, in wei; undefined on an embedded chain. */
  funds: bigint | undefined;
}

/**
 * Prepares an execution up to its signature: function and arguments, gas, network, simulation, in this order.
 * A failure that the simulation predicts is in the result; any other refusal is thrown.
 */
export async function prepareExecution(
  core: ContractsCore,
  request: ExecuteRequest,
  target: NonNullable<Target>,
): Promise<PreparedExecution> {
  const { contract, deployment } = target;
  const network = core.networks.get(request.network ?? contract.network);
  const version = deployment?.version ?? contract.version;
  const { gasPrice, ...call } = await readCall(core, request, version, contract.version);
  if (deployment === undefined) {
    throw new AppError(contractsErrors.contract_not_deployed, {
      field: 'network',
      message: `This contract has no active deployment on \`${network.name}\`. Deploy it there with POST /contracts/:id/deploy, and wait for the deployment to become active.`,
    });
  }
  const chain = await network.open();
  const wallet = await core.wallets.walletFor(network, chain, request);
  const to: Address = getAddress(deployment.address);
  const [quote, funds, { gasLimit, estimatedGas, failure }] = await Promise.all([
    core.fees.quote(network, chain),
    readFunds(network, chain, wallet.address),
    preflight(core, {
      network,
      chain,
      wallet,
      call: { from: wallet.address, to, data: call.data, value: call.valueWei },
      gasLimit: request.gasLimit,
      skip: request.skipSimulation ?? false,
      abis: () => core.interfaces.errorAbis(request, contract.id, version),
    }),
  ]);
  if (!request.skipSimulation && mayRunNothing(call.data, estimatedGas)) await assertCode(chain, to);
  const fees = feesFor(quote, gasPrice);
  const price = core.prices.priceOf(network.asset);
  const limit = withinBlock(gasLimit, request.gasLimit, quote.gasCap);
  const estimatedCost = estimateCost({ estimated: estimatedGas, limit }, quote, fees, price);
  const prepared: PreparedTransaction = {
    orgId: request.orgId,
    environment: request.environment,
    id: request.id ?? newUuid(),
    kind: 'execution',
    contractId: contract.id,
    version,
    network,
    wallet,
    ...call,
    to,
    gasLimit: limit,
    fees,
    price,
    confirmationsRequired: request.confirmationsRequired ?? network.confirmations,
    estimatedCost: null,
    predictedFailure: failure,
    idempotencyKey: request.idempotencyKey ?? null,
    bodyHash: null,
    keyId: request.keyId,
    correlationId: request.correlationId ?? null,
  };
  return { prepared, estimatedGas, estimatedCost, funds };
}

/** The call with its arguments and value; runs the checks that need no chain. */
async function readCall(core: ContractsCore, request: ExecuteRequest, version: string, current: string) {
  const { callable, contractInterface } = await findFunction(core, request, { deployed: version, current });
  const args = [...(request.args ?? [])];
  const data = await contractInterface.encodeCall(callable, args);
  const valueWei = readValue(request.value, callable);
  const gasPrice = request.gasPrice === undefined ? undefined : parseGasPrice(request.gasPrice);
  const least = intrinsicGas(data, false);
  if (request.gasLimit !== undefined && request.gasLimit < least) throw tooLittleGas(request.gasLimit, least);
  return { function: callable.signature, args, data, valueWei, gasPrice };
}

function readValue(text: string | undefined, { item, signature }: CallableFunction): bigint {
  const value = text === undefined ? 0n : parseValue(text);
  if (value === 0n || item.stateMutability === 'payable') return value;
  throw invalidField(
    'value',
    `\`${signature}\` takes no payment. Leave \`value\` out, or call a payable function.`,
  );
}
