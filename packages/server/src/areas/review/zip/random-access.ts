import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { InvalidArchive } from './invalid-archive.ts';

/** A file that is read at any place, synchronously; for worker threads only. */
export interface RandomAccess {
  readonly sizeBytes: number;
  /** Exactly `length` bytes from `offset`. Throws `InvalidArchive` when the file ends before. */
  read(offset: number, length: number): Buffer;
  close(): void;
}

export function openRandomAccess(path: string): RandomAccess {
  const fd = openSync(path, 'r');
  const sizeBytes = fstatSync(fd).size;
  return {
    sizeBytes,
    read(offset, length) {
      if (offset < 0 || length < 0 || offset + length > sizeBytes) throw cut();
      const bytes = Buffer.allocUnsafe(length);
      let done = 0;
      while (done < length) {
        const got = readSync(fd, bytes, done, length - done, offset + done);
        if (got === 0) throw cut();
        done += got;
      }
      return bytes;
    },
    close: () => closeSync(fd),
  };
}

function cut(): InvalidArchive {
  return new InvalidArchive('truncated', 'The archive is cut: it names bytes that it does not hold.');
}

/** Reads nearby pieces out of one window, since entries mostly lie one behind the other. */
export function withWindow(file: RandomAccess, windowBytes = 65_536): RandomAccess {
  let start = 0;
  let window: Buffer = Buffer.alloc(0);
  return {
    sizeBytes: file.sizeBytes,
    read(offset, length) {
      if (length > windowBytes) return file.read(offset, length);
      if (offset < start || offset + length > start + window.length) {
        const available = Math.min(windowBytes, file.sizeBytes - offset);
        if (available < length) throw cut();
        window = file.read(offset, available);
        start = offset;
      }
      return window.subarray(offset - start, offset - start + length);
    },
    close: () => file.close(),
  };
}
