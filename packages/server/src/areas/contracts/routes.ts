import type { AnyRoute } from '../../kit/http/index.ts';
import { networkRoutes } from './chains/networks/network.routes.ts';
import { walletRoutes } from './chains/wallets/wallet.routes.ts';
import { contractRoutes } from './code/contracts/contract.routes.ts';
import type { ContractsOperations } from './open-operations.ts';
import { alertRuleRoutes } from './operations/alerts/alert-rule.routes.ts';
import { backupRoutes } from './operations/backups/backup.routes.ts';
import { contractHealthRoutes } from './operations/health/contract-health.routes.ts';
import { ingestionRoutes } from './operations/ingestion/ingestion.routes.ts';
import { scalingRoutes } from './operations/scaling/scaling.routes.ts';
import { listNewestDeployments } from './transactions/deployments/deployment.repository.ts';
import { deploymentRoutes } from './transactions/deployments/deployment.routes.ts';
import { toDeploymentEntry } from './transactions/deployments/deployment.schema.ts';
import type { ContractsCore } from './transactions/executions/contracts-core.ts';
import { spendLimitRoutes } from './transactions/executions/costs/spend-limit.routes.ts';
import { executionRoutes } from './transactions/executions/execution.routes.ts';
import { transactionHistoryRoutes } from './transactions/history/transaction-history.routes.ts';

export interface ContractsService {
  core: ContractsCore;
  operations: ContractsOperations;
}

/** The Contracts API. */
export function contractsRoutes(service: () => ContractsService): AnyRoute[] {
  const core = () => service().core;
  const operations = () => service().operations;
  return [
    ...networkRoutes(core),
    ...walletRoutes(core),
    ...contractRoutes(core, async (owner, ids, limit) => {
      const newest = await listNewestDeployments(core().db, owner, ids, limit);
      return new Map([...newest].map(([id, records]) => [id, records.map(toDeploymentEntry)]));
    }),
    ...deploymentRoutes(core),
    ...executionRoutes(core),
    ...spendLimitRoutes(core),
    ...transactionHistoryRoutes(() => operations().history),
    ...contractHealthRoutes(() => operations().health),
    ...alertRuleRoutes(() => operations().alerts),
    ...ingestionRoutes(() => operations().ingestion),
    ...backupRoutes(() => operations().backups),
    ...scalingRoutes(() => operations().scaling),
  ];
}
