export type { AlertMailer, AlertWebhooks } from './alerts/alert-ports.ts';
export { openAnvil } from './chain/embedded/find-anvil.ts';
export type { Owner } from './contracts/contract-tables.ts';
export type { ContractsCore } from './contracts/contracts-core.ts';
export {
  type ContractsCoreOptions,
  type ContractsService,
  contractsCoreRoutes,
  createContractsCore,
} from './contracts/create-contracts-core.ts';
export {
  type ContractsOperations,
  type ContractsOperationsPorts,
  contractsOperationsJobs,
  contractsOperationsRoutes,
  createContractsOperations,
} from './contracts-operations.ts';
export { parseAssetPrices } from './executions/costs/parse-asset-prices.ts';
export { createPriceFeed } from './executions/costs/price-feed.ts';
export type {
  AcceptedExecution,
  BlockListener,
  BlockSeen,
  ExecuteContract,
  ExecuteRequest,
  SettledListener,
  SettledTransaction,
} from './executions/execution-ports.ts';
export { type NetworkSettings, readNetworkSettings } from './networks/network-settings.ts';
export { KubernetesLauncher } from './scaling/kubernetes-launcher.ts';
export { LocalWorkers } from './scaling/local-workers.ts';
export type { NodeLauncher } from './scaling/node-launcher.ts';
