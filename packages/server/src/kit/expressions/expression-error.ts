/** What is wrong with an expression, or why it gave no value. */
export class ExpressionError extends Error {
  /** Characters from its start, where that is known. */
  readonly position: number | undefined;
  /** It was ended before it came to a value. On a machine that is busy the same may be done in time later. */
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
