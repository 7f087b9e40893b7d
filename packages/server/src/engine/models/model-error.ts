export type ModelErrorKind =
  /** 429, even after retries. */
  | 'rate_limited'
  /** 5xx and 529, connection refused or cut, an interrupted stream. */
  | 'unavailable'
  | 'timeout'
  /** Not JSON, not matching the schema, or empty. */
  | 'bad_answer'
  /** The answer exceeded its length limit, even with twice the room. */
  | 'truncated'
  /** The model declined to answer; or 4xx: a wrong key, an unknown model, a request that is too long. */
  | 'refused'
  /** The budget of this work is spent. */
  | 'budget_spent'
  /** The organization's monthly budget is spent. */
  | 'organization_budget_spent'
  /** The service was killed while the model was being asked: the same question is not asked again. */
  | 'interrupted'
  | 'aborted';

interface ModelErrorOptions extends ErrorOptions {
  /** The server's Retry-After. */
  retryAfterMs?: number | undefined;
  /** Nothing was sent, or the server refused at once. */
  isFree?: boolean;
}

const mayRetry: readonly ModelErrorKind[] = ['rate_limited', 'unavailable', 'bad_answer', 'truncated'];

/** A failed call to a language model. The message contains no key and no prompt. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly kind: ModelErrorKind;
  readonly retryAfterMs: number | undefined;
  /** Whether it is known to have cost nothing. */
  readonly isFree: boolean;

  constructor(kind: ModelErrorKind, message: string, options: ModelErrorOptions = {}) {
    super(message, options);
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
    this.isFree = options.isFree ?? false;
  }

  /** Whether the same call may succeed later. */
  get mayRetry(): boolean {
    return mayRetry.includes(this.kind);
  }
}
