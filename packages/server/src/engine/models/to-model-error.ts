import { ModelError } from './model-error.ts';

interface CallFailure {
  name?: string;
  message?: string;
  statusCode?: number;
  finishReason?: string;
  cause?: unknown;
}

/** What went wrong, in our words: the SDK's messages may hold the request. */
export function toModelError(error: unknown, signal: AbortSignal | undefined): ModelError {
  if (error instanceof ModelError) return error;
  const { name = '', message = '', statusCode, finishReason, cause } = (error ?? {}) as CallFailure;
  if (signal?.aborted)
    return new ModelError('aborted', 'The call to the model was stopped.', { cause: error });
  if (name === 'TimeoutError' || /timeout/i.test(message) || (name === 'AbortError' && !signal?.aborted)) {
    return new ModelError('timeout', 'The model did not answer in time.', { cause: error });
  }
  if (statusCode === 429)
    return new ModelError('rate_limited', 'The model takes no more requests now.', { cause: error });
  if (statusCode !== undefined && statusCode >= 500) {
    return new ModelError('unavailable', `The model's server answered ${statusCode}.`, { cause: error });
  }
  // Some refuse with a sentence, which is no object either.
  if (finishReason === 'content-filter')
    return new ModelError('refused', 'The model does not want to answer this.', { cause: error });
  if (
    /NoObjectGenerated|NoOutputGenerated|JSONParse|TypeValidation|NoContentGenerated|InvalidResponse|EmptyResponse/.test(
      name,
    )
  ) {
    return new ModelError('bad_answer', 'The answer of the model is not of the form that was asked for.', {
      cause: error,
    });
  }
  if (statusCode !== undefined && statusCode >= 400) {
    return new ModelError('refused', `The model's server refused the request with ${statusCode}.`, {
      cause: error,
    });
  }
  if (statusCode !== undefined && statusCode < 400) {
    return new ModelError('bad_answer', 'The answer of the model cannot be read.', { cause: error });
  }
  const inner = `${message} ${(cause as CallFailure | undefined)?.message ?? ''}`;
  if (/fetch failed|terminated|socket|ECONN|EPIPE|other side closed|network|connect/i.test(inner)) {
    return new ModelError('unavailable', 'The connection to the model failed.', { cause: error });
  }
  return new ModelError('bad_answer', 'The answer of the model cannot be used.', { cause: error });
}
