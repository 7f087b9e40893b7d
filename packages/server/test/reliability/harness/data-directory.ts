import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEmbeddedPostgres } from '../../../src/kit/embedded-postgres/index.ts';
import {
  endProcesses,
  readClusterName,
  showsClusterName,
} from '../../../src/kit/embedded-postgres/leftover-processes.ts';
import { type DataDirLock, lockDirectory } from '../../../src/kit/embedded-postgres/lock-data-dir.ts';
import { copyDatabase } from '../../../src/kit/embedded-postgres/test-data-dir.ts';
import { findTestFolders } from '../../../src/kit/embedded-postgres/test-root.ts';
import { findProcesses, sendSignal } from '../../../src/kit/processes/index.ts';
import { findSeed } from './seed.ts';

const folderPrefix = 'trivium-reliability-';
/** A run that is just starting may have made its folder without having locked it yet. */
const ABANDONED_AFTER_MS = 30_000;

/** A temporary data directory, with access to the PostgreSQL in it. */
export class DataDirectory {
  readonly path: string;
  readonly #folder: string;
  readonly #lock: DataDirLock;

  private constructor(folder: string, lock: DataDirLock) {
    this.#folder = folder;
    this.#lock = lock;
    this.path = join(folder, 'data');
  }

  /** Also removes the folders of killed runs, whose locks have ended with them. */
  static async make(): Promise<DataDirectory> {
    await removeAbandoned();
    const folder = await mkdtemp(join(process.env.TRIVIUM_TEST_ROOT ?? tmpdir(), folderPrefix));
    const lock = await lockDirectory(folder);
    if (!('release' in lock)) throw new Error(`${folder} was just created and is already locked`);
    const directory = new DataDirectory(folder, lock);
    await mkdir(directory.path);
    // If root starts it, PostgreSQL runs as another account, which must be able to enter.
    for (const path of [folder, directory.path]) await chmod(path, 0o711);
    return directory;
  }

  /** Copies a migrated, empty database into it, if the tests of the run share one. */
  async seed(): Promise<void> {
    const seed = await findSeed();
    if (seed !== undefined) await copyDatabase(seed, this.path);
  }

  /** A connection to its PostgreSQL as the owner of the tables; undefined while it does not run. */
  async connection() {
    return (await findEmbeddedPostgres(this.path))?.owner;
  }

  async postmasterPid(): Promise<number> {
    return Number.parseInt(await readFile(join(this.path, cluster, 'postmaster.pid'), 'utf8'), 10);
  }

  /** The pids of all processes of its PostgreSQL. */
  async postgresPids(): Promise<number[]> {
    const name = await readClusterName(join(this.path, cluster));
    return findProcesses((commandLine) => showsClusterName(commandLine, name));
  }

  async signalPostgres(signal: NodeJS.Signals): Promise<void> {
    for (const pid of await this.postgresPids()) sendSignal(pid, signal);
  }

  /** Stops what still runs in it and removes it. Stop the service first. */
  async remove(): Promise<void> {
    await removeFolder(this.#folder);
    await this.#lock.release();
  }
}

const cluster = 'postgres/data';

async function removeFolder(folder: string): Promise<void> {
  const name = await readClusterName(join(folder, 'data', cluster)).catch(() => undefined);
  if (name !== undefined) await endProcesses(name, 0);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function removeAbandoned(): Promise<void> {
  for (const folder of await findTestFolders(folderPrefix)) {
    const found = await lstat(folder).catch(() => undefined);
    if (!found?.isDirectory() || found.uid !== process.getuid?.()) continue;
    if (Date.now() - found.ctimeMs < ABANDONED_AFTER_MS) continue;
    // Another run may be removing it at this moment.
    const lock = await lockDirectory(folder).catch(() => undefined);
    if (lock === undefined || !('release' in lock)) continue;
    await removeFolder(folder);
    await lock.release();
  }
}

export function newEncryptionKey(): string {
  return randomBytes(32).toString('base64');
}
