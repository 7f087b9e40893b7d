import { isDatabaseUnavailable, isDiskFull, isPartUnavailable, isRolledBack } from '../db/index.ts';
import { AppError, type CommonErrorCode, errorDocsPath } from '../errors/index.ts';

/** The error body that every area uses. */
export function errorBody(error: AppError, requestId: string): object {
  return {
    error: {
      code: error.code,
      message: error.message,
      ...(error.field !== undefined && { field: error.field }),
      request_id: requestId,
      details: { ...error.details, doc_url: errorDocsPath(error.code) },
    },
  };
}

/** A commit whose answer was lost may have succeeded: the message must not claim otherwise. */
function unavailableMessage(error: unknown): string {
  if (isDiskFull(error))
    return 'The database has no room left on its disk, so nothing was stored. Try again when there is room.';
  if (isRolledBack(error))
    return 'Others were changing the same at once, so nothing was stored. Try again in a moment.';
  const what = isPartUnavailable(error)
    ? 'The part of the database that has the data of this organization is away just now.'
    : 'The database is away just now.';
  return `${what} Try again in a moment, with an Idempotency-Key so that nothing is done twice.`;
}

const statusCodes: Record<number, [CommonErrorCode, string]> = {
  400: ['invalid_request', 'The request is malformed. Check its path, headers and body.'],
  408: ['request_timeout', 'The request did not arrive in time. Send it faster.'],
  413: ['payload_too_large', 'The body is larger than this route takes.'],
  415: ['unsupported_media_type', 'Send the body as JSON, with Content-Type: application/json.'],
  431: ['headers_too_large', 'The request headers are too large. Send fewer.'],
};

/** What the caller may see of anything thrown. The original error stays in `cause`, for the log. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error) || isRolledBack(error)) {
    return new AppError('unavailable', {
      message: unavailableMessage(error),
      headers: { 'retry-after': '1' },
      cause: error,
    });
  }
  const known = statusCodes[(error as { statusCode?: number } | undefined)?.statusCode ?? 0];
  if (known) return new AppError(known[0], { message: known[1], cause: error });
  return new AppError('internal_error', {
    message: 'The service failed on this request. Try again; if it persists, report the request id.',
    cause: error,
  });
}
