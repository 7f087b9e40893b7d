import { expect, test } from 'vitest';
import { withFreeHeapGrowth } from './heap-growth.ts';

const BOUND = '--heap-growing-percent=50';
const SMALL = 20_000_000;

test('the bound on heaps is lifted with the first analysis, and back after the last, however they end', async () => {
  const flags: string[] = [];
  const set = (flag: string) => void flags.push(flag);
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const both = [first, second].map(({ promise }) => withFreeHeapGrowth(SMALL, () => promise, set, BOUND));
  expect(flags).toEqual(['--heap-growing-percent=0']);
  first.reject(new Error('it failed'));
  await expect(both[0]).rejects.toThrow('it failed');
  expect(flags).toHaveLength(1);
  second.resolve();
  await both[1];
  expect(flags).toEqual(['--heap-growing-percent=0', BOUND]);
});

test.each([
  ['an application of millions of lines', 100_000_000, BOUND],
  ['a service that was started without a bound', SMALL, undefined],
])('%s changes nothing', async (_who, bytes, flag) => {
  const flags: string[] = [];
  const set = (text: string) => void flags.push(text);
  expect(await withFreeHeapGrowth(bytes, async () => 7, set, flag)).toBe(7);
  expect(flags).toEqual([]);
});
