import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that may grow, shrink or disappear while it is copied. */
export interface CopiedFile {
  path: string;
  content: { size: number; read(): AsyncGenerator<Buffer> };
}

const READ_BYTES = 1_048_576;

/**
 * Opens a file below `root`. Consume it, or its handle stays open. Yields exactly as many bytes as it
 * announces, padding with zeros if the file shrank meanwhile. Undefined when the file is gone.
 */
export async function openCopiedFile(root: string, path: string): Promise<CopiedFile | undefined> {
  const handle = await open(join(root, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return undefined;
  const { size } = await handle.stat();
  const read = async function* () {
    try {
      let left = size;
      while (left > 0) {
        const length = Math.min(READ_BYTES, left);
        const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length);
        if (bytesRead === 0) break;
        left -= bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
      for (; left > 0; left -= READ_BYTES) yield Buffer.alloc(Math.min(READ_BYTES, left));
    } finally {
      await handle.close();
    }
  };
  return { path, content: { size, read } };
}
