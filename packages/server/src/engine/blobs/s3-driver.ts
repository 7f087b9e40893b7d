import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { AppError } from '../../kit/errors/index.ts';
import type { BlobDriver, ByteRange, LocalFile } from './blob-driver.ts';
import { explainStoreError } from './explain-store-error.ts';
import { type Answered, readOn } from './read-on.ts';
import { createS3Client, type S3Settings } from './s3-client.ts';

export interface S3Driver extends BlobDriver {
  /** Keys with this prefix, sorted. */
  list(prefix: string): AsyncGenerator<string>;
  /**
   * Aborts uploads below the prefix that were begun before this time and never finished: the store keeps
   * their parts.
   */
  removeUnfinished(prefix: string, before: Date): Promise<void>;
}

/** Why a store cannot be used, for the operator. */
export class StoreError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'StoreError';
  }
}

/**
 * A bucket in S3 or a compatible store. When the store cannot be used, for example because it is down or the
 * bucket does not exist, everything rejects with `unavailable`, caused by a `StoreError`.
 */
export async function createS3Driver(settings: S3Settings): Promise<S3Driver> {
  // Loaded only when it is used.
  const [s3, storage, client] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
    createS3Client(settings),
  ]);
  return new Bucket({ settings, s3, storage, client });
}

interface Used {
  settings: S3Settings;
  s3: typeof import('@aws-sdk/client-s3');
  storage: typeof import('@aws-sdk/lib-storage');
  client: S3Client;
}

class Bucket implements S3Driver {
  readonly #used: Used;
  readonly #tellAway: (error: unknown) => never;

  constructor(used: Used) {
    this.#used = used;
    this.#tellAway = (error) => throwAway(error, used.settings);
  }

  async write(Key: string, source: Readable): Promise<void> {
    const { settings, storage, client } = this.#used;
    const upload = new storage.Upload({
      client,
      params: { Bucket: settings.bucket, Key, Body: source },
      ...(settings.partBytes !== undefined && { partSize: settings.partBytes }),
    });
    const abort = () => void upload.abort();
    source.once('error', abort);
    try {
      await upload.done();
    } catch (error) {
      // If the source failed, its error is the cause; the upload's own error only says that it was aborted.
      if (source.errored && source.errored.name !== 'AbortError') throw source.errored;
      source.destroy();
      this.#tellAway(error);
    } finally {
      source.off('error', abort);
    }
    if (source.errored) throw source.errored;
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const { answered, etag } = await this.#get(key, range);
    const start = range?.start ?? 0;
    const again = async (after: number) => {
      const rest = { start: start + after, ...(range?.end !== undefined && { end: range.end }) };
      return (await this.#get(key, rest, etag)).answered;
    };
    return readOn(answered, again, this.#tellAway);
  }

  async #get(Key: string, range: ByteRange | undefined, IfMatch?: string) {
    const { settings, s3, client } = this.#used;
    const Range = range && `bytes=${range.start}-${range.end ?? ''}`;
    const asked = client.send(
      new s3.GetObjectCommand({
        Bucket: settings.bucket,
        Key,
        ...(Range && { Range }),
        ...(IfMatch && { IfMatch }),
      }),
    );
    const { Body, ContentLength, ETag } = await asked.catch(this.#tellAway);
    const answered: Answered = { body: Body as Readable, bytes: ContentLength };
    return { answered, etag: ETag };
  }

  async localFile(key: string): Promise<LocalFile> {
    const directory = await mkdtemp(join(tmpdir(), 'trivium-blob-'));
    const release = () => rm(directory, { recursive: true, force: true });
    try {
      const path = join(directory, key);
      await pipeline(await this.read(key), createWriteStream(path, { mode: 0o600 }));
      return { path, release };
    } catch (error) {
      await release();
      throw error;
    }
  }

  async *list(Prefix: string): AsyncGenerator<string> {
    const { settings, s3, client } = this.#used;
    const pages = s3.paginateListObjectsV2({ client }, { Bucket: settings.bucket, Prefix });
    try {
      for await (const { Contents = [] } of pages) for (const { Key } of Contents) if (Key) yield Key;
    } catch (error) {
      this.#tellAway(error);
    }
  }

  async remove(Key: string): Promise<void> {
    const { settings, s3, client } = this.#used;
    const command = new s3.DeleteObjectCommand({ Bucket: settings.bucket, Key });
    await client.send(command).catch(this.#tellAway);
  }

  async removeUnfinished(Prefix: string, before: Date): Promise<void> {
    const { settings, s3, client } = this.#used;
    const { bucket: Bucket } = settings;
    const listed = client.send(new s3.ListMultipartUploadsCommand({ Bucket, Prefix }));
    const { Uploads = [] } = await listed.catch((error) => {
      // The key may not list uploads, or the store cannot: then a bucket rule has to remove them.
      if (UNLISTED.has(error.$metadata?.httpStatusCode)) return { Uploads: [] };
      return this.#tellAway(error);
    });
    for (const { Key, UploadId, Initiated } of Uploads) {
      if (Initiated === undefined || Initiated >= before) continue;
      const command = new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId });
      await client.send(command).catch(this.#tellAway);
    }
  }
}

const UNLISTED = new Set([403, 405, 501]);

function throwAway(error: unknown, settings: S3Settings): never {
  // The store responded: it is the file that is missing.
  if ((error as Error).name === 'NoSuchKey') throw error;
  throw new AppError('unavailable', {
    message:
      'The store of files cannot be used just now. Try again in a moment; if it persists, check the S3 settings.',
    headers: { 'retry-after': '5' },
    cause: new StoreError(explainStoreError(error, settings), error),
  });
}
