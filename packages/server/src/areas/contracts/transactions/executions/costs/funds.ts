import type { Address } from 'viem';
import { formatEther } from 'viem/utils';
import { AppError } from '../../../../../kit/errors/index.ts';
import type { Chain } from '../../../chains/chain/chain.ts';
import type { Network } from '../../../chains/networks/network.ts';
import { contractsErrors } from '../../../terms/contracts-errors.ts';
import type { PreparedTransaction } from '../pipeline/transaction-batch.ts';
import { highestPrice } from './fee-oracle.ts';

/** What an account has, in wei; undefined on an embedded chain, which fills its accounts itself. */
export async function readFunds(
  network: Network,
  chain: Chain,
  account: Address,
): Promise<bigint | undefined> {
  return network.isEmbedded ? undefined : chain.balance(account);
}

/**
 * Nodes estimate without a price, so their estimates say nothing about the money for the gas. Once signed,
 * the transaction would wait for it, and all later ones of the account with it.
 */
export function assertFunds(prepared: PreparedTransaction, funds: bigint | undefined): void {
  const { gasLimit, fees, valueWei, network, wallet, predictedFailure } = prepared;
  const cost = BigInt(gasLimit) * highestPrice(fees) + valueWei;
  if (funds === undefined || predictedFailure !== undefined || funds >= cost) return;
  const { asset, name } = network;
  throw new AppError(contractsErrors.insufficient_funds, {
    message: `The account ${wallet.address} on \`${name}\` has ${formatEther(funds)} ${asset}, and this transaction may cost ${formatEther(cost)} ${asset}. Send it funds, or lower the value, the gas limit or the gas price.`,
  });
}
