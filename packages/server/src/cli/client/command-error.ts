/** What a command ends with, so that a script can tell the cases apart. docs/cli.md has the table. */
export const exitCodes = { failed: 1, usage: 2, noAnswer: 3, notAllowed: 4 } as const;

/** A mistake on the command line, or of what it names; the message tells the cure. */
export class CommandError extends Error {
  readonly code: string = 'invalid_usage';
  readonly exitCode: number = exitCodes.usage;

  constructor(message: string) {
    super(message);
    this.name = 'CommandError';
  }
}

/** Nobody said which key to use. */
export class KeyMissingError extends CommandError {
  override readonly code = 'key_missing';
  override readonly exitCode = exitCodes.notAllowed;
}

/** The command line was right, and what it asked for did not work. */
export class FailedError extends CommandError {
  override readonly code = 'failed';
  override readonly exitCode = exitCodes.failed;
}
