import { hasBinaryExtension } from '../language-table.ts';
import { isVendoredPath } from './third-party.ts';

/** Larger files are listed but not read. */
const MAX_READ_BYTES = 1_048_576;

/**
 * How much of an archive an analysis reads: without images, history, installed packages and oversized files.
 */
export function workBytesOf(files: Iterable<{ path: string; sizeBytes: number }>): number {
  let bytes = 0;
  for (const { path, sizeBytes } of files) {
    if (sizeBytes <= MAX_READ_BYTES && !hasBinaryExtension(path) && !isVendoredPath(path)) bytes += sizeBytes;
  }
  return bytes;
}
