import { readFile, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '../processes/index.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { DataDirLock } from './lock-data-dir.ts';

interface Claim {
  host: string;
  pid: number;
  /** Identifies the scope within which processes see each other's locks. */
  scope: string;
}

const claimName = 'in-use.json';
const HEARTBEAT_MS = 2_000;

/**
 * Claims a folder against services that the socket lock cannot see: on other machines or in other containers
 * that mount the same volume, where PostgreSQL's own lock file does not protect either. The claim is a file
 * whose mtime is refreshed; a claim of another scope is respected if it is refreshed within `watchMs`.
 */
export async function claimFolder(folder: string, watchMs = 5_000): Promise<DataDirLock> {
  const file = join(folder, claimName);
  const own: Claim = { host: hostname(), pid: process.pid, scope: await readScope() };
  const found = await findClaimFromElsewhere(folder, watchMs);
  if (found !== undefined) {
    throw new EmbeddedPostgresError(
      `The database in ${folder} is in use from another machine or container (${found.host}, pid ${found.pid} there). ` +
        'Stop that service first, or set DATA_DIR to another directory.',
    );
  }
  // Removed first: a file left by another user's killed service cannot be overwritten.
  await rm(file, { force: true });
  await writeFile(file, `${JSON.stringify(own)}\n`, { mode: 0o600 });
  const timer = setInterval(() => void touch(file), HEARTBEAT_MS).unref();
  return {
    async release() {
      clearInterval(timer);
      await rm(file, { force: true });
    },
  };
}

/** The claim on the folder from where this process sees no locks; undefined when there is none. */
export async function findClaimFromElsewhere(folder: string, watchMs = 5_000): Promise<Claim | undefined> {
  const file = join(folder, claimName);
  const found = await readClaim(file);
  if (found === undefined || found.scope === (await readScope())) return undefined;
  return (await isKeptFresh(file, watchMs)) ? found : undefined;
}

/** Abstract sockets are visible within one network namespace of one boot of one machine. */
async function readScope(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => hostname());
  const network = await readlink('/proc/self/ns/net').catch(() => '');
  return `${boot.trim()} ${network}`;
}

async function readClaim(file: string): Promise<Claim | undefined> {
  try {
    const { host, pid, scope } = JSON.parse(await readFile(file, 'utf8'));
    return { host: String(host), pid: Number(pid), scope: String(scope) };
  } catch {
    return undefined;
  }
}

async function isKeptFresh(file: string, watchMs: number): Promise<boolean> {
  const readTime = () =>
    stat(file).then(
      (found) => found.mtimeMs,
      () => 0,
    );
  const before = await readTime();
  return waitUntil(async () => (await readTime()) > before, watchMs, 100);
}

async function touch(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch(() => {});
}
