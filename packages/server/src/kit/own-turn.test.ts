import { expect, test } from 'vitest';
import { ownTurn } from './own-turn.ts';
import { required } from './required.ts';

test('callers that want a separate turn get it in order, and others are served between any two of them', async () => {
  const served: string[] = [];
  const others = () => {
    served.push('other');
    if (served.length < 12) setImmediate(others);
  };
  setImmediate(others);
  await Promise.all(['a', 'b', 'c'].map((name) => ownTurn().then(() => served.push(name))));
  expect(served.filter((name) => name !== 'other')).toEqual(['a', 'b', 'c']);
  const at = ['a', 'b', 'c'].map((name) => served.indexOf(name));
  expect(at.every((index, i) => i === 0 || index - required(at[i - 1], 'at[i - 1]') > 1)).toBe(true);
});
