import type { Signer } from '../../signers/signer.ts';
import type { Chain } from '../chain.ts';

/** A running chain, and an account with money on it that nobody else sends from. */
export interface OpenedChain {
  chain: Chain;
  signer: Signer;
}

export interface ChainAdapter {
  open(): Promise<OpenedChain>;
  /** The same adapter where nobody answers. */
  openDead(): Chain;
}
