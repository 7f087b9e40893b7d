import { access, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readCredentials } from './credentials.ts';
import { readHome } from './place-cluster.ts';
import { readPidFile } from './postmaster.ts';
import {
  ownerConnection,
  type PostgresConnection,
  readServer,
  serviceConnection,
  superuserConnection,
} from './prepare-database.ts';

/**
 * Connections to a running embedded database: as the service, as the owner of its tables, and as superuser.
 */
export interface FoundPostgres {
  connection: PostgresConnection;
  owner: PostgresConnection;
  superuser: PostgresConnection;
  /** The database's folder. */
  home: string;
}

/**
 * Connections to the running embedded database of a data directory, for a command that runs beside the
 * service; undefined when it is not running. Read-only.
 */
export async function findEmbeddedPostgres(dataDir: string): Promise<FoundPostgres | undefined> {
  const path = await realpath(resolve(dataDir)).catch(() => undefined);
  if (path === undefined) return undefined;
  const home = await readHome(path);
  const [credentials, pidFile] = await Promise.all([readCredentials(home), readPidFile(join(home, 'data'))]);
  if (credentials === undefined || pidFile?.socketDir === undefined) return undefined;
  const served = await readServer(pidFile.socketDir, credentials).catch(() => undefined);
  if (served === undefined) return undefined;
  return {
    connection: serviceConnection(pidFile.socketDir, credentials),
    owner: ownerConnection(pidFile.socketDir, credentials),
    superuser: superuserConnection(pidFile.socketDir, credentials),
    home,
  };
}

/** Whether the data directory has an embedded database, running or not. Read-only. */
export async function hasEmbeddedPostgres(dataDir: string): Promise<boolean> {
  const path = await realpath(resolve(dataDir)).catch(() => undefined);
  if (path === undefined) return false;
  const version = join(await readHome(path), 'data', 'PG_VERSION');
  return access(version).then(
    () => true,
    // A folder that this user may not enter still exists.
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT' && error.code !== 'ENOTDIR',
  );
}
