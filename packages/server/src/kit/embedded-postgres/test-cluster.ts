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

/** What the tests of one run need to know of their PostgreSQL; plain data, so that workers can be told. */
export interface TestPostgres {
  /** The superuser, who makes and drops databases. */
  superuser: PostgresConnection;
  /** The superuser of further machines that each database is on too: of a cluster of Citus. */
  machines?: PostgresConnection[];
  /** The role that owns every test database. */
  owner: PostgresConnection;
  /** The service's role, which owns nothing in them. */
  service: PostgresConnection;
  /** The database that new ones are copied from. */
  template: string;
  /** Why the template could not be prepared; tests that need a database fail with this. */
  templateError: string | undefined;
}

export interface TestCluster {
  postgres: TestPostgres;
  /** Where it lies; what else the run needs may lie there too, and is removed with it. */
  folder: string;
  stop(): Promise<void>;
}

/** Migrates the template as its owner, for a service of this role. */
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
  // It may lie in memory.
  max_wal_size: '512MB',
  autovacuum_naptime: '1min',
};

/**
 * Starts a PostgreSQL of its own in a folder that is thrown away and prepares the template database with
 * `prepareTemplate` (migrations). `stop()` ends and removes all of it.
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

/** Ends and removes what earlier runs left that were killed: their locks died with them. */
async function removeAbandonedClusters(): Promise<void> {
  for (const folder of await findTestFolders(folderPrefix)) {
    const found = await lstat(folder).catch(() => undefined);
    // A run that starts at this moment has made its folder but perhaps not locked it yet.
    const isOld = found !== undefined && Date.now() - found.ctimeMs > 30_000;
    if (!found?.isDirectory() || !isOld || found.uid !== process.getuid?.()) continue;
    const lock = await lockDirectory(folder);
    if (!('release' in lock)) continue;
    const home = join(folder, 'postgres');
    // Of a run in a network of its own, whose locks are not seen here.
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
