import { crc32, inflateRawSync } from 'node:zlib';
import type { FileEntry } from '../../types/file-entry.ts';
import { InvalidArchive, quoteName } from './invalid-archive.ts';
import { openRandomAccess, type RandomAccess, withWindow } from './random-access.ts';
import { type ArchiveBounds, type ArchiveEntry, readDirectory, type SkippedEntry } from './read-directory.ts';

/** The files of an archive, sorted by path. They are decompressed on demand. */
export interface Archive {
  files: FileEntry[];
  skipped: SkippedEntry[];
  uncompressedBytes: number;
  close(): void;
}

/** A larger file is never held in memory completely. */
export const MAX_READ_BYTES = 64 * 1_048_576;
/** How much is decompressed to check an upload before it is accepted, at about 300 MB/s. */
const VERIFY_BYTES = 192 * 1_048_576;
const MAX_ROOM_BYTES = 1_048_576;
const VERIFY_FILE_BYTES = 16 * 1_048_576;

/** Opens an archive after checking its whole directory. Throws `InvalidArchive`. For worker threads only. */
export function openArchive(path: string, bounds?: ArchiveBounds): Archive {
  const file = openRandomAccess(path);
  try {
    const { entries, skipped, uncompressedBytes } = readDirectory(file, bounds);
    return {
      files: entries.map((entry) => ({
        path: entry.path,
        sizeBytes: entry.sizeBytes,
        read: () => readEntry(file, entry),
      })),
      skipped,
      uncompressedBytes,
      close: () => file.close(),
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

export interface CheckedArchive {
  files: { path: string; sizeBytes: number }[];
  uncompressedBytes: number;
  skipped: SkippedEntry[];
}

/** Checks an upload: the whole directory, and the contents of its files in order, up to a limit of bytes. */
export function checkArchive(path: string, bounds?: ArchiveBounds): CheckedArchive {
  const file = openRandomAccess(path);
  try {
    const { entries, skipped, uncompressedBytes } = readDirectory(file, bounds);
    const near = withWindow(file);
    let verified = 0;
    for (const entry of entries.sort((a, b) => a.dataOffset - b.dataOffset)) {
      if (entry.sizeBytes > VERIFY_FILE_BYTES) continue;
      verified += entry.sizeBytes;
      if (verified > VERIFY_BYTES) break;
      readEntry(near, entry);
    }
    return { files: entries, uncompressedBytes, skipped };
  } finally {
    file.close();
  }
}

function readEntry(file: RandomAccess, entry: ArchiveEntry): Uint8Array {
  if (entry.sizeBytes > MAX_READ_BYTES) {
    throw new InvalidArchive('too_large', `The entry ${quoteName(entry.path)} is too large to be read.`);
  }
  // Deflate adds at most 5 bytes per 16 KB.
  if (entry.compressedBytes > entry.sizeBytes * 1.01 + 4_096) throw otherSize(entry);
  const { dataOffset, compressedBytes } = entry;
  const bytes =
    entry.method === 0
      ? file.read(dataOffset, compressedBytes)
      : inflate(file.read(dataOffset, compressedBytes, packedRoom(compressedBytes)), entry);
  if (crc32(bytes) !== entry.crc32) {
    throw new InvalidArchive(
      'bad_crc',
      `The entry ${quoteName(entry.path)} is damaged: its checksum does not match.`,
    );
  }
  return bytes;
}

/** Compressed data is only needed until it is decompressed. */
let room = Buffer.alloc(0);

function packedRoom(bytes: number): Buffer | undefined {
  if (bytes > MAX_ROOM_BYTES) return undefined;
  if (room.length < bytes) room = Buffer.allocUnsafeSlow(Math.max(65_536, bytes * 2));
  return room;
}

function inflate(packed: Buffer, entry: ArchiveEntry): Buffer {
  if (entry.sizeBytes === 0) {
    // The output must be empty, and `maxOutputLength` cannot be 0.
    const bytes = inflateOrRefuse(packed, entry, 1);
    if (bytes.length === 0) return bytes;
  } else {
    const bytes = inflateOrRefuse(packed, entry, entry.sizeBytes);
    if (bytes.length === entry.sizeBytes) return bytes;
  }
  throw otherSize(entry);
}

function otherSize(entry: ArchiveEntry): InvalidArchive {
  return new InvalidArchive(
    'size_mismatch',
    `The entry ${quoteName(entry.path)} unpacks to another size than is stated.`,
  );
}

function inflateOrRefuse(packed: Buffer, entry: ArchiveEntry, maxOutputLength: number): Buffer {
  try {
    // One buffer of the declared size, plus a byte to detect excess data.
    return inflateRawSync(packed, { maxOutputLength, chunkSize: Math.max(64, maxOutputLength + 1) });
  } catch (error) {
    const isLarger = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    throw isLarger
      ? new InvalidArchive(
          'size_mismatch',
          `The entry ${quoteName(entry.path)} unpacks to more than is stated.`,
        )
      : new InvalidArchive(
          'damaged_data',
          `The entry ${quoteName(entry.path)} cannot be unpacked; it is damaged.`,
        );
  }
}
