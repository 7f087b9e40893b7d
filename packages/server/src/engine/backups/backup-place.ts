import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { errorText } from '../../kit/error-text.ts';
import { makeFolder } from '../../kit/make-folder.ts';
import { createS3Driver, type S3Settings, StoreError } from '../blobs/index.ts';
import { BackupError } from './backup-error.ts';

/** Where backups are stored: files by name, in a folder or bucket. */
export interface BackupPlace {
  /** As the operator specified it. */
  readonly name: string;
  /** Complete and durable when it resolves, absent when it rejects. Replaces an existing file. */
  write(path: string, source: Readable): Promise<void>;
  /** Undefined when there is no such file. */
  read(path: string): Promise<Readable | undefined>;
  /** Names with this prefix, sorted. */
  list(prefix: string): AsyncIterable<string>;
  remove(path: string): Promise<void>;
  /** Removes what was begun before this time and never finished. */
  removeUnfinished(before: Date): Promise<void>;
}

/** `target`: a folder, or `s3://bucket/prefix` in the store that the S3 settings name. */
export async function openBackupPlace(
  target: string,
  s3: Omit<S3Settings, 'bucket'>,
  base = process.cwd(),
): Promise<BackupPlace> {
  if (!target.includes('://')) return openFolder(resolve(base, target.replace(/^file:/, '')));
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*?))?\/*$/.exec(target) ?? [];
  if (bucket !== undefined) return openBucket(target, prefix === '' ? '' : `${prefix}/`, { ...s3, bucket });
  throw new BackupError(`${target} is not a place for backups. Name a folder, or s3://bucket/prefix.`);
}

/** S3 allows 10,000 parts per file: 160 GB at this size. */
const PART_BYTES = 16 * 1_048_576;
/**
 * Once the store has answered, it is waited for: it may start anew, and a backup of hours should not begin again for that.
 * These are pauses of about half a minute in all. Before that, it is the settings that are wrong.
 */
const MAX_ATTEMPTS = 12;
const PARTIAL = '.partial';

function openFolder(root: string): BackupPlace {
  return {
    name: root,
    async write(path, source) {
      const target = join(root, path);
      // A unique name: a backup and the archive may write the same log segment at the same time.
      const partial = `${target}.${randomBytes(6).toString('hex')}${PARTIAL}`;
      try {
        await makeFolder(dirname(target), 0o700);
        const file = await open(partial, 'w', 0o600);
        await pipeline(source, file.createWriteStream({ flush: true }));
        await rename(partial, target);
        await syncFolder(dirname(target));
      } catch (error) {
        source.destroy();
        await rm(partial, { force: true }).catch(() => {});
        if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
        throw new BackupError(
          `${root} cannot be written to (${errorText(error)}). Make room there, or name another place.`,
          error,
        );
      }
    },
    async read(path) {
      const stream = createReadStream(join(root, path));
      return new Promise((found, fail) => {
        stream.once('open', () => found(stream));
        stream.once('error', (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT' || error.code === 'ENOTDIR') found(undefined);
          else fail(new BackupError(`${join(root, path)} cannot be read (${error.code}).`, error));
        });
      });
    },
    list: (prefix) => walk(root, prefix),
    remove: (path) => rm(join(root, path), { force: true }),
    async removeUnfinished(before) {
      for (const name of await readdir(root, { recursive: true }).catch(() => [])) {
        if (!name.endsWith(PARTIAL)) continue;
        const path = join(root, name);
        // It may have been finished and renamed meanwhile.
        const { mtime } = await stat(path).catch(() => ({ mtime: before }));
        if (mtime < before) await rm(path, { force: true });
      }
    },
  };
}

async function* walk(root: string, prefix: string): AsyncGenerator<string> {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw new BackupError(`${join(root, folder)} cannot be read (${error.code}).`, error);
    },
  );
  const named = entries.map((entry) => ({ entry, path: `${folder}${entry.name}` }));
  named.sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const { entry, path } of named) {
    if (!path.startsWith(prefix) || path.endsWith(PARTIAL)) continue;
    if (entry.isDirectory()) yield* walk(root, `${path}/`);
    else yield path;
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

async function openBucket(name: string, prefix: string, settings: S3Settings): Promise<BackupPlace> {
  const first = await createS3Driver({ ...settings, partBytes: PART_BYTES });
  const patient = await createS3Driver({ ...settings, partBytes: PART_BYTES, maxAttempts: MAX_ATTEMPTS });
  let driver = first;
  const answered = <T>(result: T): T => {
    driver = patient;
    return result;
  };
  const tell = (error: Error): never => {
    if (error.name === 'NoSuchKey' || !(error.cause instanceof StoreError)) throw error;
    throw new BackupError(`${name} cannot be used. ${error.cause.message}`, error);
  };
  return {
    name,
    write: (path, source) => driver.write(`${prefix}${path}`, source).then(answered, tell),
    async read(path) {
      const source = await driver.read(`${prefix}${path}`).then(answered, (error: Error) => {
        if (error.name === 'NoSuchKey') return answered(undefined);
        return tell(error);
      });
      // Errors midway are explained in the same way.
      return source && Readable.from(told(source, tell), { objectMode: false });
    },
    async *list(wanted) {
      for await (const key of told(driver.list(`${prefix}${wanted}`), tell)) yield key.slice(prefix.length);
    },
    remove: (path) => driver.remove(`${prefix}${path}`).then(answered, tell),
    removeUnfinished: (before) => driver.removeUnfinished(prefix, before).catch(tell),
  };
}

async function* told<T>(source: AsyncIterable<T>, tell: (error: Error) => never): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    tell(error as Error);
  }
}

export async function readJson(place: BackupPlace, path: string): Promise<unknown> {
  const source = await place.read(path);
  if (source === undefined) return undefined;
  try {
    return JSON.parse(await text(source));
  } catch (error) {
    // The place went away while it was read.
    if (error instanceof BackupError) throw error;
    throw new BackupError(`${path} in ${place.name} is damaged (${errorText(error)}).`, error);
  }
}

export function writeJson(place: BackupPlace, path: string, value: unknown): Promise<void> {
  return place.write(path, Readable.from([Buffer.from(`${JSON.stringify(value, null, 1)}\n`)]));
}
