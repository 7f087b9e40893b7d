import type { Abi } from 'viem';
import type { Chain, Receipt } from '../../../chains/chain/chain.ts';
import { isNodeFailure } from '../../../chains/chain/node-failure.ts';
import type { ChainError } from '../../../terms/contract-tables.ts';
import { decodeRevert } from '../reverts/decode-revert.ts';
import { inputOf } from './input-of.ts';
import { rawOf, type SignedRecord } from './transaction-record.ts';

/** Why a mined transaction failed: from its trace, or from repeating its call at its block. */
export async function explainFailure(
  chain: Chain,
  record: SignedRecord,
  receipt: Receipt,
  abis: readonly Abi[],
): Promise<ChainError> {
  const { gasUsed } = receipt;
  const failure = await chain.failureOf(receipt.transactionHash);
  if (failure === null) return explainByCall(chain, record, receipt, abis);
  return decodeRevert(failure.data, failure.message, abis, gasUsed);
}

async function explainByCall(
  chain: Chain,
  record: SignedRecord,
  receipt: Receipt,
  abis: readonly Abi[],
): Promise<ChainError> {
  const request = {
    from: record.from,
    to: record.kind === 'deployment' ? undefined : record.to,
    data: inputOf(rawOf(record, receipt.transactionHash)),
    value: record.valueWei,
    gas: record.gasLimit,
  };
  const { gasUsed } = receipt;
  const outcome = await chain.call(request, receipt.blockNumber - 1);
  const isStateMissing = !outcome.ok && isNodeFailure(outcome.failure);
  if (!outcome.ok && !isStateMissing) {
    return decodeRevert(outcome.failure.data, outcome.failure.message, abis, gasUsed);
  }
  if (gasUsed >= record.gasLimit) return decodeRevert('0x', 'out of gas', abis, gasUsed);
  const reason = isStateMissing
    ? 'The transaction failed in its block. Why is unknown: the node cannot trace it, and has the state before it no longer.'
    : 'The transaction failed in its block, and succeeds when it is called again on the state before.';
  return { type: 'unknown', reason, gas_used: gasUsed };
}
