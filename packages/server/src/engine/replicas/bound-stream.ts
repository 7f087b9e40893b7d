import { Readable } from 'node:stream';

/** The same stream, each part of which is made within `within`: what is read on for it belongs to who opened it. */
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
