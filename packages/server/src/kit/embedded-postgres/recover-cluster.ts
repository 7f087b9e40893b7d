import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { exists } from '../exists.ts';
import type { Account } from '../processes/index.ts';
import { chooseSettings, writeSettings } from './cluster-settings.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { endProcesses, readClusterName } from './leftover-processes.ts';
import { ensureDataDir } from './lock-data-dir.ts';
import { handOverFolder, placeCluster, readHome } from './place-cluster.ts';
import { prepareBinaries } from './postgres-binaries.ts';
import type { EmbeddedPostgresLog } from './postgres-log.ts';
import { type PostmasterPlan, removeStaleLocks, startPostmaster, stopPostmaster } from './postmaster.ts';
import { type FetchWal, makeWalSpool } from './serve-wal.ts';
import { chooseSocketDir, removeSocketDir } from './socket-dir.ts';
import { lockHome } from './start-embedded-postgres.ts';

export interface RecoveryOptions {
  /** Must not hold a database yet. */
  dataDir: string;
  log: EmbeddedPostgresLog;
  /** Major version that wrote the files. */
  major: string;
  /** Puts the files of a base backup into an empty folder. */
  unpack(folder: string): Promise<void>;
  /** PostgreSQL's backup label. */
  label: string;
  /** Restores what was committed by then and nothing later; by default everything in the log. */
  until: Date | undefined;
  /** Writes a log segment, or a timeline history, to a file. */
  fetchWal: FetchWal;
}

/** Maximum duration of a log replay. */
const RECOVERY_TIMEOUT_MS = 7 * 24 * 3_600_000;

/**
 * Creates the database of a data directory from a base backup and the log that follows it. It has a temporary
 * name until complete, so an interrupted recovery leaves no database. The next start sets new passwords.
 */
export async function recoverCluster(options: RecoveryOptions): Promise<void> {
  const dataDir = resolve(options.dataDir);
  await ensureDataDir(dataDir);
  const { home, account, copyRoots } = await placeCluster(await realpath(dataDir), options.log);
  const lock = await lockHome(home);
  try {
    if (await exists(join(home, 'data'))) {
      throw new EmbeddedPostgresError(
        `There is a database in ${dataDir} already. Restore into an empty directory: set DATA_DIR to another one, or move this one away.`,
      );
    }
    const binaries = await prepareBinaries(account, copyRoots);
    if (binaries.major !== options.major) {
      throw new EmbeddedPostgresError(
        `The backup was made by PostgreSQL ${options.major}, and this release brings ${binaries.version}. Restore it with the release that made it.`,
      );
    }
    const draft = join(home, 'data.restored');
    await removeFolder(draft);
    await mkdir(draft, { mode: 0o700 });
    await options.unpack(draft);
    await replay({ draft, home, account, postgres: binaries.postgres }, options);
    await rename(draft, join(home, 'data'));
  } finally {
    await lock.release();
  }
}

interface Draft {
  draft: string;
  home: string;
  account: Account | undefined;
  postgres: string;
}

/** Runs the server until it has replayed the log, then stops it. */
async function replay({ draft, home, account, postgres }: Draft, options: RecoveryOptions): Promise<void> {
  await writeFile(join(draft, 'backup_label'), options.label, { mode: 0o600 });
  await writeFile(join(draft, 'recovery.signal'), '', { mode: 0o600 });
  const spool = await makeWalSpool(home, account, options.fetchWal);
  const plan: PostmasterPlan = {
    postgres,
    dataPath: draft,
    socketDir: await chooseSocketDir(home, undefined, account),
    clusterName: await readClusterName(draft),
    account,
  };
  try {
    if (account !== undefined) await handOverFolder(draft, account);
    await runRecovery(plan, spool.command, options.until);
  } catch (error) {
    throw spool.failure() ?? error;
  } finally {
    await spool.close();
    await removeSocketDir(plan.socketDir, home);
  }
}

async function runRecovery(plan: PostmasterPlan, command: string, until: Date | undefined): Promise<void> {
  const settings = {
    ...(await chooseSettings()),
    // Nobody may see a half-restored database.
    hot_standby: 'off',
    restore_command: command,
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    // This setting does not accept the ISO 8601 form.
    ...(until && { recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00') }),
  };
  await writeSettings(plan.dataPath, settings, plan.account);
  try {
    const { pid } = await startPostmaster(plan, RECOVERY_TIMEOUT_MS);
    await stopPostmaster(pid, plan.clusterName, 60_000);
  } catch (error) {
    await endProcesses(plan.clusterName, 0);
    await removeStaleLocks(plan);
    const isEnd = /recovery ended before configured recovery target was reached/.test(String(error));
    if (until === undefined || !isEnd) throw error;
    // Nothing was committed between the end of the log and that time: the caller knows that the log reaches
    // this far.
    await runRecovery(plan, command, undefined);
  }
}

/** Removes the database of a data directory, running or not. */
export async function removeCluster(dataDir: string): Promise<void> {
  await removeFolder(join(await readHome(dataDir), 'data'));
}

/** Including what an interrupted earlier restore left. */
async function removeFolder(data: string): Promise<void> {
  if (!(await exists(data))) return;
  await endProcesses(await readClusterName(data), 0);
  await rm(data, { recursive: true, force: true });
}
