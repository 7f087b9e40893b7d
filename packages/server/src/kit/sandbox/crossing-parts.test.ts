import { expect, test } from 'vitest';
import { type Announced, putTogether, type Slice, takeApart } from './crossing-parts.ts';
import type { Crossing } from './sandbox-messages.ts';

const item = (input: Crossing) => ({ id: 7, entry: 'e', name: 'n', input, timeoutMs: 1, maxOutput: 1 });
const text = 'ä😀x'.repeat(200_000);
const latin = 'ä'.repeat(300_000);
const bytes = new Uint8Array(Buffer.from(text));

/** What arrives when the slices are written one after the other. */
function cross(announced: Announced, slices: readonly Slice[]) {
  const pipe = Buffer.concat(
    slices.flatMap(({ head, content, encoding }) => [
      head,
      typeof content === 'string' ? Buffer.from(content, encoding as BufferEncoding) : content,
    ]),
  );
  let at = 0;
  return putTogether(structuredClone(announced), async (size) => {
    at += size;
    return pipe.subarray(at - size, at);
  });
}

/** Bytes come over as bytes of any kind. */
const plain = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
};

test.each([
  ['a text', text],
  ['a text of narrow characters', latin],
  ['a text with half of a character', `\ud800${text}\udc00`],
  ['bytes', bytes],
  ['a record', { text, latin, bytes, short: 'x', list: ['a', 'b'], none: null }],
  ['a list of texts', { names: ['a'], texts: ['short', text, 'short too', latin] }],
  ['a list of blocks', { blocks: [bytes.subarray(0, 100_000), new Uint8Array(), bytes] }],
])('%s that is long is taken apart into short slices, and put together again as it was', async (_, input) => {
  const { announced, ...apart } = takeApart(item(input));
  const slices = [...apart.slices];
  expect(slices.length).toBeGreaterThan(1);
  expect(Math.max(...slices.map(({ content }) => content.length))).toBeLessThanOrEqual(131_072);
  expect(JSON.stringify(announced).length).toBeLessThan(3_000);
  const arrived = await cross(announced, slices);
  expect(plain(arrived.input)).toEqual(plain(input));
});

test.each([
  ['a short text', 'x'],
  ['a number', 1],
  ['nothing', null],
  ['a list', ['x', 'y']],
  ['a list of short blocks', [new Uint8Array(3)]],
  ['a record', { a: 'x' }],
])('%s crosses as it is', (_, input) => {
  const { announced, slices } = takeApart(item(input));
  expect(announced).toEqual({ rest: item(input), long: [] });
  expect([...slices]).toEqual([]);
});
