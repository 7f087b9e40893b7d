import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { type BlobDriver, createFileDriver } from '../blobs/index.ts';
import { BackupError } from './backup-error.ts';
import type { BackupPlace } from './backup-place.ts';
import { countKept, keptBlobs, keptSince } from './kept-blob.repository.ts';

/** Uploaded files and the like: in a folder, which is copied, or in a bucket of their own, which is not. */
export type BlobSource = BlobFolder | { bucket: string };

export interface BlobFolder {
  folder: string;
  pool: Pool;
}

function blobPath(key: string): string {
  return `blobs/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`;
}

/** Copies files that are not there yet. Files never change, so existing copies are valid. */
export async function copyBlobs(place: BackupPlace, source: BlobSource): Promise<CopiedBlobs> {
  if ('bucket' in source) return { copied: false, bucket: source.bucket };
  let count = 0;
  const gone: string[] = [];
  let present: { prefix: string; keys: Set<string> } | undefined;
  for await (const { key } of keptBlobs(source.pool)) {
    const prefix = `blobs/${key.slice(0, 2)}/`;
    if (present?.prefix !== prefix) present = { prefix, keys: await keysBelow(place, prefix) };
    count++;
    if (!present.keys.has(key) && !(await copyBlob(place, source.folder, key))) gone.push(key);
  }
  // Files deleted meanwhile are not lost.
  const missing = gone.length === 0 ? 0 : await countKept(source.pool, gone);
  if (missing > 0 && missing === count) {
    throw new BackupError(
      `None of the ${count} uploaded files is in ${source.folder}. Run the backup where the service keeps them, with its DATA_DIR, or with its S3_BUCKET.`,
    );
  }
  return { copied: true, count: count - gone.length, ...(missing > 0 && { missing }) };
}

/** `missing`: files that rows refer to but that no longer exist; none by default. */
export type CopiedBlobs =
  | { copied: true; count: number; missing?: number }
  | { copied: false; bucket: string };

/** Copies files created since then that are not `known`; returns the keys of all of them. */
export async function copyNewBlobs(
  place: BackupPlace,
  { folder, pool }: BlobFolder,
  since: Date,
  known: ReadonlySet<string> | undefined,
): Promise<Set<string>> {
  const keys = await keptSince(pool, since);
  // Before the first call, everything was copied.
  const isKnown = (key: string) => known === undefined || known.has(key);
  for (const key of keys) if (!isKnown(key)) await copyBlob(place, folder, key);
  return new Set(keys);
}

async function keysBelow(place: BackupPlace, prefix: string): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const path of place.list(prefix)) keys.add(path.slice(path.lastIndexOf('/') + 1));
  return keys;
}

/** False when it does not exist: it may have been deleted since its row was read. */
async function copyBlob(place: BackupPlace, folder: string, key: string): Promise<boolean> {
  const path = join(folder, key.slice(0, 2), key.slice(2, 4), key);
  const source = createReadStream(path);
  // It may fail before the place listens, which then gets the error.
  source.on('error', () => {});
  try {
    await place.write(blobPath(key), source);
    return true;
  } catch (error) {
    if (source.errored && (source.errored as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

export interface RestoredBlobs {
  count: number;
  /** One line per missing or damaged file, up to a limit. */
  problems: string[];
}

const MAX_PROBLEMS = 20;

/** Restores the files that rows of the restored database refer to, and verifies each one's hash. */
export async function restoreBlobs(place: BackupPlace, target: BlobFolder): Promise<RestoredBlobs> {
  const driver = createFileDriver(target.folder);
  const problems: string[] = [];
  let count = 0;
  for await (const { key, sha256 } of keptBlobs(target.pool)) {
    const problem = await restoreBlob(place, driver, key, sha256);
    if (problem === undefined) count++;
    else if (problems.length < MAX_PROBLEMS) problems.push(problem);
  }
  return { count, problems };
}

async function restoreBlob(place: BackupPlace, driver: BlobDriver, key: string, sha256: Buffer) {
  const path = blobPath(key);
  const source = await place.read(path);
  if (source === undefined) return `${path} is missing in ${place.name}: it was deleted before it was copied`;
  const hash = createHash('sha256');
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await driver.remove(key);
  await Promise.all([pipeline(source, hashed), driver.write(key, hashed)]);
  return hash.digest().equals(sha256)
    ? undefined
    : `${path} in ${place.name} is damaged: it is not what was stored`;
}
