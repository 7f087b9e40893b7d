import { exitCodes } from './client/command-error.ts';

/** Errors whose message tells an operator everything; the stack would only hide it. */
const expected = new Set([
  'AppError',
  'BackupError',
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

/** The operating system refused a file or a folder, and names it: a full or read-only disk, a missing permission. */
function isFileError(error: Error): boolean {
  return 'syscall' in error && 'path' in error && typeof error.path === 'string';
}

interface ReportedError extends Error {
  code?: string;
  status?: number;
  field?: string;
  requestId?: string;
  docUrl?: string;
  details?: { errors?: unknown };
  exitCode?: number;
}

/**
 * An error in one line: what is wrong and what to do, then its code, the field and the address that explains the code.
 * Messages of a compiler come below it.
 */
export function formatFailure(error: ReportedError): string {
  if (isFileError(error)) return `A file or folder cannot be used: ${error.message}.`;
  const { errors } = error.details ?? {};
  const line = `${error.message}${formatRefusal(error)}`;
  return Array.isArray(errors) ? [line, ...errors.map(String)].join('\n') : line;
}

function formatRefusal({ name, code, field, docUrl, status = 0, requestId }: ReportedError): string {
  if (name !== 'TriviumError') return '';
  const facts = [
    `code ${code}`,
    ...(field === undefined ? [] : [`field ${field}`]),
    // The id by which the operator finds it in the log.
    ...(status >= 500 && requestId !== undefined ? [`request ${requestId}`] : []),
    ...(docUrl === undefined ? [] : [docUrl]),
  ];
  return ` (${facts.join(', ')})`;
}

/** The exit code of the process: docs/cli.md has the table. */
export function exitCodeOf({ name, status, exitCode }: ReportedError): number {
  if (name === 'TriviumConnectionError') return exitCodes.noAnswer;
  if (name === 'TriviumError' && (status === 401 || status === 403)) return exitCodes.notAllowed;
  return exitCode ?? exitCodes.failed;
}

/** An error of the command-line parser, for a program. */
export function formatUsageError(text: string): string {
  const message = text.trim().replace(/^error: /, '');
  return `${JSON.stringify({ error: { code: 'invalid_usage', message } })}\n`;
}

/** An error for a program, with the details from the service if it came from there. */
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
