/**
 * Only the explanatory parts of an error: libraries attach whole connections to theirs, passwords included.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    name,
    message,
    ...(code !== undefined && { code }),
    stack,
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}
