import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { leaveLastWill } from '../processes/index.ts';
import { claimFolder } from './claim-folder.ts';
import { type ClusterSettings, chooseSettings, writeSettings } from './cluster-settings.ts';
import { ensureCluster } from './create-cluster.ts';
import { type Credentials, readCredentials } from './credentials.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { endProcesses, readClusterName } from './leftover-processes.ts';
import { limitLogFiles } from './limit-log-files.ts';
import { type DataDirLock, ensureDataDir, lockDirectory } from './lock-data-dir.ts';
import { placeCluster } from './place-cluster.ts';
import { prepareBinaries } from './postgres-binaries.ts';
import type { EmbeddedPostgresLog } from './postgres-log.ts';
import {
  awaitSettledPostmaster,
  type Postmaster,
  type PostmasterPlan,
  readPidFile,
  removeStaleLocks,
  startPostmaster,
  stopPostmaster,
  watchPostmaster,
} from './postmaster.ts';
import {
  ownerConnection,
  type PostgresConnection,
  prepareDatabase,
  readServer,
  serviceConnection,
  superuserConnection,
} from './prepare-database.ts';
import { chooseSocketDir, removeSocketDir } from './socket-dir.ts';
import { supervisePostmaster } from './supervise-postmaster.ts';

export interface EmbeddedPostgresOptions {
  /** The service's data directory; created if missing. */
  dataDir: string;
  log: EmbeddedPostgresLog;
  /** Server settings that override the built-in ones. Only for throwaway databases. */
  settings?: ClusterSettings;
  /** Called once the server is starting up: for other work, which may block the thread. */
  meanwhile?: (() => void) | undefined;
}

/** A running PostgreSQL, kept running until `stop()`. */
export interface EmbeddedPostgres {
  /** The service's database, as the role that owns nothing in it. */
  connection: PostgresConnection;
  /** The same database as the owner of its tables, who runs migrations and is not a superuser either. */
  owner: PostgresConnection;
  /** The superuser on the database `postgres`. */
  superuser: PostgresConnection;
  /** The database's folder. */
  home: string;
  /** Whether it was already running, left by a killed service. */
  adopted: boolean;
  /** The server's current process id; changes when it is restarted. */
  readonly pid: number;
  /** Stops the server and everything it started, within about 5 seconds. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL under `dataDir`, creating the database on first start, and keeps it running: a server
 * that dies is restarted. Throws `EmbeddedPostgresError` with a message for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  await ensureDataDir(dataDir);
  const place = await placeCluster(await realpath(dataDir), options.log);
  const lock = await lockHome(place.home);
  try {
    const binaries = await prepareBinaries(place.account, place.copyRoots);
    await endUnusable(place.home);
    const credentials = await ensureCluster(place, binaries, options.settings?.fsync !== 'off');
    const dataPath = await realpath(join(place.home, 'data'));
    await limitLogFiles(dataPath);
    const settings = { ...(await chooseSettings()), ...options.settings };
    const changed = await writeSettings(dataPath, settings, place.account);
    const plan: PostmasterPlan = {
      postgres: binaries.postgres,
      dataPath,
      socketDir: await chooseSocketDir(place.home, (await readPidFile(dataPath))?.socketDir, place.account),
      clusterName: await readClusterName(dataPath),
      account: place.account,
    };
    const will = await leaveLastWill(new URL('./end-left-postgres.ts', import.meta.url), place.home);
    const version = changed ? undefined : binaries.version;
    const { postmaster, adopted } = await runServer(plan, { ...options, credentials, version }).catch(
      async (error) => {
        will.revoke();
        await removeSocketDir(plan.socketDir, place.home);
        throw error;
      },
    );
    const supervision = supervisePostmaster(plan, postmaster, options.log);
    return {
      home: place.home,
      connection: serviceConnection(plan.socketDir, credentials),
      owner: ownerConnection(plan.socketDir, credentials),
      superuser: superuserConnection(plan.socketDir, credentials),
      adopted,
      get pid() {
        return supervision.pid;
      },
      async stop() {
        await supervision.stop();
        will.revoke();
        await removeSocketDir(plan.socketDir, place.home);
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

interface ServerOptions extends Pick<EmbeddedPostgresOptions, 'log' | 'meanwhile'> {
  credentials: Credentials;
  /** Version of the binaries; undefined when the running server has other settings than it would get now. */
  version: string | undefined;
}

/** The server, adopted or started, with the service's role and database in it. */
async function runServer(
  plan: PostmasterPlan,
  { credentials, version, log, meanwhile }: ServerOptions,
): Promise<{ postmaster: Postmaster; adopted: boolean }> {
  const running = await adoptOrEnd(plan, credentials, version, log);
  const starting = running ?? startPostmaster(plan);
  meanwhile?.();
  const postmaster = await starting;
  try {
    await prepareDatabase(plan.socketDir, credentials);
  } catch (error) {
    await stopPostmaster(postmaster.pid, plan.clusterName);
    throw error;
  }
  return { postmaster, adopted: running !== undefined };
}

/** Two supervisors on one database would fight over it, even from two data directories that point to it. */
export async function lockHome(home: string): Promise<DataDirLock> {
  const holder = await lockDirectory(home);
  if ('release' in holder) return addClaim(holder, home);
  throw new EmbeddedPostgresError(
    `The database in ${home} is in use by another process${holder.pid === undefined ? '' : ` (pid ${holder.pid})`}. Stop that one first, or set DATA_DIR to another directory.`,
  );
}

async function addClaim(lock: DataDirLock, home: string): Promise<DataDirLock> {
  try {
    const claim = await claimFolder(home);
    return {
      async release() {
        await claim.release();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** A server whose passwords are lost cannot be adopted, and they can only be reset while none runs. */
async function endUnusable(home: string): Promise<void> {
  if ((await readCredentials(home)) !== undefined) return;
  const clusterName = await readClusterName(join(home, 'data')).catch(() => undefined);
  if (clusterName !== undefined) await endProcesses(clusterName, 0);
}

/**
 * Adopts a server that an earlier service left running, if it serves this data with this version and these
 * settings (`version` undefined: they changed); otherwise makes sure that nothing of it remains.
 */
async function adoptOrEnd(
  plan: PostmasterPlan,
  credentials: Credentials,
  version: string | undefined,
  log: EmbeddedPostgresLog,
): Promise<Postmaster | undefined> {
  const found = await awaitSettledPostmaster(plan);
  if (found?.status === 'ready' && version !== undefined && found.socketDir === plan.socketDir) {
    const served = await readServer(plan.socketDir, credentials).catch(() => undefined);
    if (served?.dataDirectory === plan.dataPath && served.version === version) {
      return watchPostmaster(found.pid, plan.clusterName);
    }
  }
  if (found !== undefined) {
    log.info(`ending PostgreSQL (pid ${found.pid}), which an earlier start left running`);
    await stopPostmaster(found.pid, plan.clusterName);
  }
  await endProcesses(plan.clusterName);
  await removeStaleLocks(plan);
  return undefined;
}
