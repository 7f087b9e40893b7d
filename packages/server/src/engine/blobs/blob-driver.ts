import type { Readable } from 'node:stream';

/** Where the bytes of stored files lie. */
export interface BlobDriver {
  /**
   * Stores what comes under the key: whole and durable when it resolves, not at all when it rejects. Where files lie on
   * this machine, `onWritten` is told once all bytes can be read, before they are durable.
   */
  write(key: string, source: Readable, onWritten?: () => void): Promise<void>;
  /** The bytes from `start` up to and with `end`, or to the last one. Rejects with ENOENT for an unknown key. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** A file of this machine with the bytes, for random access; `release` when done with it. */
  localFile(key: string): Promise<LocalFile>;
  /** Forgets the bytes; an unknown key is no error. */
  remove(key: string): Promise<void>;
}

export interface ByteRange {
  start: number;
  /** Inclusive; the last byte unless told. */
  end?: number;
}

export interface LocalFile {
  path: string;
  release(): Promise<void>;
}
