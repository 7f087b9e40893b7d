import { invalidField } from '../../../../kit/errors/index.ts';
import { required } from '../../../../kit/required.ts';
import { DEVNET, DEVNET_CHAIN_ID, knownNetworks, type NetworkFacts } from '../../terms/network-table.ts';
import { JsonRpc } from '../chain/json-rpc.ts';
import { NetworkUnavailableError } from '../chain/network-unavailable.ts';
import { RpcChain } from '../chain/rpc-chain.ts';
import type { EmbeddedChains } from './embedded-chains.ts';
import type { Network } from './network.ts';
import type { NetworkSettings } from './network-settings.ts';

export interface NetworkDirectoryOptions {
  settings: readonly NetworkSettings[];
  /** Whether known networks without a URL are simulated by embedded chains. */
  simulate: boolean;
  /** The embedded chains, or why this machine cannot run any. */
  embedded: EmbeddedChains | { problem: string };
  embeddedBlockTimeSeconds: number;
}

/** All networks by name: the devnet, configured ones, and known ones. */
export class NetworkDirectory {
  readonly #networks = new Map<string, Network>();
  readonly #rpcs: JsonRpc[] = [];
  readonly #options: NetworkDirectoryOptions;

  constructor(options: NetworkDirectoryOptions) {
    this.#options = options;
    const configured = new Map(options.settings.map((settings) => [settings.name, settings]));
    Object.entries(knownNetworks).forEach(([name, facts], index) => {
      const settings = configured.get(name);
      this.#add(
        settings === undefined
          ? this.#withoutAddress(name, facts, DEVNET_CHAIN_ID + 1 + index)
          : this.#configured(settings, facts),
      );
    });
    const devnet = configured.get(DEVNET);
    this.#add(
      devnet === undefined
        ? this.#embedded(DEVNET, { ...devnetFacts, chainId: DEVNET_CHAIN_ID }, DEVNET_CHAIN_ID, false)
        : this.#configured(devnet, { ...devnetFacts, chainId: DEVNET_CHAIN_ID }),
    );
    for (const settings of options.settings) {
      if (this.#networks.has(settings.name)) continue;
      this.#add(
        this.#configured(settings, {
          ...devnetFacts,
          chainId: required(settings.chainId, `the chain id of ${settings.name}`),
          confirmations: 12,
        }),
      );
    }
  }

  /** Throws `invalid_request` for an unknown name. */
  get(name: string): Network {
    const network = this.#networks.get(name);
    if (network !== undefined) return network;
    const known = [...this.#networks.keys()].sort().join(', ');
    throw invalidField(
      'network',
      `\`${name}\` is not a network. The networks are ${known}; others are added by NETWORK_<NAME>_RPC_URL.`,
    );
  }

  find(name: string): Network | undefined {
    return this.#networks.get(name);
  }

  /** The devnet first, then by name. */
  all(): Network[] {
    const named = [...this.#networks.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    return [this.get(DEVNET), ...named.filter(({ name }) => name !== DEVNET)];
  }

  async close(): Promise<void> {
    await Promise.all(this.#rpcs.map((rpc) => rpc.close()));
  }

  #add(network: Network): void {
    this.#networks.set(network.name, network);
  }

  #configured(settings: NetworkSettings, facts: NetworkFacts): Network {
    const { name, rpcUrls } = settings;
    const chainId = settings.chainId ?? facts.chainId;
    const rpc = new JsonRpc({ network: name, urls: rpcUrls, chainId });
    this.#rpcs.push(rpc);
    const chain = new RpcChain(name, chainId, rpc);
    return {
      name,
      chainId,
      asset: settings.asset ?? facts.asset,
      blockTimeMs: settings.blockTimeMs ?? facts.blockTimeMs,
      confirmations: settings.confirmations ?? facts.confirmations,
      simulated: false,
      isEmbedded: false,
      isConfigured: true,
      signer: settings.signer,
      open: () => Promise.resolve(chain),
    };
  }

  #withoutAddress(name: string, facts: NetworkFacts, simulatedChainId: number): Network {
    if (this.#options.simulate) return this.#embedded(name, facts, simulatedChainId, true);
    const upper = name.toUpperCase();
    return unavailable(
      name,
      facts,
      `The network \`${name}\` is not configured. Set NETWORK_${upper}_RPC_URL and NETWORK_${upper}_SIGNER.`,
    );
  }

  #embedded(name: string, facts: NetworkFacts, chainId: number, simulated: boolean): Network {
    const { embedded, embeddedBlockTimeSeconds } = this.#options;
    if ('problem' in embedded) return unavailable(name, facts, embedded.problem);
    return {
      name,
      chainId,
      asset: facts.asset,
      blockTimeMs: embeddedBlockTimeSeconds * 1_000,
      confirmations: 1,
      simulated,
      isEmbedded: true,
      isConfigured: false,
      signer: undefined,
      open: () => embedded.open(name, chainId),
    };
  }
}

/** A network that is known but answers 503 with a reason. */
function unavailable(name: string, facts: NetworkFacts, message: string): Network {
  const { chainId, asset, blockTimeMs, confirmations } = facts;
  return {
    name,
    chainId,
    asset,
    blockTimeMs,
    confirmations,
    simulated: false,
    isEmbedded: false,
    isConfigured: false,
    signer: undefined,
    open: () => Promise.reject(new NetworkUnavailableError(name, undefined, message)),
  };
}

const devnetFacts = { asset: 'ETH', blockTimeMs: 2_000, confirmations: 1 };
