import { expect, test } from 'vitest';
import { asShortWork } from './short-work.ts';

const SMALL = 20_000_000;

test('V8 serves short work from the first analysis to the last, however they end', async () => {
  const flags: string[] = [];
  const set = (flag: string) => void flags.push(flag);
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const both = [first, second].map(({ promise }) => asShortWork(SMALL, () => promise, set));
  expect(flags).toEqual(['--no-turbofan']);
  first.reject(new Error('it failed'));
  await expect(both[0]).rejects.toThrow('it failed');
  expect(flags).toHaveLength(1);
  second.resolve();
  await both[1];
  expect(flags).toEqual(['--no-turbofan', '--turbofan']);
});

test('an application of millions of lines changes nothing', async () => {
  const flags: string[] = [];
  expect(
    await asShortWork(
      100_000_000,
      async () => 7,
      (flag) => void flags.push(flag),
    ),
  ).toBe(7);
  expect(flags).toEqual([]);
});
