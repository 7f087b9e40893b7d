import { expect, test } from 'vitest';
import { OwnerGroups } from './owner-groups.ts';

test('slow work of one owner does not delay others, and drain waits for all', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const done: string[] = [];
  const groups = new OwnerGroups<string, string>({
    maxItems: 10,
    async run(items) {
      if (items.includes('slow')) await held;
      done.push(...items);
      return items.map((item) => item.toUpperCase());
    },
  });
  const slow = groups.add('a', 'slow');
  expect(await groups.add('b', 'quick')).toBe('QUICK');
  const behind = groups.add('a', 'behind');
  expect(await groups.add('b', 'again')).toBe('AGAIN');
  const drained = groups.drain().then(() => done.push('drained'));
  expect(done).toEqual(['quick', 'again']);
  release();
  expect(await Promise.all([slow, behind])).toEqual(['SLOW', 'BEHIND']);
  await drained;
  expect(done).toEqual(['quick', 'again', 'slow', 'behind', 'drained']);
});
