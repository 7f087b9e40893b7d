import { AppError, invalidField, notFound } from '../../../../kit/errors/index.ts';
import { formatId, newUuid } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import { type Contract, findContract } from '../../code/contracts/contract.repository.ts';
import { findVersion } from '../../code/contracts/version.repository.ts';
import type { Owner } from '../../terms/contract-tables.ts';
import { contractsErrors } from '../../terms/contracts-errors.ts';
import type { ContractsCore } from '../executions/contracts-core.ts';
import { parseGasPrice, parseValue } from '../executions/costs/amounts.ts';
import { estimateCost } from '../executions/costs/estimate-cost.ts';
import { feesFor } from '../executions/costs/fee-oracle.ts';
import { assertFunds, readFunds } from '../executions/costs/funds.ts';
import { revertDetails, sentence } from '../executions/execute-contract.ts';
import { intrinsicGas } from '../executions/intrinsic-gas.ts';
import { findTransaction } from '../executions/pipeline/transaction.repository.ts';
import type { PreparedTransaction } from '../executions/pipeline/transaction-batch.ts';
import type { TransactionRecord } from '../executions/pipeline/transaction-record.ts';
import { preflight, tooLittleGas, withinBlock } from '../executions/preflight.ts';
import type { PreparedExecution } from '../executions/prepare-execution.ts';
import type { Revert } from '../executions/reverts/revert.ts';

export interface DeployRequest extends Owner {
  id: string;
  contractId: string;
  keyId: string | null;
  network?: string | undefined;
  constructorArgs?: readonly unknown[] | undefined;
  gasLimit?: number | undefined;
  /** Gwei as a string; makes a legacy transaction. */
  gasPrice?: string | undefined;
  value?: string | undefined;
  confirmationsRequired?: number | undefined;
  skipSimulation?: boolean | undefined;
  correlationId?: string | undefined;
}

/** Accepts a deployment of the contract's current version, with the same order of checks as an execution. */
export async function deployContract(
  core: ContractsCore,
  request: DeployRequest,
): Promise<TransactionRecord> {
  const contract = await findContract(core.db, request, request.contractId);
  if (contract === undefined) throw notFound('contract');
  // For a request repeated with the same header, whose first attempt died before its response.
  const made = await findTransaction(core.db, request, request.id);
  if (made !== undefined) return sent(made);
  const { prepared, estimatedCost, funds } = await prepareDeployment(core, request, contract);
  if (request.skipSimulation !== true) assertFunds(prepared, funds);
  const outcome = await core.pipeline.accept({ ...prepared, estimatedCost });
  if (outcome.kind === 'refused') throw outcome.error;
  return sent(outcome.record);
}

export type EstimateDeploymentRequest = Omit<
  DeployRequest,
  'id' | 'skipSimulation' | 'confirmationsRequired' | 'correlationId'
>;

/** Simulates a deployment; nothing is signed, stored or published. Throws like `deployContract`. */
export async function estimateDeployment(
  core: ContractsCore,
  request: EstimateDeploymentRequest,
): Promise<PreparedExecution> {
  const contract = await findContract(core.db, request, request.contractId);
  if (contract === undefined) throw notFound('contract');
  return prepareDeployment(core, { ...request, id: newUuid() }, contract);
}

/** Prepares a deployment up to its signature. A failure that the chain predicts is in the result. */
async function prepareDeployment(
  core: ContractsCore,
  request: DeployRequest,
  contract: Contract,
): Promise<PreparedExecution> {
  const network = core.networks.get(request.network ?? contract.network);
  const { gasPrice, ...creation } = await readCreation(core, request, contract);
  const chain = await network.open();
  const wallet = await core.wallets.walletFor(network, chain, request);
  const [quote, funds] = await Promise.all([
    core.fees.quote(network, chain),
    readFunds(network, chain, wallet.address),
  ]);
  const { gasLimit, estimatedGas, failure } = await preflight(core, {
    network,
    chain,
    wallet,
    call: { from: wallet.address, data: creation.data, value: creation.valueWei },
    gasLimit: request.gasLimit,
    skip: request.skipSimulation ?? false,
    abis: () => core.interfaces.errorAbis(contract, contract.id, contract.version),
  });
  const limit = withinBlock(gasLimit, request.gasLimit, quote.gasCap);
  const fees = feesFor(quote, gasPrice);
  const price = core.prices.priceOf(network.asset);
  const prepared: PreparedTransaction = {
    orgId: request.orgId,
    environment: request.environment,
    id: request.id,
    kind: 'deployment',
    contractId: contract.id,
    version: contract.version,
    network,
    wallet,
    function: 'constructor',
    ...creation,
    to: undefined,
    gasLimit: limit,
    fees,
    price,
    confirmationsRequired: request.confirmationsRequired ?? network.confirmations,
    estimatedCost: null,
    predictedFailure: failure,
    idempotencyKey: null,
    bodyHash: null,
    keyId: request.keyId,
    correlationId: request.correlationId ?? null,
  };
  const estimatedCost = estimateCost({ estimated: estimatedGas, limit }, quote, fees, price);
  return { prepared, estimatedGas, estimatedCost, funds };
}

/** The creation code with its arguments; runs the checks that need no chain. */
async function readCreation(core: ContractsCore, request: DeployRequest, contract: Contract) {
  const { version } = contract;
  const code = required(await findVersion(core.db, contract, contract.id, version), 'the current version');
  const contractInterface = required(
    await core.interfaces.get(contract, contract.id, version),
    'the interface of a stored version',
  );
  const args = [...(request.constructorArgs ?? [])];
  if (code.bytecode === null) {
    await contractInterface.encodeDeployment('0x', args);
    throw new AppError(contractsErrors.invalid_bytecode, {
      field: 'bytecode',
      message: `Version ${version} has no bytecode to deploy. Add a version with \`bytecode\` or \`source_code\`.`,
    });
  }
  const data = await contractInterface.encodeDeployment(code.bytecode, args);
  const valueWei = request.value === undefined ? 0n : parseValue(request.value);
  if (valueWei > 0n && !contractInterface.isConstructorPayable) {
    throw invalidField('value', 'The constructor takes no payment. Leave `value` out.');
  }
  const gasPrice = request.gasPrice === undefined ? undefined : parseGasPrice(request.gasPrice);
  const least = intrinsicGas(data, true);
  if (request.gasLimit !== undefined && request.gasLimit < least) throw tooLittleGas(request.gasLimit, least);
  return { args, data, valueWei, gasPrice };
}

function sent(record: TransactionRecord): TransactionRecord {
  if (record.transactionHash === null) throw deploymentFailed(record);
  return record;
}

function deploymentFailed(record: TransactionRecord): AppError {
  const error = record.error as Revert;
  return new AppError(contractsErrors.deployment_failed, {
    message: sentence(`The deployment would fail on the chain, so nothing was sent: ${error.reason}`),
    details: { deployment_id: formatId('dep', record.id), ...revertDetails(error) },
  });
}
