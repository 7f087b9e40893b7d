/** Static facts about a network. */
export interface NetworkFacts {
  chainId: number;
  /** The native coin, for fees. */
  asset: string;
  blockTimeMs: number;
  /** The default number of confirmations. */
  confirmations: number;
  /** A coin without value: costs are still shown in USD, at the price of the real coin. */
  isTestnet?: true;
}

const MAIN = 12;
const TEST = 2;

/** The networks known by name; simulated ones are numbered in this order. */
export const knownNetworks: Readonly<Record<string, NetworkFacts>> = {
  ethereum_mainnet: { chainId: 1, asset: 'ETH', blockTimeMs: 12_000, confirmations: MAIN },
  ethereum_sepolia: {
    chainId: 11155111,
    asset: 'ETH',
    blockTimeMs: 12_000,
    confirmations: TEST,
    isTestnet: true,
  },
  ethereum_hoodi: {
    chainId: 560048,
    asset: 'ETH',
    blockTimeMs: 12_000,
    confirmations: TEST,
    isTestnet: true,
  },
  polygon_mainnet: { chainId: 137, asset: 'POL', blockTimeMs: 2_000, confirmations: MAIN },
  polygon_amoy: { chainId: 80002, asset: 'POL', blockTimeMs: 2_000, confirmations: TEST, isTestnet: true },
  arbitrum_mainnet: { chainId: 42161, asset: 'ETH', blockTimeMs: 250, confirmations: MAIN },
  arbitrum_sepolia: { chainId: 421614, asset: 'ETH', blockTimeMs: 250, confirmations: TEST, isTestnet: true },
  optimism_mainnet: { chainId: 10, asset: 'ETH', blockTimeMs: 2_000, confirmations: MAIN },
  optimism_sepolia: {
    chainId: 11155420,
    asset: 'ETH',
    blockTimeMs: 2_000,
    confirmations: TEST,
    isTestnet: true,
  },
  base_mainnet: { chainId: 8453, asset: 'ETH', blockTimeMs: 2_000, confirmations: MAIN },
  base_sepolia: { chainId: 84532, asset: 'ETH', blockTimeMs: 2_000, confirmations: TEST, isTestnet: true },
  bsc_mainnet: { chainId: 56, asset: 'BNB', blockTimeMs: 750, confirmations: MAIN },
  bsc_testnet: { chainId: 97, asset: 'BNB', blockTimeMs: 750, confirmations: TEST, isTestnet: true },
  avalanche_mainnet: { chainId: 43114, asset: 'AVAX', blockTimeMs: 2_000, confirmations: MAIN },
  avalanche_fuji: { chainId: 43113, asset: 'AVAX', blockTimeMs: 2_000, confirmations: TEST, isTestnet: true },
  gnosis_mainnet: { chainId: 100, asset: 'XDAI', blockTimeMs: 5_000, confirmations: MAIN },
  linea_mainnet: { chainId: 59144, asset: 'ETH', blockTimeMs: 2_000, confirmations: MAIN },
  scroll_mainnet: { chainId: 534352, asset: 'ETH', blockTimeMs: 3_000, confirmations: MAIN },
  zksync_mainnet: { chainId: 324, asset: 'ETH', blockTimeMs: 1_000, confirmations: MAIN },
};

export const DEVNET = 'devnet';
export const DEVNET_CHAIN_ID = 31_337;

/** A network identifier: snake_case, like `ethereum_mainnet`. */
export const networkPattern = '^[a-z][a-z0-9]*(_[a-z0-9]+)*$';
