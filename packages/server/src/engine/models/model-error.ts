export type ModelErrorKind =
  /** 429, also after the retries. */
  | 'rate_limited'
  /** 5xx, connection refused or cut. */
  | 'unavailable'
  | 'timeout'
  /** No JSON, or not of the schema, or empty. */
  | 'bad_answer'
  /** 4xx: a wrong key, an unknown model, a request that is too long. */
  | 'refused'
  | 'budget_spent'
  | 'aborted';

/** A call to a language model that brought nothing. The message names no key and no prompt. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly kind: ModelErrorKind;

  constructor(kind: ModelErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }

  /** Whether the same call may succeed later. */
  get mayRetry(): boolean {
    return this.kind === 'rate_limited' || this.kind === 'unavailable' || this.kind === 'bad_answer';
  }
}
