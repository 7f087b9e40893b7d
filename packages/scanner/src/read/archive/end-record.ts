import { InvalidArchive } from './invalid-archive.ts';
import type { RandomAccess } from './random-access.ts';

// Sections of PKWARE's APPNOTE.TXT 6.3.10: 4.3.16, 4.3.14, 4.3.15.
const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const ZIP64_END_SIGNATURE = 0x06064b50;
const ZIP64_END_BYTES = 56;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;

/** The position and size of the central directory. */
export interface DirectoryPlace {
  offset: number;
  sizeBytes: number;
  entries: number;
}

/**
 * Finds the directory from the end of the file. Only one interpretation is accepted: the directory ends where
 * its end record begins, so no second archive can hide before, between or after.
 */
export function findDirectory(file: RandomAccess): DirectoryPlace {
  const endOffset = findEnd(file);
  const end = file.read(endOffset, END_BYTES);
  const stated = {
    disk: end.readUInt16LE(4),
    directoryDisk: end.readUInt16LE(6),
    entriesOnDisk: end.readUInt16LE(8),
    entries: end.readUInt16LE(10),
    sizeBytes: end.readUInt32LE(12),
    offset: end.readUInt32LE(16),
  };
  const isZip64 = hasZip64(file, endOffset);
  const { place, endsAt } = isZip64
    ? readZip64(file, endOffset, stated)
    : { place: stated, endsAt: endOffset };
  if (
    !isZip64 &&
    (stated.disk !== 0 || stated.directoryDisk !== 0 || stated.entries !== stated.entriesOnDisk)
  ) {
    throw new InvalidArchive('multi_disk', 'The archive is one part of several. Send it as one file.');
  }
  if (place.offset + place.sizeBytes !== endsAt) {
    throw new InvalidArchive(
      'directory_misplaced',
      'The archive’s directory is not where its end record says. It is damaged, or something was put before it.',
    );
  }
  return { offset: place.offset, sizeBytes: place.sizeBytes, entries: place.entries };
}

function findEnd(file: RandomAccess): number {
  const tailBytes = Math.min(file.sizeBytes, END_BYTES + MAX_COMMENT_BYTES);
  if (tailBytes >= END_BYTES) {
    const tailOffset = file.sizeBytes - tailBytes;
    const tail = file.read(tailOffset, tailBytes);
    for (let at = tailBytes - END_BYTES; at >= 0; at--) {
      const isEnd = tail.readUInt32LE(at) === END_SIGNATURE;
      // The comment must reach exactly to the end; otherwise the signature is part of other data.
      if (isEnd && at + END_BYTES + tail.readUInt16LE(at + 20) === tailBytes) return tailOffset + at;
    }
  }
  throw new InvalidArchive(
    'not_a_zip',
    'This is not a ZIP archive, or it was cut: its end record is missing.',
  );
}

function hasZip64(file: RandomAccess, endOffset: number): boolean {
  if (endOffset < ZIP64_LOCATOR_BYTES) return false;
  return file.read(endOffset - ZIP64_LOCATOR_BYTES, 4).readUInt32LE(0) === ZIP64_LOCATOR_SIGNATURE;
}

function readZip64(
  file: RandomAccess,
  endOffset: number,
  stated: { entries: number; sizeBytes: number; offset: number },
): { place: DirectoryPlace; endsAt: number } {
  const locatorOffset = endOffset - ZIP64_LOCATOR_BYTES;
  const locator = file.read(locatorOffset, ZIP64_LOCATOR_BYTES);
  const recordOffset = readSafe(locator, 8);
  if (recordOffset + ZIP64_END_BYTES > locatorOffset)
    throw zip64Lie('its end record is not where it is said to be');
  const record = file.read(recordOffset, ZIP64_END_BYTES);
  if (record.readUInt32LE(0) !== ZIP64_END_SIGNATURE) throw zip64Lie('its end record is missing');
  if (recordOffset + 12 + readSafe(record, 4) !== locatorOffset)
    throw zip64Lie('its end record has another length');
  if (locator.readUInt32LE(4) !== 0 || record.readUInt32LE(16) !== 0 || record.readUInt32LE(20) !== 0) {
    throw new InvalidArchive('multi_disk', 'The archive is one part of several. Send it as one file.');
  }
  const place = {
    entries: readSafe(record, 32),
    sizeBytes: readSafe(record, 40),
    offset: readSafe(record, 48),
  };
  const agrees =
    (stated.entries === 0xffff || stated.entries === place.entries) &&
    (stated.sizeBytes === 0xffffffff || stated.sizeBytes === place.sizeBytes) &&
    (stated.offset === 0xffffffff || stated.offset === place.offset);
  if (!agrees || readSafe(record, 24) !== place.entries) throw zip64Lie('its two end records disagree');
  return { place, endsAt: recordOffset };
}

/** An unsigned 64-bit number; one that a double cannot represent is not a real size. */
export function readSafe(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64LE(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw zip64Lie('it states a size that no file has');
  return Number(value);
}

export function zip64Lie(what: string): InvalidArchive {
  return new InvalidArchive('zip64_mismatch', `The archive’s 64-bit fields are wrong: ${what}.`);
}
