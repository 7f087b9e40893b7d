import { hasBinaryExtension } from '../language-table.ts';
import { isVendoredPath } from './third-party.ts';

/** What is larger is listed, and not looked into. */
const MAX_READ_BYTES = 1_048_576;

/** How much of an archive an analysis reads: without pictures, history, installed packages and what is too large. */
export function workBytesOf(files: Iterable<{ path: string; sizeBytes: number }>): number {
  let bytes = 0;
  for (const { path, sizeBytes } of files) {
    if (sizeBytes <= MAX_READ_BYTES && !hasBinaryExtension(path) && !isVendoredPath(path)) bytes += sizeBytes;
  }
  return bytes;
}
