import { isAscii, isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ImportRefusal } from './import-refusal.ts';

/** What a first pass over a file's bytes (inflated if gzip) shows. */
export interface FileScan {
  isGzip: boolean;
  sizeBytes: number;
  /** The first bytes. */
  head: Buffer;
  isAscii: boolean;
  isUtf8: boolean;
  /** The non-ASCII bytes with their surroundings. */
  foreign: Buffer;
  hasNul: boolean;
  /** The offset after the last byte that is not a line ending. */
  contentEnd: number;
  /** Whether it contains something that COPY rejects or reads differently from a spreadsheet. */
  needsTolerance: boolean;
}

const HEAD_BYTES = 262_144;
const FOREIGN_BYTES = 65_536;
const CHUNK_BYTES = 262_144;
const AROUND_BYTES = 32;
/** Limit for an inflated gzip file. */
const MAX_INFLATED_BYTES = 20 * 1_073_741_824;

/** The file's bytes, inflated if gzip. */
export function openBytes(
  path: string,
  isGzip: boolean,
  range: { start?: number; end?: number } = {},
): Readable {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES, ...(isGzip ? {} : range) });
  if (!isGzip) return file;
  const inflated = createGunzip({ chunkSize: 262_144 });
  file.on('error', (error) => inflated.destroy(error));
  inflated.on('close', () => file.destroy());
  return file.pipe(inflated);
}

/** Throws the refusal for files that are not text. */
export async function scanFile(path: string): Promise<FileScan> {
  const magic = await readMagic(path);
  if (magic.length === 0)
    throw new ImportRefusal('invalid_csv', 'The file is empty. Send a CSV file with a header.', 'file');
  if (magic.subarray(0, 4).equals(ZIP_MAGIC)) {
    throw new ImportRefusal(
      'invalid_csv',
      'The file is a ZIP archive or a workbook (.xlsx). Save the sheet as CSV and send that.',
      'file',
    );
  }
  const isGzip = magic[0] === 0x1f && magic[1] === 0x8b;
  const scanner = new Scanner(isGzip);
  try {
    for await (const chunk of openBytes(path, isGzip)) {
      scanner.take(chunk as Buffer);
      if (scanner.sizeBytes > MAX_INFLATED_BYTES) {
        throw new ImportRefusal('file_too_large', 'The file inflates to more than 20 GiB. Split it.', 'file');
      }
    }
  } catch (error) {
    if (isGzip && (error as { code?: string }).code?.startsWith('Z_')) {
      throw new ImportRefusal('invalid_csv', 'The gzip file is damaged. Send it again.', 'file');
    }
    throw error;
  }
  return scanner.result();
}

const ZIP_MAGIC = Buffer.from('PK\u0003\u0004', 'latin1');

async function readMagic(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

class Scanner {
  sizeBytes = 0;
  readonly #isGzip: boolean;
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  readonly #foreign: Buffer[] = [];
  #foreignBytes = 0;
  #isAscii = true;
  #isUtf8 = true;
  #hasNul = false;
  #hasBackslashDot = false;
  #split = Buffer.alloc(0);
  #contentEnd = 0;
  #blankLineAt = Number.POSITIVE_INFINITY;
  /** The last bytes of the previous chunk, for patterns that span chunks. */
  #tail: Buffer = Buffer.from('\n');

  constructor(isGzip: boolean) {
    this.#isGzip = isGzip;
  }

  take(chunk: Buffer): void {
    if (this.#headBytes < HEAD_BYTES) {
      const part = Buffer.from(chunk.subarray(0, HEAD_BYTES - this.#headBytes));
      this.#head.push(part);
      this.#headBytes += part.length;
    }
    this.#hasNul ||= chunk.includes(0);
    this.#look(chunk);
    let end = chunk.length;
    while (end > 0 && (chunk[end - 1] === 10 || chunk[end - 1] === 13)) end--;
    this.#findPatterns(chunk);
    if (end > 0) this.#contentEnd = this.sizeBytes + end;
    this.sizeBytes += chunk.length;
  }

  result(): FileScan {
    return {
      isGzip: this.#isGzip,
      sizeBytes: this.sizeBytes,
      head: Buffer.concat(this.#head),
      isAscii: this.#isAscii,
      isUtf8: this.#isUtf8 && this.#split.length === 0,
      foreign: Buffer.concat(this.#foreign),
      hasNul: this.#hasNul,
      contentEnd: this.#contentEnd,
      needsTolerance: this.#hasNul || this.#hasBackslashDot || this.#blankLineAt < this.#contentEnd,
    };
  }

  #look(chunk: Buffer): void {
    if (this.#split.length === 0 && isAscii(chunk)) return;
    this.#isAscii = false;
    this.#keepForeign(chunk);
    if (!this.#isUtf8) return;
    const bytes = this.#split.length > 0 ? Buffer.concat([this.#split, chunk]) : chunk;
    const cut = wholeCharacters(bytes);
    this.#isUtf8 = isUtf8(bytes.subarray(0, cut));
    this.#split = Buffer.from(bytes.subarray(cut));
  }

  #keepForeign(chunk: Buffer): void {
    for (let i = 0; i < chunk.length && this.#foreignBytes < FOREIGN_BYTES; i++) {
      if ((chunk[i] ?? 0) < 0x80) continue;
      const part = Buffer.from(chunk.subarray(Math.max(0, i - AROUND_BYTES), i + 4 * AROUND_BYTES));
      this.#foreign.push(part);
      this.#foreignBytes += part.length;
      i += 4 * AROUND_BYTES;
    }
  }

  /** A blank line, or `\.`, which older servers take as the end of the data. */
  #findPatterns(chunk: Buffer): void {
    if (this.#blankLineAt === Number.POSITIVE_INFINITY) {
      const border = Buffer.concat([this.#tail, chunk.subarray(0, 3)]);
      const places = [
        [firstBlankLine(border), this.sizeBytes - this.#tail.length],
        [firstBlankLine(chunk), this.sizeBytes],
      ] as const;
      for (const [at, offset] of places) {
        if (at >= 0) this.#blankLineAt = Math.min(this.#blankLineAt, Math.max(0, at + offset));
      }
    }
    this.#hasBackslashDot ||= chunk.includes('\\.') || (this.#tail.at(-1) === 0x5c && chunk[0] === 0x2e);
    this.#tail = Buffer.from(Buffer.concat([this.#tail, chunk.subarray(-3)]).subarray(-3));
  }
}

function firstBlankLine(bytes: Buffer): number {
  const found = ['\n\n', '\n\r', '\r\r'].map((pattern) => bytes.indexOf(pattern)).filter((at) => at >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

/** Bytes forming whole UTF-8 characters: the last one may be cut. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes.at(-back) ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
