import { expect, test } from 'vitest';
import { GroupCommit } from './group-commit.ts';

/** Doubles numbers and records its batches; a negative number fails the whole batch. */
function doubler(triesAlone: boolean) {
  const batches: number[][] = [];
  const group = new GroupCommit<number, number>({
    maxItems: 3,
    triesAlone: () => triesAlone,
    async run(items) {
      batches.push(items);
      await new Promise((resolve) => setImmediate(resolve));
      if (items.some((item) => item < 0)) throw new Error('negative');
      return items.map((item) => item * 2);
    },
  });
  return { group, batches };
}

test('items added in one turn share batches of the maximum size, and each gets its own result', async () => {
  const { group, batches } = doubler(false);
  expect(await Promise.all([1, 2, 3, 4, 5].map((item) => group.add(item)))).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

test('items that arrive during a batch form the next one', async () => {
  const { group, batches } = doubler(false);
  const first = group.add(1);
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([first, group.add(2), group.add(3)]);
  expect(batches).toEqual([[1], [2, 3]]);
});

test('one bad item fails alone if its batch is retried one by one', async () => {
  const { group } = doubler(true);
  const results = await Promise.allSettled([1, -2, 3].map((item) => group.add(item)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a batch that fails completely fails for each of its items, and the next one runs', async () => {
  const { group } = doubler(false);
  const results = await Promise.allSettled([1, -2, 3, 4].map((item) => group.add(item)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
});

test('drain waits for everything that was added', async () => {
  const { group } = doubler(false);
  let settled = 0;
  for (const item of [1, 2, 3, 4]) void group.add(item).then(() => settled++);
  await group.drain();
  expect(settled).toBe(4);
  await group.drain();
});
