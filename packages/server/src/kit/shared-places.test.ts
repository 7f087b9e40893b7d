import { expect, test } from 'vitest';
import { SharedPlaces } from './shared-places.ts';

/** The holders of places, in the order in which they got them. */
function openPlaces(total: number, ofOwner: number) {
  const places = new SharedPlaces(total, ofOwner);
  const inside: string[] = [];
  const take = async (owner: string, name: string) => {
    const leave = await places.take(owner);
    inside.push(name);
    return leave;
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { inside, take, settle };
}

test('one owner takes only its share, and others find places next to it', async () => {
  const { inside, take, settle } = openPlaces(4, 2);
  const leaves = [take('a', 'a1'), take('a', 'a2'), take('a', 'a3'), take('a', 'a4'), take('b', 'b1')];
  await settle();
  expect(inside).toEqual(['a1', 'a2', 'b1']);
  const leave = await leaves[0];
  leave?.();
  // Calling it twice gives back only one place.
  leave?.();
  await settle();
  expect(inside).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('the total is never exceeded, and the longest waiting owner comes first', async () => {
  const { inside, take, settle } = openPlaces(2, 2);
  const first = take('a', 'a1');
  void take('b', 'b1');
  void take('c', 'c1');
  void take('b', 'b2');
  await settle();
  expect(inside).toEqual(['a1', 'b1']);
  (await first)();
  await settle();
  expect(inside).toEqual(['a1', 'b1', 'c1']);
});
