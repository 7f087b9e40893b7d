import { createHash } from 'node:crypto';
import { readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { errorText } from '../error-text.ts';
import { makeFolder } from '../make-folder.ts';
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts';
import { isHalfRestored } from './half-restored.ts';

export interface DataDirLock {
  release(): Promise<void>;
}

/**
 * Makes this process the only service on `dataDir` (created if missing) until `release()` or the end of the
 * process, however it ends. Throws `EmbeddedPostgresError` naming the directory and, if known, the pid of the
 * holder; also throws for a directory that a restore left half-filled.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const lock = await lockToRestore(dataDir);
  if (!(await isHalfRestored(dataDir))) return lock;
  await lock.release();
  throw new EmbeddedPostgresError(
    `A restore into the data directory ${dataDir} was broken off, so it holds a part only. Run the restore again, or set DATA_DIR to another directory.`,
  );
}

/** The same for a restore, which may start over where an earlier one was interrupted. */
export async function lockToRestore(dataDir: string): Promise<DataDirLock> {
  await ensureDataDir(dataDir);
  const path = await realpath(dataDir);
  const holder = await lockDirectory(path);
  if ('release' in holder) return holder;
  const who = holder.pid === undefined ? 'Another process' : `Another process (pid ${holder.pid})`;
  throw new EmbeddedPostgresError(
    `${who} already runs on the data directory ${path}. Stop it first, or set DATA_DIR to another directory.`,
  );
}

/** Creates the data directory, accessible only to its owner. */
export async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir, 0o700);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The data directory ${dataDir} cannot be created (${errorText(error)}). Set DATA_DIR to a directory that this user may write to.`,
      error,
    );
  }
}

/** Pid of the service running on a data directory; undefined when there is none or it does not say. */
export async function findDataDirHolder(dataDir: string): Promise<number | undefined> {
  const path = await realpath(dataDir).catch(() => undefined);
  if (path === undefined) return undefined;
  if (process.platform !== 'linux') {
    const pid = Number(await readFile(join(path, 'service.pid'), 'utf8').catch(() => ''));
    return pid > 0 && isRunning(pid) ? pid : undefined;
  }
  const holder = await askHolder(await lockName(path));
  return holder === 'gone' ? undefined : holder;
}

/** Whether a process holds the lock of a directory, even one too busy to answer. */
export async function isDirectoryLocked(path: string): Promise<boolean> {
  if (process.platform !== 'linux') return (await findDataDirHolder(path)) !== undefined;
  return (await askHolder(await lockName(path))) !== 'gone';
}

/** Takes the lock of a directory, or returns its holder. */
export async function lockDirectory(path: string): Promise<DataDirLock | { pid: number | undefined }> {
  return process.platform === 'linux' ? lockBySocket(path) : lockByPidFile(path);
}

/**
 * Locks with an abstract Unix socket: it vanishes with its process, so no stale lock can remain. Named by
 * device and inode, so that every path to the same directory means the same lock.
 */
async function lockBySocket(path: string): Promise<DataDirLock | { pid: number | undefined }> {
  const name = await lockName(path);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end(String(process.pid));
  });
  for (;;) {
    try {
      await listen(server, name);
      server.unref();
      return { release: () => new Promise((resolve) => server.close(() => resolve())) };
    } catch (error) {
      if (systemErrorCode(error) !== 'EADDRINUSE') throw error;
    }
    const holder = await askHolder(name);
    if (holder !== 'gone') return { pid: holder };
  }
}

async function lockName(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true });
  return `\0trivium-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32)}`;
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ path }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/**
 * The pid that the lock's holder reports; `gone` when nobody listens any more; undefined when it does not
 * answer.
 */
function askHolder(path: string): Promise<number | undefined | 'gone'> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect({ path });
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', (error) => {
      if (systemErrorCode(error) === 'ECONNREFUSED') resolve('gone');
    });
    socket.on('close', () => resolve(/^\d+$/.test(text) ? Number(text) : undefined));
  });
}

/** Where abstract sockets do not exist (macOS): a file with our pid, valid while that process lives. */
async function lockByPidFile(path: string): Promise<DataDirLock | { pid: number | undefined }> {
  const file = join(path, 'service.pid');
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx', mode: 0o644 });
      return { release: () => rm(file, { force: true }) };
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') throw error;
    }
    const pid = Number(await readFile(file, 'utf8').catch(() => ''));
    if (pid > 0 && pid !== process.pid && isRunning(pid)) return { pid };
    await rm(file, { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}
