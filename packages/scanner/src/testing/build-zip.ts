import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a test archive; each field may lie. */
export interface TestEntry {
  name: string | Buffer;
  data?: string | Buffer;
  /** 8 (deflate) unless told. */
  method?: number;
  flags?: number;
  crc?: number;
  /** Stated sizes. */
  size?: number;
  compressedSize?: number;
  /** The bytes between the headers, as they are. */
  packed?: Buffer;
  /** Of Unix: 0o120777 is a symbolic link. */
  mode?: number;
  localName?: string;
  localMethod?: number;
  localCrc?: number;
  /** Where the directory says that the local header is. */
  offset?: number;
  extra?: Buffer;
}

export interface TestArchive {
  entries: TestEntry[];
  comment?: Buffer;
  /** Fields of the end record. */
  count?: number;
  directorySize?: number;
  directoryOffset?: number;
  disk?: number;
  /** A 64-bit end record and its locator before the end record. */
  zip64?: { count?: number; size?: number; offset?: number; recordOffset?: number; disks?: number };
}

/** A ZIP archive byte by byte, as hostile as it is told. */
export function buildZip(archive: TestArchive): Buffer {
  const parts: Buffer[] = [];
  let offset = 0;
  const directory: Buffer[] = [];
  for (const entry of archive.entries) {
    const made = buildEntry(entry, offset);
    parts.push(made.local);
    directory.push(made.central);
    offset += made.local.length;
  }
  const central = Buffer.concat(directory);
  parts.push(central);
  const place = {
    count: archive.count ?? archive.entries.length,
    size: archive.directorySize ?? central.length,
    offset: archive.directoryOffset ?? offset,
  };
  if (archive.zip64) parts.push(buildZip64(archive.zip64, place, offset + central.length));
  parts.push(buildEnd(archive, place));
  return Buffer.concat(parts);
}

function buildEntry(entry: TestEntry, at: number): { local: Buffer; central: Buffer } {
  const name = Buffer.isBuffer(entry.name) ? entry.name : Buffer.from(entry.name);
  const data = Buffer.from(entry.data ?? '');
  const method = entry.method ?? 8;
  const packed = entry.packed ?? (method === 8 ? deflateRawSync(data) : data);
  const stated = {
    crc: entry.crc ?? crc32(data),
    compressed: entry.compressedSize ?? packed.length,
    size: entry.size ?? data.length,
  };
  const extra = entry.extra ?? Buffer.alloc(0);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(entry.flags ?? 0, 6);
  local.writeUInt16LE(entry.localMethod ?? method, 8);
  local.writeUInt32LE(entry.localCrc ?? stated.crc, 14);
  local.writeUInt32LE(stated.compressed, 18);
  local.writeUInt32LE(stated.size, 22);
  const localName = entry.localName === undefined ? name : Buffer.from(entry.localName);
  local.writeUInt16LE(localName.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(entry.mode === undefined ? 20 : (3 << 8) | 20, 4);
  central.writeUInt16LE(20, 6);
  central.writeUInt16LE(entry.flags ?? 0, 8);
  central.writeUInt16LE(method, 10);
  central.writeUInt32LE(stated.crc, 16);
  central.writeUInt32LE(stated.compressed, 20);
  central.writeUInt32LE(stated.size, 24);
  central.writeUInt16LE(name.length, 28);
  central.writeUInt16LE(extra.length, 30);
  central.writeUInt32LE(((entry.mode ?? 0) << 16) >>> 0, 38);
  central.writeUInt32LE(entry.offset ?? at, 42);
  return {
    local: Buffer.concat([local, localName, packed]),
    central: Buffer.concat([central, name, extra]),
  };
}

function buildZip64(
  zip64: NonNullable<TestArchive['zip64']>,
  place: { count: number; size: number; offset: number },
  at: number,
): Buffer {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(zip64.count ?? place.count), 24);
  record.writeBigUInt64LE(BigInt(zip64.count ?? place.count), 32);
  record.writeBigUInt64LE(BigInt(zip64.size ?? place.size), 40);
  record.writeBigUInt64LE(BigInt(zip64.offset ?? place.offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeUInt32LE(zip64.disks ?? 0, 4);
  locator.writeBigUInt64LE(BigInt(zip64.recordOffset ?? at), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator]);
}

function buildEnd(archive: TestArchive, place: { count: number; size: number; offset: number }): Buffer {
  const comment = archive.comment ?? Buffer.alloc(0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(archive.disk ?? 0, 4);
  end.writeUInt16LE(place.count % 65_536, 8);
  end.writeUInt16LE(place.count % 65_536, 10);
  end.writeUInt32LE(place.size, 12);
  end.writeUInt32LE(place.offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([end, comment]);
}
