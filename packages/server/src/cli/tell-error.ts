/** Failures whose message tells an operator everything; the stack would only bury it. */
const expected = new Set([
  'AppError',
  'CommandError',
  'EmbeddedPostgresError',
  'MigrationError',
  'SecretBoxError',
  'SettingError',
  'StartError',
  'TourError',
  'TriviumConnectionError',
  'TriviumError',
]);

export function isExpected(error: unknown): error is Error {
  return error instanceof Error && (expected.has(error.name) || isFileError(error));
}

/** The operating system refused a file or a folder, which it names: a full or read-only disk, a missing right. */
function isFileError(error: Error): boolean {
  return 'syscall' in error && 'path' in error && typeof error.path === 'string';
}

/** A failure in one line, with where its code is explained; what a compiler said comes below it. */
export function tellError(error: Error & { docUrl?: string; details?: { errors?: unknown } }): string {
  if (isFileError(error)) return `A file or folder cannot be used: ${error.message}.`;
  const line = error.docUrl === undefined ? error.message : `${error.message} (${error.docUrl})`;
  const { errors } = error.details ?? {};
  return Array.isArray(errors) ? [line, ...errors.map(String)].join('\n') : line;
}

/** What the parser of command lines says, for a program. */
export function formatUsageError(text: string): string {
  const message = text.trim().replace(/^error: /, '');
  return `${JSON.stringify({ error: { code: 'invalid_usage', message } })}\n`;
}

/** A failure for a program: what the service told of it where it came from there. */
export function formatError(error: Error): string {
  const {
    code = error.name,
    message,
    field,
    requestId,
    details,
  } = error as Error & Partial<Record<string, unknown>>;
  return JSON.stringify({ error: { code, message, field, request_id: requestId, details } });
}
