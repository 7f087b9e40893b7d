/** The embedded database failed or refused to start. The message is one line: the problem and the fix. */
export class EmbeddedPostgresError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'EmbeddedPostgresError';
  }
}

/** The `code` of a Node.js system error (`ENOENT`, `EACCES`), or undefined. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
