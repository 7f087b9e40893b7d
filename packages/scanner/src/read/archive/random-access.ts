import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { InvalidArchive } from './invalid-archive.ts';

/** A file with synchronous random access; for worker threads only. */
export interface RandomAccess {
  readonly sizeBytes: number;
  /**
   * Exactly `length` bytes from `offset`, in `into` if given. Throws `InvalidArchive` if the file is shorter.
   */
  read(offset: number, length: number, into?: Buffer): Buffer;
  close(): void;
}

export function openRandomAccess(path: string): RandomAccess {
  const fd = openSync(path, 'r');
  const sizeBytes = fstatSync(fd).size;
  return {
    sizeBytes,
    read(offset, length, into) {
      if (offset < 0 || length < 0 || offset + length > sizeBytes) throw cut();
      const bytes = into?.subarray(0, length) ?? Buffer.allocUnsafe(length);
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

/**
 * Reads nearby pieces from one window, since entries usually follow each other. A piece is only valid until
 * the next read: separate windows for a hundred thousand entries would be gigabytes.
 */
export function withWindow(file: RandomAccess, windowBytes = 65_536): RandomAccess {
  let start = 0;
  const room = Buffer.allocUnsafeSlow(windowBytes);
  let window: Buffer = room.subarray(0, 0);
  return {
    sizeBytes: file.sizeBytes,
    read(offset, length, into) {
      if (length > windowBytes) return file.read(offset, length, into);
      if (offset < start || offset + length > start + window.length) {
        const available = Math.min(windowBytes, file.sizeBytes - offset);
        if (available < length) throw cut();
        window = file.read(offset, available, room);
        start = offset;
      }
      return window.subarray(offset - start, offset - start + length);
    },
    close: () => file.close(),
  };
}
