import { compareWithBase, type FileEntry, findRenames, openArchive, unmatchedFiles } from '@trivium/scanner';
import { parseFinding } from './finding-record.ts';
import type { FinishOutput, WorkerTasks } from './worker-protocol.ts';

/** Finds the baseline's findings that moved: to another function, or with a renamed file. */
export function findMoved(
  given: WorkerTasks['finish']['input']['moved'],
  files: readonly FileEntry[],
): FinishOutput['moved'] {
  if (given === undefined) return { existing: [], matched: 0 };
  const [come, gone] = [given.come.map(parseFinding), given.gone.map(parseFinding)];
  const base = openArchive(given.archivePath);
  try {
    const renamed = findRenames(files, base.files, unmatchedFiles(come, gone));
    const { existing, fixed } = compareWithBase(come, gone, renamed);
    return {
      existing: existing.map(({ fingerprint }) => fingerprint),
      matched: gone.length - fixed.length,
    };
  } finally {
    base.close();
  }
}
