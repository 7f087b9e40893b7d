import { ModelError } from './model-error.ts';

/** What the providers' packages throw, and the errors in their streams. */
interface CallFailure {
  message?: string;
  type?: string | null;
  code?: string | number | null;
  status?: string | number;
  statusCode?: number;
  responseHeaders?: Record<string, string>;
  /** The body of an error response. */
  data?: { error?: { code?: unknown } };
  cause?: unknown;
}

/**
 * The error in our own words: the provider's may contain the request. `otherwise`: the kind when there is no
 * status.
 */
export function toModelError(
  error: unknown,
  otherwise: 'bad_answer' | 'unavailable' = 'bad_answer',
): ModelError {
  if (error instanceof ModelError) return error;
  const failure = (error ?? {}) as CallFailure;
  if (failure.cause instanceof ModelError) return failure.cause;
  const isAnswered = failure.responseHeaders !== undefined;
  const status = failure.statusCode ?? statusIn(failure);
  const options = { cause: error, retryAfterMs: retryAfterMs(failure.responseHeaders), isFree: isAnswered };
  // OpenAI reports this with the status of a rate limit, but waiting would not help.
  if (failure.data?.error?.code === 'insufficient_quota' || status === 402)
    return new ModelError('refused', 'The account at the provider has no money left.', options);
  if (status === 429) return new ModelError('rate_limited', 'The model accepts no requests now.', options);
  if (status === 529)
    return new ModelError('unavailable', 'The provider of the model is overloaded.', options);
  if (status !== undefined && status >= 500)
    return new ModelError('unavailable', `The model's server answered ${status}.`, options);
  if (status === 408) return new ModelError('unavailable', "The model's server gave up.", options);
  if (status !== undefined && status >= 400)
    return new ModelError('refused', `The model's server refused the request with ${status}.`, options);
  return new ModelError(otherwise, 'The answer of the model cannot be read.', { cause: error });
}

/** Errors within a stream have no status: each protocol names them differently. */
const words: Record<string, number> = {
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  RESOURCE_EXHAUSTED: 429,
  overloaded_error: 529,
  api_error: 500,
  server_error: 500,
  internal_server_error: 500,
  UNAVAILABLE: 503,
  INTERNAL: 500,
  insufficient_quota: 402,
};

function statusIn({ type, code, status }: CallFailure): number | undefined {
  for (const said of [code, status, type]) {
    if (typeof said === 'number') return said;
    const known = said ? words[said] : undefined;
    if (known !== undefined) return known;
  }
  return undefined;
}

/** From a value in milliseconds, in seconds, or as a date. */
function retryAfterMs(headers: Record<string, string> = {}): number | undefined {
  const { 'retry-after-ms': exact, 'retry-after': given } = headers;
  if (exact !== undefined && Number(exact) >= 0) return Number(exact);
  if (given === undefined) return undefined;
  const waitMs = /^\d+(?:\.\d+)?$/.test(given) ? Number(given) * 1_000 : Date.parse(given) - Date.now();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
