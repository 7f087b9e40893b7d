import type { Address } from 'viem';
import { formatEther, formatGwei } from 'viem/utils';
import { required } from '../../../../kit/required.ts';
import type { Chain } from '../chain/chain.ts';

/** The state of an account on the chain. */
export interface WalletState {
  address: Address;
  balanceWei: string;
  balanceEth: number;
  balanceUsd: number | null;
  minedNonce: number;
  nextNonce: number;
  gasPriceGwei: number;
}

/** Queries the chain; `usd` is the price of its coin, null if unknown. */
export async function readWalletState(
  chain: Chain,
  address: Address,
  usd: number | null,
): Promise<WalletState> {
  const [balance, [mined], [next], gasPrice] = await Promise.all([
    chain.balance(address),
    chain.nonces([address], 'latest'),
    chain.nonces([address], 'pending'),
    chain.gasPrice(),
  ]);
  const balanceEth = Number(formatEther(balance));
  return {
    address,
    balanceWei: String(balance),
    balanceEth,
    balanceUsd: usd === null ? null : Number((balanceEth * usd).toFixed(2)),
    minedNonce: required(mined, 'the nonce of the account'),
    nextNonce: required(next, 'the pending nonce of the account'),
    gasPriceGwei: Number(formatGwei(gasPrice)),
  };
}
