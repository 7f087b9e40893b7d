export type ModelErrorKind =
  /** 429, also after the retries. */
  | 'rate_limited'
  /** 5xx and 529, connection refused or cut, a stream that broke off. */
  | 'unavailable'
  | 'timeout'
  /** No JSON, or not of the schema, or empty. */
  | 'bad_answer'
  /** The answer was longer than it may be, also with twice the room. */
  | 'truncated'
  /** The model does not want to answer; or 4xx: a wrong key, an unknown model, a request that is too long. */
  | 'refused'
  /** What this piece of work may take is spent. */
  | 'budget_spent'
  /** What the organization may spend in a month is spent. */
  | 'organization_budget_spent'
  /** The service was killed while the model was asked: it is not asked the same again. */
  | 'interrupted'
  | 'aborted';

interface ModelErrorOptions extends ErrorOptions {
  /** The server says when to come back. */
  retryAfterMs?: number | undefined;
  /** Nothing was asked, or the server said no at once. */
  isFree?: boolean;
}

const mayRetry: readonly ModelErrorKind[] = ['rate_limited', 'unavailable', 'bad_answer', 'truncated'];

/** A call to a language model that brought nothing. The message names no key and no prompt. */
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
