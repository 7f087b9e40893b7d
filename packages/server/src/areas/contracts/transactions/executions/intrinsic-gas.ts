import type { Hex } from 'viem';

const BASE = 21_000;
const CREATE = 32_000;
const ZERO_BYTE = 4;
const OTHER_BYTE = 16;
/** EIP-7623: the minimum cost of calldata. */
const FLOOR_PER_TOKEN = 10;
const TOKENS_OF_OTHER_BYTE = 4;
/** EIP-3860: per 32 bytes of creation code. */
const INITCODE_WORD = 2;

/** Gas used before the first instruction; a transaction with less is never mined. */
export function intrinsicGas(data: Hex, isDeployment: boolean): number {
  const bytes = Buffer.from(data.slice(2), 'hex');
  let zeros = 0;
  for (const byte of bytes) if (byte === 0) zeros++;
  const others = bytes.length - zeros;
  const create = isDeployment ? CREATE + INITCODE_WORD * Math.ceil(bytes.length / 32) : 0;
  const standard = BASE + zeros * ZERO_BYTE + others * OTHER_BYTE + create;
  const floor = BASE + FLOOR_PER_TOKEN * (zeros + others * TOKENS_OF_OTHER_BYTE);
  return Math.max(standard, floor);
}
