import type { Readable } from 'node:stream';

/** Stores the bytes of files. */
export interface BlobDriver {
  /**
   * Stores a stream under the key: complete and durable when it resolves, absent when it rejects. If files
   * are stored on this machine, `onWritten` is called once all bytes can be read, before they are durable.
   */
  write(key: string, source: Readable, onWritten?: () => void): Promise<void>;
  /** The bytes from `start` through `end`, or to the last one. Rejects with ENOENT for an unknown key. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** A local file with the bytes, for random access; call `release` when done. */
  localFile(key: string): Promise<LocalFile>;
  /** Deletes the bytes; an unknown key is not an error. */
  remove(key: string): Promise<void>;
}

export interface ByteRange {
  start: number;
  /** Inclusive; the last byte by default. */
  end?: number;
}

export interface LocalFile {
  path: string;
  release(): Promise<void>;
}
