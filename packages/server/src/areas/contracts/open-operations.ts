import pg, { type Pool } from 'pg';
import type { Acknowledgements } from '../../engine/acknowledgements/index.ts';
import type { BlobStore } from '../../engine/blobs/index.ts';
import type { NodeRegistry } from '../../engine/cluster/index.ts';
import type { JobHandler, Jobs } from '../../engine/jobs/index.ts';
import type { AnyDatabase, UnitOfWork } from '../../engine/spine/index.ts';
import type { Clock } from '../../kit/clock.ts';
import type { DatabaseConnection } from '../../kit/db/index.ts';
import type { SecretBox } from '../../kit/secrets/index.ts';
import type { AlertMailer, AlertWebhooks } from './operations/alerts/alert-ports.ts';
import { AlertWatch } from './operations/alerts/alert-watch.ts';
import { readChainFigures } from './operations/alerts/read-chain-figures.ts';
import { alertMailJob } from './operations/alerts/send-alert-mail.ts';
import type { BackupService } from './operations/backups/backup-service.ts';
import { expiryTask } from './operations/backups/expire-backups.ts';
import { backupJob } from './operations/backups/run-backup.ts';
import { restoreJob } from './operations/backups/run-restore.ts';
import { ChainWatch } from './operations/health/chain-watch.ts';
import { NetworkProbe } from './operations/health/network-probe.ts';
import { ingestionJob } from './operations/ingestion/run-job.ts';
import type { NodeLauncher } from './operations/scaling/node-launcher.ts';
import { ScalingController } from './operations/scaling/scaling-controller.ts';
import type { ContractsCore } from './transactions/executions/contracts-core.ts';
import type { BlockListener, ExecuteContract } from './transactions/executions/execution-ports.ts';

export interface OperationsPorts {
  db: AnyDatabase;
  pool: Pool;
  /** For the separate connections that a backup is copied over. */
  connection: DatabaseConnection;
  unitOfWork: UnitOfWork;
  jobs: Jobs;
  blobs: BlobStore;
  secretBox: SecretBox;
  clock: Clock;
  registry: NodeRegistry;
  acknowledgements: Acknowledgements;
  /** Deliver the webhook actions of alert rules. */
  webhooks: AlertWebhooks;
  mailer: AlertMailer;
  executeContract: ExecuteContract;
  /** The chains, for balances, events and reachability. */
  core: Pick<ContractsCore, 'networks' | 'interfaces'>;
  /** Starts and stops nodes; a worker has none. */
  launcher: NodeLauncher | undefined;
  /** Maximum number of nodes. */
  maxNodes: number;
  /** Whose keys may change the cluster. */
  scalers: 'operator' | 'everyone';
  /**
   * The organization that manages the cluster for all, and gets the events of nodes that nobody requested.
   */
  operatorOrgId(): Promise<string | undefined>;
  onError(error: unknown): void;
}

export type ContractsOperations = ReturnType<typeof openOperations>;

/** The operation of the contracts platform: history and health, alerts, ingestion, backups, the cluster. */
export function openOperations(ports: OperationsPorts) {
  const { db, registry, connection, onError } = ports;
  const leadership = registry.leader('contracts operations');
  const isLeader = () => leadership.isLeader();
  const chain = readChainFigures(ports.core, onError);
  const watch = new AlertWatch({ ...ports, chain, isLeader });
  const probe = new NetworkProbe(ports.core);
  const networks = ports.core.networks.all().filter(({ isConfigured }) => isConfigured);
  const chains = new ChainWatch({ db, clock: ports.clock, networks, isLeader, onError });
  const backups: BackupService = {
    ...ports,
    async connect() {
      const client = new pg.Client({ ...connection, application_name: 'trivium backup', keepAlive: true });
      // A broken connection shows in the statement that fails.
      client.on('error', () => {});
      await client.connect();
      return client;
    },
  };
  const upkeep = [expiryTask(backups, isLeader)];
  const { launcher } = ports;
  const scaling = { ...ports, choosesNodes: launcher?.choosesNodes ?? true };
  const controller = launcher && openController(scaling, launcher);
  return {
    history: { db },
    health: { ...ports, isReachable: (network: string) => probe.isReachable(network) },
    chains,
    alerts: ports,
    mail: ports,
    ingestion: ports,
    backups,
    scaling,
    /** To be called after the commit of transactions that were settled on this node. */
    onSettled: () => watch.wake(),
    onBlock: ((block) => watch.onBlock(block)) satisfies BlockListener,
    start(): void {
      watch.start();
      chains.start();
      for (const task of upkeep) task.start();
      controller?.start();
    },
    async stop(): Promise<void> {
      const tasks = [watch, chains, ...upkeep, ...(controller ? [controller] : [])];
      await Promise.all(tasks.map((task) => task.stop())).catch(onError);
    },
  };
}

function openController(
  ports: OperationsPorts & { choosesNodes: boolean },
  launcher: NodeLauncher,
): ScalingController {
  const leadership = ports.registry.leader('scaling');
  return new ScalingController({
    ...ports,
    launcher,
    nodeId: ports.registry.nodeId,
    isLeader: () => leadership.isLeader(),
    aliveNodeIds: () => ports.registry.aliveNodeIds(),
  });
}

export function operationsJobs({ mail, ingestion, backups }: ContractsOperations): JobHandler[] {
  return [alertMailJob(mail), ingestionJob(ingestion), backupJob(backups), restoreJob(backups)];
}
