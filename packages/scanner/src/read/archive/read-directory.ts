import { findDirectory } from './end-record.ts';
import { decodeName, MAX_PATH_BYTES, normalizePath } from './entry-name.ts';
import { InvalidArchive, quoteName } from './invalid-archive.ts';
import { type RandomAccess, withWindow } from './random-access.ts';
import { ENTRY_BYTES, type RawEntry, readEntries } from './read-entries.ts';

/** A file in the archive, consistent in the directory and its local header. */
export interface ArchiveEntry {
  path: string;
  /** 0 stored, 8 deflated; no other method is supported. */
  method: 0 | 8;
  crc32: number;
  compressedBytes: number;
  sizeBytes: number;
  /** The start of its data. */
  dataOffset: number;
}

/** An entry that is skipped, and why. */
export interface SkippedEntry {
  path: string;
  reason:
    | 'symlink'
    | 'special_file'
    | 'encrypted'
    | 'unsupported_method'
    | 'duplicate_name'
    | 'case_clash'
    | 'path_too_long';
}

export interface ArchiveDirectory {
  entries: ArchiveEntry[];
  skipped: SkippedEntry[];
  /** Sum of the declared sizes. */
  uncompressedBytes: number;
}

export interface ArchiveBounds {
  maxEntries: number;
  maxDirectoryBytes: number;
  maxUncompressedBytes: number;
  /**
   * Max. ratio of the total uncompressed size to the file's size, once the total exceeds `ratioFromBytes`.
   */
  maxRatio: number;
  ratioFromBytes: number;
}

/** A repository of 57 MB has 7,600 files; text compresses 3 to 12 times. */
export const ARCHIVE_BOUNDS: ArchiveBounds = {
  maxEntries: 200_000,
  maxDirectoryBytes: 64 * 1_048_576,
  maxUncompressedBytes: 16 * 1_073_741_824,
  maxRatio: 200,
  ratioFromBytes: 256 * 1_048_576,
};

const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const ENCRYPTED = 0x1 | 0x40;

/**
 * Reads and checks the whole directory, without decompressing. Throws `InvalidArchive` for damaged or hostile
 * archives; useless entries are skipped with a reason.
 */
export function readDirectory(file: RandomAccess, bounds = ARCHIVE_BOUNDS): ArchiveDirectory {
  const place = findDirectory(file);
  if (place.entries > bounds.maxEntries || place.sizeBytes > bounds.maxDirectoryBytes) throw tooMany(bounds);
  if (place.entries * ENTRY_BYTES > place.sizeBytes) {
    throw new InvalidArchive(
      'directory_damaged',
      'The archive’s directory is too short for its number of entries.',
    );
  }
  const raw = readEntries(file.read(place.offset, place.sizeBytes), place.entries);
  const directory = sortEntries(file, raw, place.offset);
  checkTotals(directory, file.sizeBytes, bounds);
  return directory;
}

function tooMany({ maxEntries }: ArchiveBounds): InvalidArchive {
  return new InvalidArchive(
    'too_many_entries',
    `The archive has more than ${maxEntries} entries. Leave out dependencies and build output.`,
  );
}

function sortEntries(file: RandomAccess, raw: RawEntry[], directoryOffset: number): ArchiveDirectory {
  const local = withWindow(file);
  const located = raw.map((entry): LocatedEntry => ({ entry, dataOffset: 0 }));
  let free = 0;
  for (const one of located.toSorted((a, b) => a.entry.localOffset - b.entry.localOffset)) {
    const { entry } = one;
    if (entry.localOffset < free) {
      throw new InvalidArchive(
        'overlapping_entries',
        `The entry ${quoteName(decodeName(entry.name))} overlaps another.`,
      );
    }
    const dataOffset = checkLocalHeader(local, entry, directoryOffset);
    free = dataOffset + entry.compressedBytes;
    if (free > directoryOffset) {
      throw new InvalidArchive(
        'truncated',
        `The entry ${quoteName(decodeName(entry.name))} reaches into the directory.`,
      );
    }
    one.dataOffset = dataOffset;
  }
  return keepReadable(located);
}

interface LocatedEntry {
  entry: RawEntry;
  dataOffset: number;
}

/** Both headers must agree, or two readers of one archive would see different contents. */
function checkLocalHeader(file: RandomAccess, entry: RawEntry, directoryOffset: number): number {
  const nameStart = entry.localOffset + LOCAL_BYTES;
  if (nameStart + entry.name.length > directoryOffset) {
    throw new InvalidArchive(
      'truncated',
      `The header of ${quoteName(decodeName(entry.name))} lies outside of the archive.`,
    );
  }
  const header = file.read(entry.localOffset, LOCAL_BYTES + entry.name.length);
  const hasDescriptor = (entry.flags & 0x8) !== 0;
  const disagrees =
    header.readUInt32LE(0) !== LOCAL_SIGNATURE ||
    header.readUInt16LE(8) !== entry.method ||
    ((header.readUInt16LE(6) ^ entry.flags) & ENCRYPTED) !== 0 ||
    header.readUInt16LE(26) !== entry.name.length ||
    header.compare(entry.name, 0, entry.name.length, LOCAL_BYTES, LOCAL_BYTES + entry.name.length) !== 0 ||
    (!hasDescriptor && !sizesAgree(header, entry));
  if (disagrees) {
    throw new InvalidArchive(
      'header_mismatch',
      `The header of ${quoteName(decodeName(entry.name))} does not agree with the archive’s directory.`,
    );
  }
  return nameStart + entry.name.length + header.readUInt16LE(28);
}

function sizesAgree(header: Buffer, entry: RawEntry): boolean {
  const compressed = header.readUInt32LE(18);
  const size = header.readUInt32LE(22);
  return (
    header.readUInt32LE(14) === entry.crc32 &&
    (compressed === 0xffffffff || compressed === entry.compressedBytes) &&
    (size === 0xffffffff || size === entry.sizeBytes)
  );
}

function keepReadable(located: readonly LocatedEntry[]): ArchiveDirectory {
  const entries: ArchiveEntry[] = [];
  const skipped: SkippedEntry[] = [];
  // Each kept path, by its case-insensitive form.
  const kept = new Map<string, string>();
  let uncompressedBytes = 0;
  for (const { entry, dataOffset } of located) {
    const path = normalizePath(decodeName(entry.name));
    if (path === '' || path.endsWith('/')) continue;
    const folded = path.toLowerCase();
    const reason = reasonToSkip(entry, path, kept.get(folded));
    if (reason !== undefined) {
      skipped.push({ path: path.slice(0, MAX_PATH_BYTES), reason });
      continue;
    }
    kept.set(folded, path);
    uncompressedBytes += entry.sizeBytes;
    entries.push({
      path,
      method: entry.method as 0 | 8,
      crc32: entry.crc32,
      compressedBytes: entry.compressedBytes,
      sizeBytes: entry.sizeBytes,
      dataOffset,
    });
  }
  const byPath = (a: { path: string }, b: { path: string }) =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
  return { entries: entries.sort(byPath), skipped: skipped.sort(byPath), uncompressedBytes };
}

const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const SYMLINK = 0o120000;
const PIPE = 0o010000;

function reasonToSkip(
  entry: RawEntry,
  path: string,
  namesake: string | undefined,
): SkippedEntry['reason'] | undefined {
  const type = entry.unixMode & FILE_TYPE;
  if (type === SYMLINK) return 'symlink';
  // Info-ZIP marks data that it read from a pipe as a pipe, with the content as data.
  const isPiped = type === PIPE && entry.sizeBytes > 0;
  if (type !== 0 && type !== REGULAR && !isPiped) return 'special_file';
  if ((entry.flags & ENCRYPTED) !== 0) return 'encrypted';
  if (entry.method !== 0 && entry.method !== 8) return 'unsupported_method';
  if (entry.name.length > MAX_PATH_BYTES) return 'path_too_long';
  if (namesake === undefined) return undefined;
  return namesake === path ? 'duplicate_name' : 'case_clash';
}

function nothingReadable(skipped: readonly SkippedEntry[]): InvalidArchive {
  const reasons = new Set(skipped.map(({ reason }) => reason));
  if (reasons.has('encrypted')) {
    return new InvalidArchive('encrypted', 'The archive is encrypted. Send it without a password.');
  }
  if (reasons.has('unsupported_method')) {
    const message =
      'The files in the archive are compressed in a way that is not supported here, such as Deflate64, bzip2 or LZMA. Create it again with Deflate, which ZIP tools use by default.';
    return new InvalidArchive('unsupported_method', message);
  }
  return new InvalidArchive('empty', 'The archive holds no files that can be read.');
}

function checkTotals(directory: ArchiveDirectory, sizeBytes: number, bounds: ArchiveBounds): void {
  const { entries, skipped, uncompressedBytes } = directory;
  if (entries.length === 0) {
    throw nothingReadable(skipped);
  }
  const stored = entries.find((entry) => entry.method === 0 && entry.sizeBytes !== entry.compressedBytes);
  if (stored !== undefined) {
    throw new InvalidArchive(
      'size_mismatch',
      `The entry ${quoteName(stored.path)} is stored with two sizes.`,
    );
  }
  const isBomb = uncompressedBytes > bounds.ratioFromBytes && uncompressedBytes > sizeBytes * bounds.maxRatio;
  if (isBomb || uncompressedBytes > bounds.maxUncompressedBytes) {
    throw new InvalidArchive(
      'bomb',
      `The archive would unpack to ${uncompressedBytes} bytes out of ${sizeBytes}. Leave out what only inflates it.`,
    );
  }
}
