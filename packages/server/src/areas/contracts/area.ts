import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Acknowledgements } from '../../engine/acknowledgements/index.ts';
import type { Area } from '../../engine/area.ts';
import type { BlobStore } from '../../engine/blobs/index.ts';
import type { NodeRegistry } from '../../engine/cluster/index.ts';
import type { Jobs } from '../../engine/jobs/index.ts';
import type { AnyDatabase, UnitOfWork } from '../../engine/spine/index.ts';
import type { Clock } from '../../kit/clock.ts';
import type { DatabaseConnection } from '../../kit/db/index.ts';
import type { SecretBox } from '../../kit/secrets/index.ts';
import { contractsGauges } from './contracts-gauges.repository.ts';
import { type CorePorts, openCore } from './open-core.ts';
import { type OperationsPorts, openOperations, operationsJobs } from './open-operations.ts';
import type { AlertMailer, AlertWebhooks } from './operations/alerts/alert-ports.ts';
import type { NodeLauncher } from './operations/scaling/node-launcher.ts';
import { contractsRoutes } from './routes.ts';
import type { HasKey } from './transactions/executions/contracts-core.ts';
import { executeContractAction } from './transactions/executions/execute-action.ts';

export interface ContractsPorts {
  db: AnyDatabase;
  pool: Pool;
  /** For the separate connections that a backup is copied over. */
  connection: DatabaseConnection;
  unitOfWork: UnitOfWork;
  clock: Clock;
  log: Logger;
  secretBox: SecretBox;
  registry: NodeRegistry;
  jobs: Jobs;
  blobs: BlobStore;
  hasKey: HasKey;
  acknowledgements: Acknowledgements;
  /** Deliver the webhook actions of alert rules. */
  webhooks: AlertWebhooks;
  mailer: AlertMailer;
  /** Starts and stops nodes; a worker has none. */
  launcher: NodeLauncher | undefined;
  /**
   * The organization that manages the cluster for all, and gets the events of nodes that nobody requested.
   */
  operatorOrgId(): Promise<string | undefined>;
  settings: ContractsSettings;
}

type CoreSettings =
  | 'dataDir'
  | 'chainFiles'
  | 'networks'
  | 'simulateNetworks'
  | 'devnetBlockTimeSeconds'
  | 'anvilPath'
  | 'prices';

export type ContractsSettings = Pick<CorePorts, CoreSettings> & Pick<OperationsPorts, 'maxNodes' | 'scalers'>;

export interface ContractsArea extends Area {
  /** The networks, in one line for the operator. */
  networks: string;
}

/** Contracts, the chains below them, and the operation of the platform. */
export function openContracts(ports: ContractsPorts): ContractsArea {
  const { db, clock, unitOfWork, secretBox, registry, log, settings } = ports;
  const { maxNodes, scalers, ...chains } = settings;
  const onError = (error: unknown) => log.warn({ err: error }, 'operations of the contracts platform');
  const opened = openCore({
    ...chains,
    db,
    clock,
    unitOfWork,
    secretBox,
    registry,
    hasKey: ports.hasKey,
    onError: (error) => log.warn({ err: error }, 'chains'),
  });
  const { core, executeContract } = opened;
  const operations = openOperations({
    db,
    pool: ports.pool,
    connection: ports.connection,
    unitOfWork,
    jobs: ports.jobs,
    blobs: ports.blobs,
    secretBox,
    clock,
    registry,
    acknowledgements: ports.acknowledgements,
    webhooks: ports.webhooks,
    mailer: ports.mailer,
    executeContract,
    core,
    launcher: ports.launcher,
    maxNodes,
    scalers,
    operatorOrgId: ports.operatorOrgId,
    onError,
  });
  opened.onExecutionSettled(() => operations.onSettled());
  opened.onBlock((block) => operations.onBlock(block));
  const service = { core, operations };
  return {
    networks: opened.description,
    routes: contractsRoutes(() => service),
    jobs: operationsJobs(operations),
    actions: [executeContractAction(core)],
    figures: [contractsGauges, operations.chains.figures],
    start() {
      opened.start();
      operations.start();
    },
    async stop() {
      await operations.stop();
      await opened.stop();
    },
  };
}
