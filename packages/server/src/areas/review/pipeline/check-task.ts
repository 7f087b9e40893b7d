import { checkArchive, workBytesOf } from '@trivium/scanner';
import type { ArchiveCheck, WorkerTasks } from './worker-protocol.ts';

/** Checks an upload and estimates the work of its analysis. Throws `InvalidArchive`. */
export function checkTask({ path }: WorkerTasks['checkArchive']['input']): ArchiveCheck {
  const { files, uncompressedBytes, skipped } = checkArchive(path);
  return { uncompressedBytes, workBytes: workBytesOf(files), skipped };
}
