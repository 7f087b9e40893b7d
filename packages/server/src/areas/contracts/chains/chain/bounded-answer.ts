/** A node's response was longer than allowed, and was not read to its end. */
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
