import type { Address, Hex } from 'viem';

/** A signature with `s` in the lower half, as required by EIP-2. */
export interface SignatureParts {
  r: Hex;
  s: Hex;
  yParity: 0 | 1;
}

/** A key that signs the hash of a transaction. The key itself is never exposed. */
export interface Signer {
  readonly address: Address;
  /** Local keys sign synchronously; key services take a round trip. */
  sign(hash: Hex): SignatureParts | Promise<SignatureParts>;
}
