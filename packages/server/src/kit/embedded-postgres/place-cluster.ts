import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorText } from '../error-text.ts';
import { type Account, runProgram } from '../processes/index.ts';
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts';
import { endProcesses, readClusterName } from './leftover-processes.ts';
import { findPostgresAccount, readUserName } from './postgres-account.ts';
import type { EmbeddedPostgresLog } from './postgres-log.ts';

/** Where a database is stored and which account runs it. */
export interface ClusterPlace {
  /** The database's folder: data/, credentials.json, possibly the socket and a copy of the binaries. */
  home: string;
  account: Account | undefined;
  /** Other folders that may hold a copy of the binaries. */
  copyRoots: string[];
}

/** The file in DATA_DIR that names the database's folder when it is elsewhere. */
export const pointerFileName = 'postgres-location.json';

const systemRoot = '/var/lib/trivium';

/**
 * Finds or creates the database's folder: `<dataDir>/postgres`, or, when root starts the service and
 * PostgreSQL's account cannot reach that, a folder below /var/lib/trivium with a pointer file in `dataDir`.
 */
export async function placeCluster(dataDir: string, log: EmbeddedPostgresLog): Promise<ClusterPlace> {
  const home = await readHome(dataDir);
  const existing = (await isDirectory(join(home, 'data'))) ? join(home, 'data') : undefined;
  const account = await findPostgresAccount(existing);
  const copyRoots = account === undefined ? [home] : [systemRoot, home];

  if (account === undefined) {
    await claimHome(home, dataDir);
    return { home, account, copyRoots };
  }
  await makeWritable(home, dataDir);
  await takeOwnership(home, account);
  const usable = (await canUse(home, account)) || (await letPass(dataDir, home, account));
  if (usable) return { home, account, copyRoots };
  const moved = await copyWithinReach(home, account, log);
  try {
    await writeFile(
      join(moved, 'README'),
      `The database of the data directory ${dataDir}, which names this folder in ${pointerFileName}.\n`,
    );
    await writePointer(dataDir, moved);
  } catch (error) {
    // Without its pointer, nobody would find the copy again.
    await rm(moved, { recursive: true, force: true });
    throw error;
  }
  await rm(home, { recursive: true, force: true });
  return { home: moved, account, copyRoots: [systemRoot, moved] };
}

/** The database's folder, whether or not it exists. */
export async function readHome(dataDir: string): Promise<string> {
  return (await readPointer(dataDir)) ?? join(dataDir, 'postgres');
}

async function readPointer(dataDir: string): Promise<string | undefined> {
  const file = join(dataDir, pointerFileName);
  const text = await readFile(file, 'utf8').catch((error) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    // Starting an empty database instead of the one it names would look like total data loss.
    throw new EmbeddedPostgresError(
      `${file} cannot be read (${errorText(error)}). Start as the user who made it, or restore it.`,
      error,
    );
  });
  if (text === undefined) return undefined;
  const home = parseHome(text);
  if (home === undefined) {
    throw new EmbeddedPostgresError(
      `${file} does not name a folder. Restore it, or delete it to begin with an empty database.`,
    );
  }
  if (!(await isDirectory(home))) {
    throw new EmbeddedPostgresError(
      `The database of ${dataDir} was kept in ${home}, which this user cannot find. ` +
        `Restore that folder or start as the user who made it; or delete ${file} to begin with an empty database.`,
    );
  }
  return home;
}

function parseHome(text: string): string | undefined {
  try {
    const { home } = JSON.parse(text);
    return typeof home === 'string' && home.startsWith('/') ? home : undefined;
  } catch {
    return undefined;
  }
}

async function writePointer(dataDir: string, home: string): Promise<void> {
  const file = join(dataDir, pointerFileName);
  const note = 'PostgreSQL runs as an account that cannot reach this directory; its database lies in "home".';
  await writeFile(`${file}.new`, `${JSON.stringify({ home, note }, null, 2)}\n`, { flush: true });
  await rename(`${file}.new`, file);
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Creates the folder as an ordinary user; refuses data created by another user. */
async function claimHome(home: string, dataDir: string): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 }).catch((error) => {
    throw new EmbeddedPostgresError(
      `The data directory ${dataDir} is not writable (${errorText(error)}). Set DATA_DIR to a directory that this user may write to.`,
      error,
    );
  });
  const { uid } = await stat(home);
  if (process.getuid !== undefined && uid !== process.getuid()) {
    const owner = (await readUserName(uid)) ?? `uid ${uid}`;
    throw new EmbeddedPostgresError(
      `The database in ${home} belongs to ${owner}, because the service was first started by root or by another user. ` +
        'Start it as that user (or as root) again, or set DATA_DIR to another directory.',
    );
  }
}

/**
 * Creates the folder as root, who is never denied: where root cannot write, the disk is full, broken or
 * read-only, and moving the database elsewhere would only hide that.
 */
async function makeWritable(home: string, dataDir: string): Promise<void> {
  const probe = join(home, `.probe-${randomBytes(4).toString('hex')}`);
  try {
    await mkdir(home, { recursive: true, mode: 0o700 });
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    // A network file system may refuse root but accept the account.
    if (systemErrorCode(error) === 'EACCES') return;
    throw new EmbeddedPostgresError(
      `The data directory ${dataDir} cannot be written to (${errorText(error)}). Make room on its disk or mount it for writing, or set DATA_DIR to another directory.`,
      error,
    );
  }
}

/** Data restored or copied by root belongs to root, but PostgreSQL insists on owning its files. */
async function takeOwnership(path: string, account: Account): Promise<void> {
  if ((await stat(path)).uid !== account.uid) await chown(path, account.uid, account.gid);
  const data = join(path, 'data');
  if (!(await isDirectory(data)) || (await stat(data)).uid === account.uid) return;
  await handOverFolder(data, account);
}

/** Gives a folder and its contents to the account, the folder itself last. */
export async function handOverFolder(folder: string, account: Account): Promise<void> {
  const entries = await readdir(folder, { recursive: true });
  for (const entry of entries) await chown(join(folder, entry), account.uid, account.gid);
  await chown(folder, account.uid, account.gid);
}

/**
 * Lets only the account traverse a data directory that belongs to root, if that alone is enough. The
 * directories above it are not ours to open.
 */
async function letPass(dataDir: string, home: string, account: Account): Promise<boolean> {
  const { uid, gid, mode } = await stat(dataDir);
  if (home !== join(dataDir, 'postgres') || uid !== 0 || gid !== 0 || (mode & 0o077) !== 0) return false;
  await chown(dataDir, 0, account.gid);
  await chmod(dataDir, (mode & 0o7700) | 0o010);
  if (await canUse(home, account)) return true;
  await chown(dataDir, 0, gid);
  await chmod(dataDir, mode & 0o7777);
  return false;
}

/** Whether the account can really enter and write there, tested as that account. */
async function canUse(folder: string, account: Account): Promise<boolean> {
  const probe = join(folder, `.probe-${randomBytes(4).toString('hex')}`);
  const result = await runProgram('/bin/sh', ['-c', ': > "$1" && rm "$1"', 'sh', probe], { account });
  if (result.startError !== undefined) {
    throw new EmbeddedPostgresError(
      `Root may not run a program as ${account.name} here (${errorText(result.startError)}), and PostgreSQL refuses to run as root. ` +
        'Start the service as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
      result.startError,
    );
  }
  return result.code === 0;
}

/** Copies the folder (empty at a first start) to where the account can reach it; returns its new path. */
async function copyWithinReach(home: string, account: Account, log: EmbeddedPostgresLog): Promise<string> {
  for (const root of [systemRoot, '/var/tmp', tmpdir()]) {
    const target = await makeHomeBelow(root, account).catch(() => undefined);
    if (target === undefined) continue;
    if (!(await canUse(target, account))) {
      await rm(target, { recursive: true, force: true });
      continue;
    }
    await copyContents(home, target, account);
    log.info(`the account ${account.name} cannot reach ${home}: the database lies in ${target}`);
    if (root !== systemRoot) {
      log.warn(
        `the database lies below ${root}, which the system may clean up: set DATA_DIR to a directory that ${account.name} can reach, or set DATABASE_URL`,
      );
    }
    return target;
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL runs as ${account.name}, who cannot reach ${home}, ${systemRoot}, /var/tmp or ${tmpdir()}. ` +
      'Set DATA_DIR to a directory that this account can reach, or set DATABASE_URL.',
  );
}

/** Creates a folder owned by the account. Its name is random, so nobody can plant one in a shared folder. */
async function makeHomeBelow(root: string, account: Account): Promise<string> {
  if (root === systemRoot && (await mkdir(root, { recursive: true, mode: 0o711 })) !== undefined) {
    await chmod(root, 0o711);
  }
  const home = await mkdtemp(join(root, root === systemRoot ? 'database-' : 'trivium-database-'));
  await chown(home, account.uid, account.gid);
  return home;
}

async function copyContents(from: string, to: string, account: Account): Promise<void> {
  const data = join(from, 'data');
  // A server that still runs there (the directory was moved below it) must not write during the copy.
  if (await isDirectory(data)) await endProcesses(await readClusterName(data));
  for (const entry of await readdir(from)) {
    await cp(join(from, entry), join(to, entry), {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
    });
  }
  await takeOwnership(to, account);
}
