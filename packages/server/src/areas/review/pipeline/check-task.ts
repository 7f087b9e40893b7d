import { checkArchive, workBytesOf } from '@trivium/scanner';
import type { ArchiveCheck, WorkerTasks } from './worker-protocol.ts';

/** Checks an upload and measures how much work its analysis will be. Throws `InvalidArchive`. */
export function checkTask({ path }: WorkerTasks['checkArchive']['input']): ArchiveCheck {
  const { files, uncompressedBytes, skipped } = checkArchive(path);
  return { uncompressedBytes, workBytes: workBytesOf(files), skipped };
}
