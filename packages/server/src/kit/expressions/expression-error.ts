/** Why an expression is invalid or yielded no value. */
export class ExpressionError extends Error {
  /** Offset in characters, if known. */
  readonly position: number | undefined;
  /** It was stopped before it finished; on a less busy machine the same input may succeed later. */
  readonly isTimeout: boolean;

  constructor(
    message: string,
    { position, isTimeout = false }: { position?: number | undefined; isTimeout?: boolean } = {},
  ) {
    super(message);
    this.name = 'ExpressionError';
    this.position = position;
    this.isTimeout = isTimeout;
  }
}
