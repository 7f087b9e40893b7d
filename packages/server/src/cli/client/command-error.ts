/** Exit codes, so that a script can tell the cases apart. docs/cli.md has the table. */
export const exitCodes = { failed: 1, usage: 2, noAnswer: 3, notAllowed: 4 } as const;

/** A mistake on the command line or in something that it names; the message says what to do. */
export class CommandError extends Error {
  readonly code: string = 'invalid_usage';
  readonly exitCode: number = exitCodes.usage;

  constructor(message: string) {
    super(message);
    this.name = 'CommandError';
  }
}

/** No API key was given. */
export class KeyMissingError extends CommandError {
  override readonly code = 'key_missing';
  override readonly exitCode = exitCodes.notAllowed;
}

/** The command line was correct, but the request failed. */
export class FailedError extends CommandError {
  override readonly code = 'failed';
  override readonly exitCode = exitCodes.failed;
}
