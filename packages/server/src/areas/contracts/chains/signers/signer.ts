import type { Address, Hex } from 'viem';

/** A signature with `s` in the lower half, as the chain demands (EIP-2). */
export interface SignatureParts {
  r: Hex;
  s: Hex;
  yParity: 0 | 1;
}

/** A key that signs the hash of a transaction. The key itself stays where it is. */
export interface Signer {
  readonly address: Address;
  /** Local keys answer at once; key services take a round trip. */
  sign(hash: Hex): SignatureParts | Promise<SignatureParts>;
}
