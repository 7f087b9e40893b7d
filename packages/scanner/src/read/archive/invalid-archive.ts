/** Why a file is rejected as an archive. The message is for the sender: what is wrong and where. */
export class InvalidArchive extends Error {
  /** A stable code for the reason, such as `path_traversal`. */
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.name = 'InvalidArchive';
    this.reason = reason;
  }
}

/** A name from an archive for use in a message: bounded, and without control characters. */
export function quoteName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return `\`${name.replace(/[\u0000-\u001f\u007f]/g, '\u{fffd}').slice(0, 200)}\``;
}
