/** Why a backup or restore is not possible; one line for the operator: the problem and the fix. */
export class BackupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BackupError';
  }
}
