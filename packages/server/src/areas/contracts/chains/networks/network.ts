import type { Chain } from '../chain/chain.ts';
import type { SignerSettings } from './network-settings.ts';

/** A network that contracts can live on. */
export interface Network {
  name: string;
  chainId: number;
  /** The native coin. */
  asset: string;
  blockTimeMs: number;
  /** Confirmations where a request asks for no number. */
  confirmations: number;
  /** A known network that stands on an embedded chain, since no address of it is set. */
  simulated: boolean;
  /** Its chain is our own: accounts are throw-away ones, filled at need. */
  isEmbedded: boolean;
  /** An address of it is set. */
  isConfigured: boolean;
  /** Where the operator's key for it is; embedded chains have none. */
  signer: SignerSettings | undefined;
  /** Throws `network_unavailable` when the network is not configured or does not answer. */
  open(): Promise<Chain>;
}
