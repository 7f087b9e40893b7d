import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { BackupProblem } from './backup.repository.ts';

/** What the file system answers when the service may not write, or finds something else where a folder should be. */
const NOT_WRITABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);

/** What to tell whoever asked for a backup that could not be written. */
export function problemOf(error: unknown): BackupProblem {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') {
    return { code: 'storage_full', message: 'The store for backups has no room left.' };
  }
  if (code !== undefined && path !== undefined && NOT_WRITABLE.has(code)) {
    return {
      code: 'storage_not_writable',
      message: `The service cannot write to ${nearest(path)} (${code}), where its files are kept. Make it a folder that the user of the service may write to, then request another backup.`,
    };
  }
  return {
    code: 'backup_failed',
    message: 'The backup could not be written; the log of the service says why.',
  };
}

/** What is there of the way to a file that could not be made. */
function nearest(path: string): string {
  let place = dirname(path);
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  return place;
}
