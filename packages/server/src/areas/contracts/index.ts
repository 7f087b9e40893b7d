export type { AlertMailer, AlertWebhooks, ChainFigures } from './alerts/alert-ports.ts';
export {
  type ContractsOperations,
  type ContractsOperationsPorts,
  contractsOperationsJobs,
  contractsOperationsRoutes,
  createContractsOperations,
} from './contracts-operations.ts';
