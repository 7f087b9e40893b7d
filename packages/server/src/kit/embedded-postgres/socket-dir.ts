import { chown, lstat, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Account } from '../processes/index.ts';

/** The kernel's limit for a socket path, less the closing NUL: 108 bytes on Linux, 104 elsewhere. */
const maxPathBytes = process.platform === 'linux' ? 107 : 103;
const socketFile = '/.s.PGSQL.5432';
const temporaryPrefix = 'trivium-socket-';

/**
 * The socket's folder: that of the `former` start if it is still ours, else the database's own, else a
 * private temporary one if that path is too long.
 */
export async function chooseSocketDir(
  home: string,
  former: string | undefined,
  account: Account | undefined,
): Promise<string> {
  if (former !== undefined && (former === home || (await isOurs(former, account)))) return former;
  if (fits(home)) return home;
  const root = [tmpdir(), '/tmp'].find((path) => fits(join(path, `${temporaryPrefix}XXXXXX`))) ?? '/tmp';
  const folder = await mkdtemp(join(root, temporaryPrefix));
  if (account !== undefined) await chown(folder, account.uid, account.gid);
  return folder;
}

/** Others can plant temporary folders: only one that nobody else can enter counts. */
async function isOurs(folder: string, account: Account | undefined): Promise<boolean> {
  if (!basename(folder).startsWith(temporaryPrefix)) return false;
  const found = await lstat(folder).catch(() => undefined);
  const uid = account?.uid ?? process.getuid?.();
  return found?.isDirectory() === true && found.uid === uid && (found.mode & 0o077) === 0;
}

function fits(folder: string): boolean {
  return Buffer.byteLength(folder) + socketFile.length <= maxPathBytes;
}

/** Recreates the folder if a temporary-file cleaner has removed it. */
export async function restoreSocketDir(folder: string, account: Account | undefined): Promise<void> {
  if ((await mkdir(folder, { recursive: true, mode: 0o700 })) === undefined) return;
  if (account !== undefined) await chown(folder, account.uid, account.gid);
}

/** Removes a temporary socket folder; leaves the database's own alone. */
export async function removeSocketDir(folder: string, home: string): Promise<void> {
  if (folder === home || !basename(folder).startsWith(temporaryPrefix)) return;
  await rm(folder, { recursive: true, force: true });
}
