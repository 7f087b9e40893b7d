import { createHash } from 'node:crypto';
import { isAlwaysListed } from '../read/files/project-files.ts';
import { hasBinaryExtension } from '../read/language-table.ts';
import type { FileEntry } from '../types/file-entry.ts';

/** Larger files are never read as text, except lockfiles and reports, which always are. */
const MAX_TEXT_BYTES = 8_388_608;

/** Equal for equal content; null for unreadable files. For files that nobody reads, only the size counts. */
export function contentKey(entry: FileEntry): string | null {
  const { path, sizeBytes } = entry;
  const isRead = !hasBinaryExtension(path) && (sizeBytes <= MAX_TEXT_BYTES || isAlwaysListed(path));
  if (!isRead) return `size:${sizeBytes}`;
  try {
    return createHash('sha256').update(entry.read()).digest('base64');
  } catch {
    return null;
  }
}
