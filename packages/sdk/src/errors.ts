import type { ErrorCode } from './api.generated.ts';

/** A refusal of the service. `message` says what is wrong and what to do. */
export class TriviumError extends Error {
  /** HTTP status. */
  readonly status: number;
  /** Stable, such as `invalid_request`; see the reference of errors. Of a newer service it may be another. */
  readonly code: ErrorCode | (string & {});
  /** The offending field of the request, where there is one. */
  readonly field: string | undefined;
  /** Finds the request in the log of the service. */
  readonly requestId: string | undefined;
  readonly details: Record<string, unknown> | undefined;
  /** The page of the code in the service: what it means and what to do. */
  readonly docUrl: string | undefined;
  /** How long the service asks to wait. */
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

/** What was waited for was not done in time. It goes on in the service: read its state again later. */
export class TriviumTimeoutError extends Error {
  readonly code = 'not_done_in_time';
  /** How long it was waited for. */
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`It was not done within ${timeoutMs / 1_000} s. It continues in the service.`);
    this.name = 'TriviumTimeoutError';
    this.timeoutMs = timeoutMs;
  }
}

/** No answer came, however often it was tried; `cause` tells the last reason. */
export class TriviumConnectionError extends Error {
  readonly code = 'no_answer';

  constructor(address: string, cause: unknown) {
    super(
      `${address} does not answer: ${reasonOf(cause)}. Is the service running, and is the address right?`,
      {
        cause,
      },
    );
    this.name = 'TriviumConnectionError';
  }
}

interface ErrorBody {
  code: string;
  message: string;
  field?: string;
  request_id?: string;
  details?: Record<string, unknown>;
}

/** The error that an answer of the service at `url` tells of; of an answer that is not its own too. */
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
    // Something in between answered.
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
