import { Readable } from 'node:stream';

/** A response with a file's content, or the rest of it. */
export interface Answered {
  body: AsyncIterable<Uint8Array>;
  /** Bytes in this response; undefined when the store does not say. */
  bytes: number | undefined;
}

const MAX_TIMES = 5;

/**
 * A file's content across broken connections: `again` requests the rest, from that byte on. After several
 * attempts without progress, `giveUp` throws the error for the reader.
 */
export function readOn(
  first: Answered,
  again: (after: number) => Promise<Answered>,
  giveUp: (error: Error) => never,
): Readable {
  return Readable.from(chunks(first, again, giveUp), { objectMode: false });
}

async function* chunks(
  first: Answered,
  again: (after: number) => Promise<Answered>,
  giveUp: (error: Error) => never,
): AsyncGenerator<Uint8Array> {
  let answer = first;
  let read = 0;
  for (let tries = 1; ; tries++) {
    const pieces = answer.body[Symbol.asyncIterator]();
    try {
      // Only errors from the store count as a broken connection, not those the reader throws at the yield.
      for (;;) {
        const piece = await pieces.next().catch((error: Error) => ({ done: true as const, value: error }));
        if (!piece.done) {
          read += piece.value.length;
          tries = 0;
          yield piece.value;
          continue;
        }
        if (!(piece.value instanceof Error) || read === first.bytes) return;
        if (tries === MAX_TIMES) giveUp(piece.value);
        break;
      }
    } finally {
      await pieces.return?.();
    }
    answer = await again(read);
  }
}
