import type { Address } from 'viem';
import type { Chain } from '../../../chains/chain/chain.ts';
import type { Network } from '../../../chains/networks/network.ts';
import { type Fees, signTransaction } from '../../../chains/signers/sign-transaction.ts';
import type { Signer } from '../../../chains/signers/signer.ts';
import { inputOf } from './input-of.ts';
import type { SignedRecord } from './transaction-record.ts';

/** Gas of a transaction without data, unless a rollup charges more. */
const EMPTY_GAS = 21_000;
const GAS_MARGIN = 1.2;

/**
 * Signs a transaction again with the same nonce and other fees; with a reason, an empty one instead. A
 * transaction that is already replaced by an empty one stays empty.
 */
export async function signReplacement(
  network: Network,
  signer: Signer,
  record: SignedRecord,
  fees: Fees,
  cancelReason?: string,
): Promise<SignedRecord> {
  const reason = cancelReason ?? record.error?.reason;
  const isCancelled = reason !== undefined;
  const content = isCancelled
    ? {
        to: record.from,
        data: '0x' as const,
        value: 0n,
        gas: await gasOfNothing(await network.open(), record.from),
      }
    : {
        to: record.kind === 'deployment' ? undefined : record.to,
        data: inputOf(record.raw),
        value: record.valueWei,
        gas: record.gasLimit,
      };
  const { chainId, nonce } = record;
  const { raw, hash } = await signTransaction({ chainId, nonce, fees, ...content }, signer);
  return {
    ...record,
    fees,
    firstFees: record.firstFees ?? record.fees,
    raw,
    transactionHash: hash,
    hashes: [...record.hashes, hash],
    replacedRaws: [...record.replacedRaws, record.raw],
    error: isCancelled
      ? {
          type: 'dropped',
          reason,
          gas_used: 0,
          cancelled_by: [...(record.error?.cancelled_by ?? []), hash],
        }
      : null,
  };
}

async function gasOfNothing(chain: Chain, from: Address): Promise<number> {
  const estimate = await chain.estimateGas({ from, to: from, data: '0x', value: 0n }, 'latest');
  return estimate.ok && estimate.value > EMPTY_GAS ? Math.ceil(estimate.value * GAS_MARGIN) : EMPTY_GAS;
}
