/** A refusal of the service. `message` says what is wrong and what to do. */
export class TriviumError extends Error {
  /** HTTP status. */
  readonly status: number;
  /** Stable, such as `invalid_request`; see the reference of errors. */
  readonly code: string;
  /** The offending field of the request, where there is one. */
  readonly field: string | undefined;
  /** Finds the request in the log of the service. */
  readonly requestId: string | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(status: number, error: ErrorBody) {
    super(error.message);
    this.name = 'TriviumError';
    this.status = status;
    this.code = error.code;
    this.field = error.field;
    this.requestId = error.request_id;
    this.details = error.details;
  }
}

/** No answer came, however often it was tried; `cause` tells the last reason. */
export class TriviumConnectionError extends Error {
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

/** The error that an answer tells of; of an answer that is not the service's own too. */
export function toTriviumError(status: number, text: string): TriviumError {
  try {
    const { error } = JSON.parse(text) as { error?: ErrorBody };
    if (typeof error?.code === 'string') return new TriviumError(status, error);
  } catch {
    // Something in between answered.
  }
  const message = `The answer was ${status} and not one of Trivium: ${text.slice(0, 200)}`;
  return new TriviumError(status, { code: 'unexpected_answer', message });
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string };
  return cause?.code ?? (cause?.message || message || String(error));
}
