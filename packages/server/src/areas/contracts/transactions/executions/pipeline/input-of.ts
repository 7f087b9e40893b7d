import type { Hex } from 'viem';
import { parseTransaction } from 'viem/utils';

/** The data of a signed transaction. */
export function inputOf(raw: Hex): Hex {
  return parseTransaction(raw).data ?? '0x';
}
