import { type PageRoute, page } from './router.tsx';

/** The routes of Contracts. */
export const contractsRoutes: PageRoute[] = [
  {
    path: 'contracts',
    section: 'contracts',
    page: page(() => import('../pages/contracts/contracts.tsx').then((m) => m.ContractsPage)),
  },
  {
    path: 'contracts/new',
    section: 'contracts',
    page: page(() => import('../pages/contracts/register.tsx').then((m) => m.RegisterPage)),
  },
  {
    path: 'contracts/wallets',
    section: 'contracts',
    page: page(() => import('../pages/contracts/wallets.tsx').then((m) => m.WalletsPage)),
  },
  {
    path: 'contracts/jobs',
    section: 'contracts',
    page: page(() => import('../pages/contracts/jobs.tsx').then((m) => m.JobsPage)),
  },
  {
    path: 'contracts/jobs/:id',
    section: 'contracts',
    page: page(() => import('../pages/contracts/job.tsx').then((m) => m.JobPage)),
  },
  {
    path: 'contracts/backups',
    section: 'contracts',
    page: page(() => import('../pages/contracts/backups.tsx').then((m) => m.BackupsPage)),
  },
  {
    path: 'contracts/restores/:id',
    section: 'contracts',
    page: page(() => import('../pages/contracts/restore.tsx').then((m) => m.RestorePage)),
  },
  {
    path: 'contracts/cluster',
    section: 'contracts',
    page: page(() => import('../pages/contracts/cluster.tsx').then((m) => m.ClusterPage)),
  },
  {
    path: 'contracts/:id',
    section: 'contracts',
    page: page(() => import('../pages/contracts/contract.tsx').then((m) => m.ContractPage)),
  },
  {
    path: 'contracts/:id/deploy',
    section: 'contracts',
    page: page(() => import('../pages/contracts/deploy.tsx').then((m) => m.DeployPage)),
  },
  {
    path: 'contracts/:id/call',
    section: 'contracts',
    page: page(() => import('../pages/contracts/call.tsx').then((m) => m.CallPage)),
  },
  {
    path: 'contracts/:id/transactions',
    section: 'contracts',
    page: page(() => import('../pages/contracts/transactions.tsx').then((m) => m.TransactionsPage)),
  },
  {
    path: 'contracts/:id/alerts',
    section: 'contracts',
    page: page(() => import('../pages/contracts/alerts.tsx').then((m) => m.AlertsPage)),
  },
  {
    path: 'contracts/:id/code',
    section: 'contracts',
    page: page(() => import('../pages/contracts/code-page.tsx').then((m) => m.CodePage)),
  },
  {
    path: 'deployments/:id',
    section: 'contracts',
    page: page(() => import('../pages/contracts/deployment.tsx').then((m) => m.DeploymentPage)),
  },
  {
    path: 'executions/:id',
    section: 'contracts',
    page: page(() => import('../pages/contracts/execution.tsx').then((m) => m.ExecutionPage)),
  },
];
