import { openArchive, type SkippedEntry } from '../read/archive/index.ts';
import { withCache } from '../read/files/with-cache.ts';
import { readFolder } from '../read/folder.ts';
import type { FileEntry } from '../types/file-entry.ts';

/** Where the code is: in a folder, in a ZIP archive, or already in memory. */
export type Source = { folder: string } | { archive: string } | { files: readonly FileEntry[] };

interface OpenedSource {
  files: readonly FileEntry[];
  skipped: SkippedEntry[];
  close(): void;
}

export function openSource(source: Source): OpenedSource {
  if ('files' in source) return { files: source.files, skipped: [], close: () => undefined };
  if ('folder' in source) return { files: readFolder(source.folder), skipped: [], close: () => undefined };
  const archive = openArchive(source.archive);
  return { files: withCache(archive.files), skipped: archive.skipped, close: () => archive.close() };
}
