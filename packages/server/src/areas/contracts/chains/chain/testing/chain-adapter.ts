import type { Signer } from '../../signers/signer.ts';
import type { Chain } from '../chain.ts';

/** A running chain, and a funded account that nobody else sends from. */
export interface OpenedChain {
  chain: Chain;
  signer: Signer;
}

export interface ChainAdapter {
  open(): Promise<OpenedChain>;
  /** The same adapter without a reachable node. */
  openDead(): Chain;
}
