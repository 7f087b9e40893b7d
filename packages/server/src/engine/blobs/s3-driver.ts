import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BlobDriver, ByteRange } from './blob-driver.ts';

export interface S3Settings {
  bucket: string;
  region: string;
  /** Of a store that speaks S3 but is not Amazon's. */
  endpoint?: string | undefined;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
}

/** A bucket of S3 or of a store that speaks its protocol. The client is loaded only here, when it is used. */
export async function createS3Driver(settings: S3Settings): Promise<BlobDriver> {
  const [{ S3Client, GetObjectCommand, DeleteObjectCommand }, { Upload }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
  ]);
  const { bucket: Bucket, region, endpoint, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
  });
  const read = async (Key: string, range?: ByteRange): Promise<Readable> => {
    const Range = range && `bytes=${range.start}-${range.end ?? ''}`;
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, ...(Range && { Range }) }));
    return Body as Readable;
  };
  return {
    async write(Key, source) {
      const upload = new Upload({ client, params: { Bucket, Key, Body: source } });
      const abort = () => void upload.abort();
      source.once('error', abort);
      try {
        await upload.done();
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
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
  };
}
