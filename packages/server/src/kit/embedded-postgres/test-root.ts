import { readdir, readFile, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's in-memory file system. */
const memory = '/dev/shm';
/**
 * Space that must be free there, besides that for binaries: several services write their logs of up to a
 * gigabyte at once.
 */
const NEEDED_BYTES = 8 * 2 ** 30;

/**
 * Where a test run stores its databases: in memory if the machine has plenty, else among the temporary files.
 * A database is a thousand files: copying them on a disk's file system costs ten times the CPU, and no test
 * crashes the machine, the only event where the two differ.
 */
export async function chooseTestRoot(): Promise<string> {
  const isMemory = process.availableMemory() >= NEEDED_BYTES && (await isRoomy(memory).catch(() => false));
  return isMemory ? memory : tmpdir();
}

/**
 * Containers often have only 64 MB there or mount it noexec, and a database may need a copy of the binaries.
 */
async function isRoomy(folder: string): Promise<boolean> {
  const mounts = (await readFile('/proc/mounts', 'utf8')).split('\n').map((line) => line.split(' '));
  const [, , type = '', options = ''] = mounts.findLast(([, place]) => place === folder) ?? [];
  if (type !== 'tmpfs' || options.split(',').some((option) => option === 'noexec' || option === 'ro')) {
    return false;
  }
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= NEEDED_BYTES;
}

/** Folders below either root made by this or other runs, by name prefix. */
export async function findTestFolders(prefix: string): Promise<string[]> {
  const roots = [...new Set([tmpdir(), memory])];
  const found = await Promise.all(
    roots.map(async (root) => {
      const names = await readdir(root).catch((): string[] => []);
      return names.filter((name) => name.startsWith(prefix)).map((name) => join(root, name));
    }),
  );
  return found.flat();
}
