import type { Chain } from '../chain/chain.ts';
import type { SignerSettings } from './network-settings.ts';

/** A network that contracts can be deployed to. */
export interface Network {
  name: string;
  chainId: number;
  /** The native coin. */
  asset: string;
  blockTimeMs: number;
  /** Confirmations if a request does not specify any. */
  confirmations: number;
  /** A known network that runs on an embedded chain, because it has no URL. */
  simulated: boolean;
  /** The chain is our own: its accounts are throw-away ones, funded when needed. */
  isEmbedded: boolean;
  /** A URL is configured. */
  isConfigured: boolean;
  /** The operator's key for it; embedded chains have none. */
  signer: SignerSettings | undefined;
  /** Throws `network_unavailable` when the network is not configured or does not answer. */
  open(): Promise<Chain>;
}
