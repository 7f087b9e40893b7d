import { Readable } from 'node:stream';

/** An answer with the content of a file, or of what is left of it. */
export interface Answered {
  body: AsyncIterable<Uint8Array>;
  /** Of this answer; undefined where the store does not tell. */
  bytes: number | undefined;
}

const MAX_TIMES = 5;

/**
 * The content of a file, through connections that break off: `again` asks for what is missing, from that byte on. After
 * several that brought nothing, `giveUp` throws what the reader is told.
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
      // Only what comes from the store counts as a broken connection, not what the reader throws at the yield.
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
