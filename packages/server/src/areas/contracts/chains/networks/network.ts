import type { Chain } from '../chain/chain.ts';
import type { SignerSettings } from './network-settings.ts';

/** A network contracts can be deployed to. */
export interface Network {
  name: string;
  chainId: number;
  /** The native coin. */
  asset: string;
  blockTimeMs: number;
  /** Default number of confirmations. */
  confirmations: number;
  /** A known network running on an embedded chain because no endpoint is configured. */
  simulated: boolean;
  /** Whether the chain is embedded: accounts are throw-away ones, funded on demand. */
  isEmbedded: boolean;
  /** Whether an endpoint is configured. */
  isConfigured: boolean;
  /** Source of the operator's key; undefined for embedded chains. */
  signer: SignerSettings | undefined;
  /** Throws `network_unavailable` when the network is not configured or does not answer. */
  open(): Promise<Chain>;
}
