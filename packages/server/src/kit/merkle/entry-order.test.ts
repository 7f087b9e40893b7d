import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EntryOrder } from './entry-order.ts';

function run(indexes: readonly number[], windowSize: number) {
  const seen = { entries: [] as number[], gaps: [] as number[], reordered: [] as number[], duplicates: 0 };
  let mostWaiting = 0;
  const order = new EntryOrder<string>(
    {
      onEntry: (index, value) => {
        expect(value).toBe(`value ${index}`);
        seen.entries.push(index);
      },
      onGap: (first, last) => {
        for (let i = first; i <= last; i++) seen.gaps.push(i);
      },
      onReordered: (index) => seen.reordered.push(index),
      onDuplicate: () => seen.duplicates++,
    },
    windowSize,
  );
  for (const index of indexes) {
    order.push(index, `value ${index}`);
    mostWaiting = Math.max(mostWaiting, order.waiting);
  }
  order.finish();
  expect(order.waiting).toBe(0);
  return { ...seen, mostWaiting, next: order.next };
}

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

describe('EntryOrder', () => {
  it('passes ordered entries through without storing any', () => {
    expect(run(upTo(50), 8)).toEqual({
      entries: upTo(50),
      gaps: [],
      reordered: [],
      duplicates: 0,
      mostWaiting: 0,
      next: 50,
    });
  });

  it('restores any order within the window, and reports it', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(upTo(40), { minLength: 40 }), (indexes) => {
        const result = run(indexes, 40);
        expect(result.entries).toEqual(upTo(40));
        expect(result.gaps).toEqual([]);
        expect(result.reordered.length > 0).toBe(indexes.some((index, i) => index !== i));
      }),
    );
  });

  it('passes on each index once, in order, and never stores more than the window', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(60), { maxLength: 200 }),
        fc.integer({ min: 1, max: 12 }),
        (indexes, window) => {
          const result = run(indexes, window);
          expect(result.mostWaiting).toBeLessThanOrEqual(window);
          expect(result.entries).toEqual([...new Set(result.entries)].sort((a, b) => a - b));
          const all = [...result.entries, ...result.gaps].sort((a, b) => a - b);
          expect(all).toEqual(upTo(result.next));
          expect(result.entries.length + result.duplicates).toBe(indexes.length);
        },
      ),
    );
  });

  it('names missing and repeated indexes', () => {
    const result = run([0, 1, 4, 5, 5, 9, 1], 100);
    expect(result.entries).toEqual([0, 1, 4, 5, 9]);
    expect(result.gaps).toEqual([2, 3, 6, 7, 8]);
    expect(result.duplicates).toBe(2);
    expect(result.reordered).toEqual([]);
  });
});
