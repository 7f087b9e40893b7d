import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../kit/errors/index.ts';
import type { BlobDriver, ByteRange } from './blob-driver.ts';

export interface S3Settings {
  bucket: string;
  region: string;
  /** Of a store that speaks S3 but is not Amazon's. */
  endpoint?: string | undefined;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
  /** Of the parts that a large file is sent in, of which S3 takes 10,000: 5 MB unless told. Four are in memory at once. */
  partBytes?: number;
}

export interface S3Driver extends BlobDriver {
  /** The keys that begin with this, in their order. */
  list(prefix: string): AsyncGenerator<string>;
}

/**
 * A bucket of S3 or of a store that speaks its protocol. The client is loaded only here, when it is used. Where the
 * store cannot be used, as when it is away or has no such bucket, everything rejects with `unavailable`.
 */
export async function createS3Driver(settings: S3Settings): Promise<S3Driver> {
  const [{ S3Client, GetObjectCommand, DeleteObjectCommand, paginateListObjectsV2 }, { Upload }] =
    await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  const { bucket: Bucket, region, endpoint, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
  });
  const read = async (Key: string, range?: ByteRange): Promise<Readable> => {
    const Range = range && `bytes=${range.start}-${range.end ?? ''}`;
    const asked = client.send(new GetObjectCommand({ Bucket, Key, ...(Range && { Range }) }));
    const { Body } = await asked.catch(tellAway);
    return Body as Readable;
  };
  return {
    async write(Key, source) {
      const upload = new Upload({
        client,
        params: { Bucket, Key, Body: source },
        ...(settings.partBytes !== undefined && { partSize: settings.partBytes }),
      });
      const abort = () => void upload.abort();
      source.once('error', abort);
      try {
        await upload.done().catch(tellAway);
      } finally {
        source.off('error', abort);
      }
      if (source.errored) throw source.errored;
    },
    read,
    async localFile(key) {
      const directory = await mkdtemp(join(tmpdir(), 'trivium-blob-'));
      const release = () => rm(directory, { recursive: true, force: true });
      try {
        const path = join(directory, key);
        await pipeline(await read(key), createWriteStream(path, { mode: 0o600 }));
        return { path, release };
      } catch (error) {
        await release();
        throw error;
      }
    },
    async *list(Prefix) {
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix });
      try {
        for await (const { Contents = [] } of pages) for (const { Key } of Contents) if (Key) yield Key;
      } catch (error) {
        tellAway(error);
      }
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(tellAway);
    },
  };
}

function tellAway(error: unknown): never {
  // The store answered: it is this file that is not there.
  if ((error as Error).name === 'NoSuchKey') throw error;
  throw new AppError('unavailable', {
    message:
      'The store of files cannot be used just now. Try again in a moment; if it persists, check the S3 settings.',
    headers: { 'retry-after': '5' },
    cause: error,
  });
}
