import type { Abi } from 'viem';
import { AppError, invalidField } from '../../../../kit/errors/index.ts';
import type { CallOutcome, CallRequest, Chain } from '../../chains/chain/chain.ts';
import type { Network } from '../../chains/networks/network.ts';
import type { Wallet } from '../../chains/wallets/wallet-directory.ts';
import { contractsErrors } from '../../terms/contracts-errors.ts';
import type { ContractsCore } from './contracts-core.ts';
import { decodeRevert } from './reverts/decode-revert.ts';
import type { Revert } from './reverts/revert.ts';

export interface PreflightRequest {
  network: Network;
  chain: Chain;
  wallet: Wallet;
  call: CallRequest;
  gasLimit: number | undefined;
  /** Continue whatever the simulation finds. */
  skip: boolean;
  abis(): Promise<readonly Abi[]>;
}

export interface Preflight {
  /** The gas limit of the transaction. */
  gasLimit: number;
  /** The expected gas; the limit if unknown. */
  estimatedGas: number;
  failure: Revert | undefined;
}

/** Factor above the estimate: the state may change until the transaction is mined. */
const MARGIN = 1.2;
/** If nothing could be estimated and the caller wants to send it anyway. */
const BLIND_GAS = 1_000_000;
const LANDING_POLL_MS = 25;
const MIN_LANDING_MS = 3_000;
const MAX_LANDING_MS = 15_000;

/**
 * Simulates a transaction on the pending state. Throws `insufficient_gas` and `insufficient_funds`; any other
 * failure is returned, decoded.
 */
export async function preflight(core: ContractsCore, request: PreflightRequest): Promise<Preflight> {
  const { chain, call, gasLimit, skip } = request;
  const estimate = await estimateGas(core, request);
  if (estimate.ok) {
    const needed = estimate.value;
    if (gasLimit === undefined) {
      return { gasLimit: Math.ceil(needed * MARGIN), estimatedGas: needed, failure: undefined };
    }
    if (gasLimit < needed && !skip && !(await worksWith(chain, call, gasLimit)))
      throw tooLittleGas(gasLimit, needed);
    return { gasLimit, estimatedGas: Math.min(needed, gasLimit), failure: undefined };
  }
  const fallback = gasLimit ?? BLIND_GAS;
  if (skip) return { gasLimit: fallback, estimatedGas: fallback, failure: undefined };
  const { data, message } = estimate.failure;
  const failure = decodeRevert(data, message, await request.abis());
  if (failure.kind === 'insufficient_funds' && data === '0x') {
    throw new AppError(contractsErrors.insufficient_funds, {
      message: `The account ${request.wallet.address} on \`${request.network.name}\` cannot pay for this transaction. Send it funds, or lower the value or the gas limit.`,
    });
  }
  return { gasLimit: fallback, estimatedGas: fallback, failure };
}

/**
 * Estimates on the state that the transaction will most likely run on. A failure while earlier transactions
 * of the account are pending is not final: this one may depend on them.
 */
async function estimateGas(core: ContractsCore, request: PreflightRequest): Promise<CallOutcome<number>> {
  const { network, wallet, chain, call, skip } = request;
  // anvil runs its whole pool for each query of the pending state, so it is only queried where that matters.
  const first = await chain.estimateGas(call, network.isEmbedded ? 'latest' : 'pending');
  const nonce = core.pipeline.highestInFlight(network.name, wallet.address);
  if (first.ok || skip || nonce === undefined) return first;
  const pending = await chain.estimateGas(call, 'pending');
  if (pending.ok) return pending;
  await untilLanded(core, request, nonce);
  return chain.estimateGas(call, 'pending');
}

/** Estimates include a margin, so a lower limit may work. */
async function worksWith(chain: Chain, call: CallRequest, gas: number): Promise<boolean> {
  return (await chain.call({ ...call, gas }, 'pending')).ok;
}

/** The gas limit to send with: every node would reject one above the block's. */
export function withinBlock(gasLimit: number, given: number | undefined, gasCap: number): number {
  if (given === undefined || given <= gasCap) return Math.min(gasLimit, gasCap);
  throw invalidField(
    'gas_limit',
    `\`gas_limit\` must be ${gasCap} or less: a block of this network holds no more.`,
  );
}

export function tooLittleGas(limit: number, needed: number): AppError {
  return new AppError(contractsErrors.insufficient_gas, {
    field: 'gas_limit',
    message: `\`gas_limit\` ${limit} is too low: this transaction needs about ${needed}. Raise it, or leave it out.`,
    details: { gas_limit: limit, estimated_gas: needed },
  });
}

/** Waits until the account's pending transactions up to a nonce are mined. */
async function untilLanded(
  { pipeline }: ContractsCore,
  { network, wallet }: PreflightRequest,
  nonce: number,
): Promise<void> {
  const patience = Math.min(Math.max(network.blockTimeMs * 3, MIN_LANDING_MS), MAX_LANDING_MS);
  const endsAt = performance.now() + patience;
  while (pipeline.hasInFlightUpTo(network.name, wallet.address, nonce) && performance.now() < endsAt) {
    await new Promise((resolve) => setTimeout(resolve, LANDING_POLL_MS));
  }
}
