import type { Address, Hex } from 'viem';

/** A signature with `s` in the lower half, as the chain requires (EIP-2). */
export interface SignatureParts {
  r: Hex;
  s: Hex;
  yParity: 0 | 1;
}

/** A key that signs transaction hashes. The key itself never leaves its place. */
export interface Signer {
  readonly address: Address;
  /** Local keys sign synchronously; a KMS takes a round trip. */
  sign(hash: Hex): SignatureParts | Promise<SignatureParts>;
}
