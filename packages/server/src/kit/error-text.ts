/** The text of anything thrown, on one line. */
export function errorText(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  // When every address of a name refuses, the AggregateError has no message of its own.
  return (message || code || String(error)).replace(/\s*\n\s*/g, ' ').trim();
}
