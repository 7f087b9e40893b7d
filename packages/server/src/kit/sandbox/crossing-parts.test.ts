import { expect, test } from 'vitest';
import { putTogether, takeApart } from './crossing-parts.ts';
import type { Crossing } from './sandbox-messages.ts';

const item = (input: Crossing) => ({ id: 7, entry: 'e', name: 'n', input, timeoutMs: 1, maxOutput: 1 });
const text = 'ä😀x'.repeat(200_000);
const bytes = Buffer.from(text);

test.each([
  ['a text', text],
  ['bytes', new Uint8Array(bytes)],
  ['a record', { text, bytes: new Uint8Array(bytes), short: 'x', list: ['a', 'b'], none: null }],
])('%s that is long is taken apart into short parts, and put together again as it was', (_, input) => {
  const { parts, rest } = takeApart(item(input));
  expect(parts.length).toBeGreaterThan(1);
  expect(Math.max(...parts.map(({ part }) => part.length))).toBeLessThanOrEqual(131_072);
  expect(JSON.stringify(rest).length).toBeLessThan(1_000);
  // Bytes come over as bytes of any kind.
  const { input: arrived } = putTogether(rest, parts) as { input: Record<string, Uint8Array | string> };
  if (typeof input === 'string') expect(arrived).toBe(text);
  else if (input instanceof Uint8Array) expect(bytes.equals(arrived as unknown as Uint8Array)).toBe(true);
  else {
    expect({ ...arrived, bytes: Buffer.from(arrived.bytes as Uint8Array).equals(bytes) }).toEqual({
      ...input,
      bytes: true,
    });
  }
});

test.each([
  ['a short text', 'x'],
  ['a number', 1],
  ['nothing', null],
  ['a list', ['x', 'y']],
  ['a record', { a: 'x' }],
])('%s crosses as it is', (_, input) => {
  expect(takeApart(item(input))).toEqual({ parts: [], rest: item(input) });
});
