import type { Hex } from 'viem';
import type { CallFailure } from './chain.ts';
import type { RpcFailure } from './rpc-endpoint.ts';

/** Nodes nest revert data differently: geth and anvil under `data`, hardhat under `data.data`. */
export function toFailure({ code, message, data }: RpcFailure): CallFailure {
  let found: unknown = data;
  for (let depth = 0; depth < 4 && typeof found === 'object' && found !== null; depth++) {
    const inner = found as { data?: unknown; originalError?: unknown; result?: unknown };
    found = inner.data ?? inner.originalError ?? inner.result;
  }
  // Some put it in the message: "Reverted 0x08c379a0…". An address or hash is not revert data, which is a
  // selector and words.
  const isApart = typeof found === 'string';
  const hex = /0x[0-9a-fA-F]*/.exec(isApart ? (found as string) : message)?.[0];
  const isData = hex !== undefined && (isApart ? hex.length % 2 === 0 : hex.length % 64 === 10);
  return { code, message, data: (isData ? hex : '0x') as Hex };
}
