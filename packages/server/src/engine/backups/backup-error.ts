/** Why a backup or a restore cannot be; one line for the operator: what is wrong, and the cure. */
export class BackupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BackupError';
  }
}
