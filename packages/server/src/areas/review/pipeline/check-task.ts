import { checkArchive, workBytesOf } from '@trivium/scanner';
import type { ArchiveCheck, WorkerTasks } from './worker-protocol.ts';

/** The check of an upload, and how much work its analysis will be. Throws `InvalidArchive`. */
export function checkTask({ path }: WorkerTasks['checkArchive']['input']): ArchiveCheck {
  const { files, uncompressedBytes, skipped } = checkArchive(path);
  return { uncompressedBytes, workBytes: workBytesOf(files), skipped };
}
