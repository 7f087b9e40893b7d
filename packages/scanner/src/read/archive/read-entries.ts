import { readSafe, zip64Lie } from './end-record.ts';
import { InvalidArchive } from './invalid-archive.ts';

const ENTRY_SIGNATURE = 0x02014b50;
export const ENTRY_BYTES = 46;

/** An entry as declared in the directory. */
export interface RawEntry {
  name: Buffer;
  flags: number;
  method: number;
  crc32: number;
  compressedBytes: number;
  sizeBytes: number;
  localOffset: number;
  unixMode: number;
}

/** The entries of a directory, which must have exactly this many. Throws `InvalidArchive`. */
export function readEntries(bytes: Buffer, count: number): RawEntry[] {
  const entries: RawEntry[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) throw damaged();
    const nameLength = bytes.readUInt16LE(at + 28);
    const extraLength = bytes.readUInt16LE(at + 30);
    const next = at + ENTRY_BYTES + nameLength + extraLength + bytes.readUInt16LE(at + 32);
    if (next > bytes.length) throw damaged();
    const nameEnd = at + ENTRY_BYTES + nameLength;
    const entry: RawEntry = {
      name: bytes.subarray(at + ENTRY_BYTES, nameEnd),
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      crc32: bytes.readUInt32LE(at + 16),
      compressedBytes: bytes.readUInt32LE(at + 20),
      sizeBytes: bytes.readUInt32LE(at + 24),
      localOffset: bytes.readUInt32LE(at + 42),
      unixMode: isUnix(bytes.readUInt8(at + 5)) ? bytes.readUInt16LE(at + 40) : 0,
    };
    if (hasLargeField(entry)) applyZip64(entry, bytes.subarray(nameEnd, nameEnd + extraLength));
    entries.push(entry);
    at = next;
  }
  if (at !== bytes.length) throw damaged();
  return entries;
}

function damaged(): InvalidArchive {
  return new InvalidArchive('directory_damaged', 'The archive’s directory is damaged.');
}

/** Only entries created on Unix (host 3, or 19 for Apple) have a mode in their external attributes. */
function isUnix(host: number): boolean {
  return host === 3 || host === 19;
}

function hasLargeField({ sizeBytes, compressedBytes, localOffset }: RawEntry): boolean {
  return sizeBytes === 0xffffffff || compressedBytes === 0xffffffff || localOffset === 0xffffffff;
}

/** Reads sizes that do not fit in 32 bits from their extra field (APPNOTE.TXT, 4.5.3). */
function applyZip64(entry: RawEntry, extra: Buffer): void {
  const needsSize = entry.sizeBytes === 0xffffffff;
  const needsCompressed = entry.compressedBytes === 0xffffffff;
  const needsOffset = entry.localOffset === 0xffffffff;
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1) {
      const field = extra.subarray(at + 4, at + 4 + length);
      const needed = [needsSize, needsCompressed, needsOffset].filter(Boolean).length * 8;
      if (field.length < needed) break;
      let next = 0;
      const take = () => {
        next += 8;
        return readSafe(field, next - 8);
      };
      if (needsSize) entry.sizeBytes = take();
      if (needsCompressed) entry.compressedBytes = take();
      if (needsOffset) entry.localOffset = take();
      return;
    }
    at += 4 + length;
  }
  throw zip64Lie('an entry’s sizes are missing');
}
