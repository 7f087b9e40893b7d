import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../kit/errors/index.ts';
import type { BlobDriver } from './blob-driver.ts';

/** Files below a directory, two levels deep, so that no folder holds too many. */
export function createFileDriver(directory: string): BlobDriver {
  const pathOf = (key: string) => join(directory, key.slice(0, 2), key.slice(2, 4), key);
  const partialOf = (key: string) => `${pathOf(key)}.partial`;
  const remove = async (key: string) => {
    await rm(pathOf(key), { force: true });
    // Left by a process that was killed while writing.
    await rm(partialOf(key), { force: true });
  };
  return {
    async write(key, source, onWritten) {
      const path = pathOf(key);
      const partial = partialOf(key);
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        const file = await open(partial, 'wx', 0o600);
        await pipeline(source, file.createWriteStream());
        // It gets its name before it is durable: nobody is given the key for good until both are done.
        await rename(partial, path);
        onWritten?.();
        await sync(path, 'r+');
        await sync(dirname(path), 'r');
      } catch (error) {
        source.destroy();
        await remove(key).catch(() => {});
        throw toUnavailable(error);
      }
    },
    async read(key, range) {
      return openedStream(createReadStream(pathOf(key), range)).catch((error: unknown) => {
        throw toUnavailable(error);
      });
    },
    async localFile(key) {
      return { path: pathOf(key), release: async () => {} };
    },
    remove,
  };
}

/** Disk errors by system code; none of them is the caller's fault. */
const REFUSALS: Record<string, string> = {
  ENOSPC: 'it has no room left, or no place for another file',
  EDQUOT: 'its quota is used up',
  EROFS: 'it can only be read from',
  EACCES: 'the service has no right to it',
  EPERM: 'the service has no right to it',
  ENOTDIR: 'its folder is a file',
  EEXIST: 'its folder is a file',
  EIO: 'its disk has faults',
};

function toUnavailable(error: unknown): unknown {
  const why = REFUSALS[(error as { code?: string }).code ?? ''];
  if (why === undefined) return error;
  return new AppError('unavailable', {
    message: `The store of files cannot be used just now: ${why}. Try again in a moment, with an Idempotency-Key.`,
    headers: { 'retry-after': '5' },
    cause: error,
  });
}

async function sync(path: string, flags: string): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function openedStream(stream: ReturnType<typeof createReadStream>): Promise<Readable> {
  return new Promise((resolve, reject) => {
    stream.once('open', () => resolve(stream.off('error', reject)));
    stream.once('error', reject);
  });
}
