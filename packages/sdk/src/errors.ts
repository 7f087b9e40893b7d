import type { ErrorCode } from './api.generated.ts';

/** An error response of the service. `message` says what is wrong and what to do. */
export class TriviumError extends Error {
  /** HTTP status. */
  readonly status: number;
  /**
   * Stable, such as `invalid_request`; see the error reference. A newer service may have codes not listed
   * here.
   */
  readonly code: ErrorCode | (string & {});
  /** The offending field of the request, if any. */
  readonly field: string | undefined;
  /** Identifies the request in the service's log. */
  readonly requestId: string | undefined;
  readonly details: Record<string, unknown> | undefined;
  /** URL of the code's page: what it means and what to do. */
  readonly docUrl: string | undefined;
  /** How long the service asks clients to wait. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, error: ErrorBody, more: { docUrl?: string; retryAfterSeconds?: number } = {}) {
    super(error.message);
    this.name = 'TriviumError';
    this.status = status;
    this.code = error.code;
    this.field = error.field;
    this.requestId = error.request_id;
    this.details = error.details;
    this.docUrl = more.docUrl;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** What was awaited did not finish in time. It continues in the service: read its state again later. */
export class TriviumTimeoutError extends Error {
  readonly code = 'not_done_in_time';
  /** How long the client waited. */
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`It was not done within ${timeoutMs / 1_000} s. It continues in the service.`);
    this.name = 'TriviumTimeoutError';
    this.timeoutMs = timeoutMs;
  }
}

/** No response after all retries; `cause` is the last error. */
export class TriviumConnectionError extends Error {
  readonly code = 'no_answer';

  constructor(address: string, cause: unknown) {
    super(`${address} does not answer: ${reasonOf(cause)}. ${adviceFor(address)}`, { cause });
    this.name = 'TriviumConnectionError';
  }
}

/** A browser hides from a page whether another origin is down or does not let the page read its responses. */
function adviceFor(address: string): string {
  const { location } = globalThis as { location?: { origin?: string } };
  const page = location?.origin;
  if (page === undefined || new URL(address, page).origin === page)
    return 'Is the service running, and is the address right?';
  return `If the service is running, it does not accept requests from pages of ${page}: add this origin to its setting CORS_ALLOWED_ORIGINS.`;
}

interface ErrorBody {
  code: string;
  message: string;
  field?: string;
  request_id?: string;
  details?: Record<string, unknown>;
}

/** The error in a response from `url`, even if the response is not the service's own. */
export function toTriviumError(url: string, { status, headers }: Response, text: string): TriviumError {
  const retryAfterSeconds = secondsOf(headers.get('retry-after'));
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  try {
    const { error } = JSON.parse(text) as { error?: ErrorBody };
    if (typeof error?.code === 'string') {
      const path = error.details?.doc_url;
      return new TriviumError(status, error, {
        ...wait,
        ...(typeof path === 'string' && { docUrl: url + path }),
      });
    }
  } catch {
    // A proxy or gateway in between answered.
  }
  const message = `The answer was ${status} and not one of Trivium: ${text.slice(0, 200)}`;
  return new TriviumError(status, { code: 'unexpected_answer', message }, wait);
}

/** `Retry-After` is a number of seconds, as the service sends it, or a date, as others may. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string };
  return cause?.code ?? (cause?.message || message || String(error));
}
