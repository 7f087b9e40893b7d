export { openAnvil } from './chains/chain/embedded/find-anvil.ts';
export {
  mistypedNetworks,
  type NetworkSettings,
  readNetworkSettings,
} from './chains/networks/network-settings.ts';
export {
  type ContractsOperations,
  type ContractsOperationsPorts,
  contractsOperationsJobs,
  contractsOperationsRoutes,
  createContractsOperations,
} from './contracts-operations.ts';
export {
  type ContractsCoreOptions,
  type ContractsService,
  contractsCoreRoutes,
  createContractsCore,
} from './create-contracts-core.ts';
export type { AlertMailer, AlertWebhooks } from './operations/alerts/alert-ports.ts';
export { KubernetesLauncher } from './operations/scaling/kubernetes-launcher.ts';
export { LocalWorkers } from './operations/scaling/local-workers.ts';
export type { NodeLauncher } from './operations/scaling/node-launcher.ts';
export type { Owner } from './terms/contract-tables.ts';
export { contractsErrorDetails, contractsErrors } from './terms/contracts-errors.ts';
export { contractsIdPrefixes } from './terms/contracts-ids.ts';
export type { ContractsCore } from './transactions/executions/contracts-core.ts';
export { parseAssetPrices } from './transactions/executions/costs/parse-asset-prices.ts';
export { createPriceFeed } from './transactions/executions/costs/price-feed.ts';
export type {
  AcceptedExecution,
  BlockListener,
  BlockSeen,
  ExecuteContract,
  ExecuteRequest,
  SettledListener,
  SettledTransaction,
} from './transactions/executions/execution-ports.ts';
