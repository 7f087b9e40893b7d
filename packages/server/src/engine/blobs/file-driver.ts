import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BlobDriver } from './blob-driver.ts';

/** Files below a directory, two levels deep, so that none holds too many. */
export function createFileDriver(directory: string): BlobDriver {
  const pathOf = (key: string) => join(directory, key.slice(0, 2), key.slice(2, 4), key);
  const partialOf = (key: string) => `${pathOf(key)}.partial`;
  return {
    async write(key, source) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const partial = partialOf(key);
      try {
        const file = await open(partial, 'wx', 0o600);
        // `flush` syncs before the file is closed, so that the name never stands for less than all bytes.
        await pipeline(source, file.createWriteStream({ flush: true }));
        await rename(partial, path);
        await syncDirectory(dirname(path));
      } catch (error) {
        source.destroy();
        await rm(partial, { force: true });
        throw error;
      }
    },
    async read(key, range) {
      return openedStream(createReadStream(pathOf(key), range));
    },
    async localFile(key) {
      return { path: pathOf(key), release: async () => {} };
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
      // A process that was killed while it wrote leaves no more than this.
      await rm(partialOf(key), { force: true });
    },
  };
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function openedStream(stream: ReturnType<typeof createReadStream>): Promise<Readable> {
  return new Promise((resolve, reject) => {
    stream.once('open', () => resolve(stream.off('error', reject)));
    stream.once('error', reject);
  });
}
