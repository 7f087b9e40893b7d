import type { FileEntry } from '../../types/file-entry.ts';

const CACHE_BYTES = 48 * 1_048_576;
const CACHED_FILE_BYTES = 1_048_576;

/** Files that several readers request are decompressed once, within a bounded cache. */
export function withCache(files: readonly FileEntry[], cacheBytes = CACHE_BYTES): FileEntry[] {
  const cache = new Map<string, Uint8Array>();
  let bytes = 0;
  return files.map((file) => ({
    path: file.path,
    sizeBytes: file.sizeBytes,
    read() {
      const cached = cache.get(file.path);
      if (cached !== undefined) return cached;
      const content = file.read();
      if (content.byteLength <= CACHED_FILE_BYTES) {
        cache.set(file.path, content);
        bytes += content.byteLength;
        // Evicts the oldest first: agents go through the files in the same order.
        for (const [path, old] of cache) {
          if (bytes <= cacheBytes) break;
          cache.delete(path);
          bytes -= old.byteLength;
        }
      }
      return content;
    },
  }));
}
