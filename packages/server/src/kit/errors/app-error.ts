import { type CommonErrorCode, commonErrors } from './common-errors.ts';
import type { ErrorCode, ErrorValue } from './error-codes.ts';

/** What an `AppError` carries besides its code; all of it may be shown to the caller. */
export interface ErrorDetail {
  /** What is wrong and what to do about it, in one or two sentences. */
  message: string;
  /** The offending field, as the caller spelled it (`data.items.3.name`). */
  field?: string;
  details?: Record<string, unknown>;
  /** Response headers for this error (`Retry-After`). */
  headers?: Record<string, string>;
  /** The underlying error, for the log only. */
  cause?: unknown;
}

/** An error that the caller may see. Anything else thrown becomes `internal_error`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly field: string | undefined;
  readonly details: Record<string, unknown> | undefined;
  readonly headers: Record<string, string> | undefined;

  /** `kind`: a common code, or a kind from an area's own table, which brings its status. */
  constructor(kind: CommonErrorCode | ErrorValue, detail: ErrorDetail) {
    super(detail.message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'AppError';
    const { code, status } = typeof kind === 'string' ? commonErrors[kind] : kind;
    this.code = code;
    this.status = status;
    this.field = detail.field;
    this.details = detail.details;
    this.headers = detail.headers;
  }
}

/**
 * The same answer for a missing id and for one of another organization. `field`: where a body or query names
 * it.
 */
export function notFound(what: string, field?: string): AppError {
  return new AppError('not_found', {
    message: `No such ${what}. Check the id and the key's organization.`,
    ...(field !== undefined && { field }),
  });
}

/** A value in the request that is not acceptable. `field`: as the caller spelled it. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('invalid_request', { field, message });
}
