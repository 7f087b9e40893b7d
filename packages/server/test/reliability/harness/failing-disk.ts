import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BYTES = 1_024 * 1_048_576;

/** A disk that can be made to fail below those who write to it. */
export interface FailingDisk {
  folder: string;
  /** Takes to reading alone, as ext4 does after a fault of the disk. */
  fail(): Promise<void>;
  /** Checks it and mounts it anew. Nobody may have a file of it open. */
  repair(): Promise<void>;
  remove(): Promise<void>;
}

/** An ext4 in a file; undefined where none can be mounted, which takes root, Linux and its tools. */
export async function makeFailingDisk(): Promise<FailingDisk | undefined> {
  const home = await mkdtemp(join(tmpdir(), 'trivium-disk-'));
  const [image, folder] = [join(home, 'image'), join(home, 'disk')];
  const mount = () => run('mount', ['-o', 'loop,errors=remount-ro', image, folder]);
  const unmount = () => run('umount', [folder]);
  const remove = () => rm(home, { recursive: true, force: true });
  try {
    // The database runs as another account, which has to reach its files in here.
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
      // 1: it found something, and corrected it.
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
