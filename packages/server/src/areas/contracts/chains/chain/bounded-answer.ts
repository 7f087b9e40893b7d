/** A node's response exceeded the limit, and the rest was not read. */
export class AnswerTooLargeError extends Error {}

/** Throws `AnswerTooLargeError`. */
export async function readBounded(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    // Leaving the loop closes the connection.
    if (size > maxBytes) throw new AnswerTooLargeError(`the node answered more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
