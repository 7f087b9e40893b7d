import { lstat, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText } from '../error-text.ts';
import { findClaimFromElsewhere } from './claim-folder.ts';
import { ownerRole } from './create-cluster.ts';
import { endProcesses, readClusterName } from './leftover-processes.ts';
import { lockDirectory } from './lock-data-dir.ts';
import { type PostgresConnection, withClient } from './prepare-database.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';
import { chooseTestRoot, findTestFolders } from './test-root.ts';

/**
 * What the tests of one run need to know about their PostgreSQL; plain data, so that it can be passed to
 * workers.
 */
export interface TestPostgres {
  /** The superuser, who creates and drops databases. */
  superuser: PostgresConnection;
  /** The superuser of the other machines that hold each database, in a Citus cluster. */
  machines?: PostgresConnection[];
  /** The role that owns every test database. */
  owner: PostgresConnection;
  /** The service's role, which owns nothing in them. */
  service: PostgresConnection;
  /** The database that new ones are copied from. */
  template: string;
  /** Why preparing the template failed; tests that need a database fail with this. */
  templateError: string | undefined;
}

export interface TestCluster {
  postgres: TestPostgres;
  /** Its folder; other files of the run may go there too and are removed with it. */
  folder: string;
  stop(): Promise<void>;
}

/** Migrates the template as its owner, for this service role. */
export type PrepareTemplate = (owner: PostgresConnection, serviceRole: string) => Promise<void>;

const folderPrefix = 'trivium-test-';
const template = 'trivium_template';

/** Only here, where a crash costs nothing, may durability be traded for speed. */
const throwAwaySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '128MB',
  // The folder may be in memory (/dev/shm), so keep the log small.
  max_wal_size: '512MB',
  autovacuum_naptime: '1min',
};

/**
 * Starts a PostgreSQL in a throwaway folder and prepares the template database with `prepareTemplate`
 * (migrations). `stop()` ends and removes all of it.
 */
export async function startTestCluster(prepareTemplate?: PrepareTemplate): Promise<TestCluster> {
  await removeAbandonedClusters();
  const folder = await mkdtemp(join(await chooseTestRoot(), folderPrefix));
  const holder = await lockDirectory(folder);
  if (!('release' in holder)) throw new Error(`${folder} was just made and is locked already`);
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    const log = { info: () => {}, warn: writeError, error: writeError };
    const server = await startEmbeddedPostgres({ dataDir: folder, log, settings: throwAwaySettings });
    const stop = async () => {
      await server.stop();
      await remove();
      await holder.release();
    };
    try {
      const { superuser, owner, connection: service } = server;
      const templateError = await makeTemplate({ superuser, owner, service }, prepareTemplate);
      return { postgres: { superuser, owner, service, template, templateError }, folder, stop };
    } catch (error) {
      await stop();
      throw error;
    }
  } catch (error) {
    await remove();
    throw error;
  }
}

function writeError(message: string): void {
  process.stderr.write(`${message}\n`);
}

async function makeTemplate(
  { superuser, owner, service }: Pick<TestPostgres, 'superuser' | 'owner' | 'service'>,
  prepareTemplate: PrepareTemplate | undefined,
): Promise<string | undefined> {
  await withClient(superuser, (client) => client.query(`CREATE DATABASE ${template} OWNER ${ownerRole}`));
  try {
    await prepareTemplate?.({ ...owner, database: template }, service.user);
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}

/** Ends and removes clusters left by killed runs: their locks died with them. */
async function removeAbandonedClusters(): Promise<void> {
  for (const folder of await findTestFolders(folderPrefix)) {
    const found = await lstat(folder).catch(() => undefined);
    // A run that is just starting has created its folder but perhaps not locked it yet.
    const isOld = found !== undefined && Date.now() - found.ctimeMs > 30_000;
    if (!found?.isDirectory() || !isOld || found.uid !== process.getuid?.()) continue;
    const lock = await lockDirectory(folder);
    if (!('release' in lock)) continue;
    const home = join(folder, 'postgres');
    // Belongs to a run in another network namespace, whose locks are not visible here.
    if ((await findClaimFromElsewhere(home)) !== undefined) {
      await lock.release();
      continue;
    }
    const clusterName = await readClusterName(join(home, 'data')).catch(() => undefined);
    if (clusterName !== undefined) await endProcesses(clusterName, 0);
    await rm(folder, { recursive: true, force: true });
    await lock.release();
  }
}
