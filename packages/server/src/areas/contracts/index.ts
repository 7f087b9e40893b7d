export { type ContractsArea, type ContractsPorts, type ContractsSettings, openContracts } from './area.ts';
export { openAnvil } from './chains/chain/embedded/find-anvil.ts';
export {
  mistypedNetworks,
  type NetworkSettings,
  readNetworkSettings,
} from './chains/networks/network-settings.ts';
export { walletSealedPlace } from './chains/wallets/wallet-directory.ts';
export type { AlertMailer, AlertWebhooks } from './operations/alerts/alert-ports.ts';
export { KubernetesLauncher } from './operations/scaling/kubernetes-launcher.ts';
export { LocalWorkers } from './operations/scaling/local-workers.ts';
export type { NodeLauncher } from './operations/scaling/node-launcher.ts';
export { contractsRoutes } from './routes.ts';
export { contractsErrorDetails, contractsErrors } from './terms/contracts-errors.ts';
export { contractsIdPrefixes } from './terms/contracts-ids.ts';
export { parseAssetPrices } from './transactions/executions/costs/parse-asset-prices.ts';
export { createPriceFeed } from './transactions/executions/costs/price-feed.ts';
