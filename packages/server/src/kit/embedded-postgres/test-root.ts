import { readdir, readFile, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of Linux: files that are in memory alone. */
const memory = '/dev/shm';
/** What must be free there, and for programs: several services write their logs of up to a gigabyte at once. */
const NEEDED_BYTES = 8 * 2 ** 30;

/**
 * Where the databases of a test run lie: in memory where the machine has plenty, otherwise among the temporary files. A
 * database is a thousand files: to copy them on a disk's file system costs a core ten times as much, and no test ends the
 * machine, which alone could tell the two apart.
 */
export async function chooseTestRoot(): Promise<string> {
  const isMemory = process.availableMemory() >= NEEDED_BYTES && (await isRoomy(memory).catch(() => false));
  return isMemory ? memory : tmpdir();
}

/** Containers often have 64 MB there, or run no programs from there, of which a database may hold copies. */
async function isRoomy(folder: string): Promise<boolean> {
  const mounts = (await readFile('/proc/mounts', 'utf8')).split('\n').map((line) => line.split(' '));
  const [, , type = '', options = ''] = mounts.findLast(([, place]) => place === folder) ?? [];
  if (type !== 'tmpfs' || options.split(',').some((option) => option === 'noexec' || option === 'ro')) {
    return false;
  }
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= NEEDED_BYTES;
}

/** What this run and others have made below either, by how its name begins. */
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
