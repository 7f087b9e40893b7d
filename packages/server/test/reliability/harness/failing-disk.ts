import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BYTES = 1_024 * 1_048_576;

/** A disk that can be made to fail while it is in use. */
export interface FailingDisk {
  folder: string;
  /** Makes it read-only, like ext4 after a disk error. */
  fail(): Promise<void>;
  /** Checks and mounts it again. No file on it may be open. */
  repair(): Promise<void>;
  remove(): Promise<void>;
}

/** An ext4 file system in a file; undefined if it cannot be mounted, which needs root, Linux and its tools. */
export async function makeFailingDisk(): Promise<FailingDisk | undefined> {
  const home = await mkdtemp(join(tmpdir(), 'trivium-disk-'));
  const [image, folder] = [join(home, 'image'), join(home, 'disk')];
  const mount = () => run('mount', ['-o', 'loop,errors=remount-ro', image, folder]);
  const unmount = () => run('umount', [folder]);
  const remove = () => rm(home, { recursive: true, force: true });
  try {
    // The database runs as another account, which must be able to reach its files here.
    await chmod(home, 0o711);
    await mkdir(folder);
    await writeFile(image, '');
    await truncate(image, BYTES);
    await run('mkfs.ext4', ['-q', '-F', image]);
    await mount();
  } catch {
    await remove();
    return undefined;
  }
  await chmod(folder, 0o711);
  return {
    folder,
    async fail() {
      await run('mount', ['-o', 'remount,abort', folder]);
    },
    async repair() {
      await unmount();
      // Exit code 1: it found and corrected errors.
      await run('e2fsck', ['-f', '-y', image]).catch((error: { code?: unknown }) => {
        if (error.code !== 1) throw error;
      });
      await mount();
    },
    async remove() {
      await unmount();
      await remove();
    },
  };
}
