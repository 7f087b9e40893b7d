import { AppError } from '../../../../kit/errors/index.ts';
import type { BackupProblem } from './backup.repository.ts';

/** What the file system answers when the service may not write, or finds something else where a folder should be. */
const NOT_WRITABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);

/** What to tell whoever asked for a backup that could not be written: paths of the server are for its log alone. */
export function problemOf(error: unknown): BackupProblem {
  const { code, path } = systemErrorOf(error);
  if (code === 'ENOSPC') {
    return { code: 'storage_full', message: 'The store for backups has no room left.' };
  }
  if (code !== undefined && path !== undefined && NOT_WRITABLE.has(code)) {
    return {
      code: 'storage_not_writable',
      message: `The service cannot write to the place where its files are kept (${code}); its log names the place. Make it a folder that the user of the service may write to, then request another backup.`,
    };
  }
  return {
    code: 'backup_failed',
    message: 'The backup could not be written; the log of the service says why.',
  };
}

/** The store of files says in its own words that it cannot be used; beneath is why. */
function systemErrorOf(error: unknown): Partial<NodeJS.ErrnoException> {
  return ((error instanceof AppError ? error.cause : error) ?? {}) as Partial<NodeJS.ErrnoException>;
}
