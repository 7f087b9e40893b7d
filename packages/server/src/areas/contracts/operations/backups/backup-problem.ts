import { AppError } from '../../../../kit/errors/index.ts';
import type { BackupProblem } from './backup.repository.ts';

/** System errors when the service may not write, or something else is where a folder should be. */
const NOT_WRITABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);

/**
 * The message for the requester of a backup that could not be written: paths of the server stay in its log.
 */
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

/** The blob store wraps its errors; the system error is the cause. */
function systemErrorOf(error: unknown): Partial<NodeJS.ErrnoException> {
  return ((error instanceof AppError ? error.cause : error) ?? {}) as Partial<NodeJS.ErrnoException>;
}
