import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { errorText } from '../../kit/error-text.ts';
import { BackupError } from './backup-error.ts';
import type { BackupPlace } from './backup-place.ts';
import type { PackedFile } from './manifest.ts';

/** Compresses and stores a stream; zstd's checksum reveals damage even where no hash is at hand. */
export async function storePacked(place: BackupPlace, path: string, source: Readable): Promise<PackedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const sent = pipeline(source, zstd, measured);
  // Only one of the two has the cause; the other just ends because of it.
  const [written, packed] = await Promise.allSettled([place.write(path, measured), sent]);
  if (written.status === 'rejected') {
    if (packed.status === 'rejected' && source.errored) throw packed.reason;
    throw written.reason;
  }
  if (packed.status === 'rejected') throw packed.reason;
  return { path, bytes, sha256: hash.digest('hex') };
}

/**
 * Yields a stored file, decompressed. Rejects with a `BackupError` that names the file if a single byte of it
 * has changed.
 */
export async function readPacked(
  place: BackupPlace,
  file: Pick<PackedFile, 'path'> & Partial<PackedFile>,
  use: (content: Readable) => Promise<void>,
): Promise<void> {
  const stored = await place.read(file.path);
  if (stored === undefined) throw new BackupError(`${file.path} is missing in ${place.name}.`);
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const zstd = createZstdDecompress();
  const read = pipeline(stored, measured, zstd);
  const using = use(zstd).catch((error: unknown) => {
    zstd.destroy();
    throw error;
  });
  const [used, unpacked] = await Promise.allSettled([using, read]);
  // The reader may fail on its own, cutting off the file, or because of what is wrong with the file.
  const reasons = [used, unpacked].flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  const broken = reasons.find(({ code = '' }: NodeJS.ErrnoException) => /^Z(STD)?_/.test(code));
  if (broken !== undefined) throw damaged(place, file.path, broken);
  if (reasons.length > 0) {
    // Decompressing damaged bytes may fail before the checksum after them is reached.
    if (file.sha256 !== undefined && (await hashStored(place, file.path)) !== file.sha256) {
      throw damaged(place, file.path, reasons[0]);
    }
    throw reasons[0];
  }
  if (file.sha256 !== undefined && hash.digest('hex') !== file.sha256) {
    throw damaged(place, file.path, new Error(`its ${bytes} bytes are not those that were written`));
  }
}

async function hashStored(place: BackupPlace, path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of (await place.read(path)) ?? []) hash.update(chunk);
  return hash.digest('hex');
}

function damaged(place: BackupPlace, path: string, error: unknown): Error {
  if (error instanceof BackupError) return error;
  return new BackupError(
    `${path} in ${place.name} is damaged (${errorText(error)}). Restore it from a copy of that place, or restore another backup: \`trivium backup list\` shows them.`,
    error,
  );
}
