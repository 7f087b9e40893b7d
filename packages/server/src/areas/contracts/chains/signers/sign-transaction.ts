import type { Address, Hex } from 'viem';
import { keccak256, serializeTransaction } from 'viem/utils';
import type { Signer } from './signer.ts';

/** A transaction's gas price, wei. */
export type Fees =
  | { type: 'legacy'; gasPrice: bigint }
  | { type: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };

export interface UnsignedTransaction {
  chainId: number;
  nonce: number;
  /** Absent for a deployment. */
  to: Address | undefined;
  data: Hex;
  value: bigint;
  gas: number;
  fees: Fees;
}

export interface SignedTransaction {
  raw: Hex;
  hash: Hex;
}

export async function signTransaction(
  unsigned: UnsignedTransaction,
  signer: Signer,
): Promise<SignedTransaction> {
  const { fees, gas, to, ...rest } = unsigned;
  const transaction = { ...rest, ...fees, gas: BigInt(gas), ...(to !== undefined && { to }) };
  const { r, s, yParity } = await signer.sign(keccak256(serializeTransaction(transaction)));
  const raw = serializeTransaction(transaction, { r, s, yParity, v: BigInt(27 + yParity) });
  return { raw, hash: keccak256(raw) };
}
