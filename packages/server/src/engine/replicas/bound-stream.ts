import { Readable } from 'node:stream';

/**
 * The same stream, each part of which is produced within `within`, so that later reads are attributed to
 * whoever opened it.
 */
export function boundStream(source: Readable, within: <T>(run: () => T) => T, over: () => void): Readable {
  const iterator = source[Symbol.asyncIterator]();
  const parts: AsyncIterable<unknown> = {
    [Symbol.asyncIterator]: () => ({
      next: () => within(() => iterator.next()),
      return: async () => {
        source.destroy();
        return { done: true, value: undefined };
      },
    }),
  };
  return Readable.from(parts, { objectMode: source.readableObjectMode }).once('close', over);
}
