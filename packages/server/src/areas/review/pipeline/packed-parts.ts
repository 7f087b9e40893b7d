import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { constants, gunzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { required } from '../../../kit/required.ts';

const CHUNK_CHARACTERS = 262_144;
const LENGTH_BYTES = 4;

/** The position of a part: a list is stored in chunks of items, anything else in one chunk. */
interface Part {
  isList: boolean;
  /** Stored as given, neither JSON nor compressed. */
  isBytes?: boolean;
  chunks: { at: number; length: number }[];
}

/**
 * A file of named values, each stored as JSON compressed with Zstandard, so that one can be read without the
 * others. A long list is built and parsed in chunks: its whole text would need hundreds of megabytes at once.
 * A table of the parts is at the end, followed by the table's length.
 */
export class PartsPacker {
  readonly #packed: Buffer[] = [];
  readonly #table: Record<string, Part> = {};
  #length = 0;

  /** Skips undefined values. */
  add(name: string, value: unknown): this {
    if (value === undefined) return this;
    const isList = Array.isArray(value);
    const texts = isList ? chunksOf(value) : [JSON.stringify(value)];
    const part: Part = { isList, chunks: [] };
    for (const text of texts) part.chunks.push(this.#append(pack(text)));
    this.#table[name] = part;
    return this;
  }

  /** Adds bytes as they are, because they are already compressed. */
  addBytes(name: string, bytes: Uint8Array): this {
    this.#table[name] = { isList: false, isBytes: true, chunks: [this.#append(Buffer.from(bytes))] };
    return this;
  }

  finish(): Uint8Array {
    const table = pack(JSON.stringify(this.#table));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(table.length);
    this.#append(table);
    this.#append(length);
    // In its own buffer, so that it can be transferred to another thread.
    const all = new Uint8Array(this.#length);
    let at = 0;
    for (const bytes of this.#packed) {
      all.set(bytes, at);
      at += bytes.length;
    }
    return all;
  }

  #append(bytes: Buffer): Part['chunks'][number] {
    const chunk = { at: this.#length, length: bytes.length };
    this.#packed.push(bytes);
    this.#length += bytes.length;
    return chunk;
  }
}

const fastest = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Takes less than half the time of gzip, for the same size. */
function pack(text: string): Buffer {
  return zstdCompressSync(text, fastest);
}

/** Files of earlier versions use gzip, which begins with these bytes. */
function unpack(bytes: Buffer): Buffer {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isGzip ? gunzipSync(bytes) : zstdDecompressSync(bytes);
}

function* chunksOf(items: readonly unknown[]): Generator<string> {
  let text = '';
  for (const item of items) {
    text += `${text === '' ? '[' : ','}${JSON.stringify(item) ?? 'null'}`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield `${text}]`;
    text = '';
  }
  if (text !== '') yield `${text}]`;
}

/** A file of packed parts; the caller must close it. */
export class PackedParts {
  readonly #file: number;
  readonly #table: Record<string, Part>;

  constructor(path: string) {
    this.#file = openSync(path, 'r');
    try {
      const { size } = fstatSync(this.#file);
      const end = size - LENGTH_BYTES;
      const length = this.#bytes(end, LENGTH_BYTES).readUInt32LE();
      this.#table = this.#json(end - length, length) as Record<string, Part>;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get names(): string[] {
    return Object.keys(this.#table);
  }

  /** A part's value; undefined when there is no such part. */
  read(name: string): unknown {
    const part = Object.hasOwn(this.#table, name) ? this.#table[name] : undefined;
    if (part === undefined) return undefined;
    if (!part.isList) {
      const { at, length } = required(part.chunks[0], `the chunk of ${name}`);
      return this.#json(at, length);
    }
    const items: unknown[] = [];
    for (const { at, length } of part.chunks)
      for (const item of this.#json(at, length) as unknown[]) items.push(item);
    return items;
  }

  /** A part that was added as bytes; undefined when there is no such part. */
  readBytes(name: string): Uint8Array | undefined {
    const part = Object.hasOwn(this.#table, name) ? this.#table[name] : undefined;
    if (part?.isBytes !== true) return undefined;
    const { at, length } = required(part.chunks[0], `the bytes of ${name}`);
    return this.#bytes(at, length);
  }

  close(): void {
    closeSync(this.#file);
  }

  #json(at: number, length: number): unknown {
    return JSON.parse(unpack(this.#bytes(at, length)).toString('utf8'));
  }

  #bytes(at: number, length: number): Buffer {
    const bytes = Buffer.alloc(Math.max(length, 0));
    if (at < 0 || readSync(this.#file, bytes, 0, length, at) !== length)
      throw new Error('The file of parts is cut short.');
    return bytes;
  }
}
