import { type Hex, parseTransaction } from 'viem';

/** The data of a signed transaction. */
export function inputOf(raw: Hex): Hex {
  return parseTransaction(raw).data ?? '0x';
}
