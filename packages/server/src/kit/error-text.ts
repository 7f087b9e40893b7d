/** The text of anything thrown, on one line. */
export function errorText(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  // One refusal for each address of a name comes without a message of its own.
  return (message || code || String(error)).replace(/\s*\n\s*/g, ' ').trim();
}
