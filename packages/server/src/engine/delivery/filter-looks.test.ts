import { expect, test } from 'vitest';
import { compileContentFilter } from './content-filter.ts';
import { compileCost, ExaminationBudget } from './filter-looks.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

test.each<[string, object, object, number]>([
  ['a value that is no list', { a: 1 }, { a: 1 }, 1],
  ['each value of a list', { a: 1 }, { a: numbers(100) }, 101],
  ['each value, for each condition', { a: { $gt: 1, $lt: 9 } }, { a: numbers(100) }, 202],
  ['each value, for each of those that it may be', { a: { $in: [1, 2, 3] } }, { a: numbers(100) }, 303],
  ['lists in lists', { 'a.b': 1 }, { a: [{ b: numbers(10) }, { b: numbers(10) }] }, 25],
  [
    'what stands below $and, $or and $not',
    { $or: [{ a: 1 }, { a: { $not: { $eq: 2 } } }] },
    { a: numbers(10) },
    22,
  ],
])('counts %s', (_name, filter, payload, looks) => {
  const counted = compileCost(filter)(payload);
  expect(counted).toBeGreaterThanOrEqual(looks);
  expect(counted).toBeLessThan(looks * 1.5 + 5);
});

test('a filter looks into lists up to some length, and is not evaluated for an endless one', () => {
  const isMet = compileContentFilter({ 'items.sku': 'b' });
  const items = (count: number) => ({ items: [...numbers(count).map(() => ({ sku: 'a' })), { sku: 'b' }] });
  expect(isMet(items(1_000))).toBe(true);
  expect(isMet(items(100_000))).toBe(false);
  // Conditions that do not look into a list are evaluated as usual.
  expect(compileContentFilter({ kind: 'x' })({ kind: 'x', ...items(100_000) })).toBe(true);
});

test('filters that inspect many values share the budget of an event; others are never delayed', () => {
  const looks = new ExaminationBudget();
  const granted = numbers(20).filter(() => looks.take(5_000));
  expect(granted).toHaveLength(10);
  expect(looks.take(101)).toBe(false);
  expect(looks.take(100)).toBe(true);
});
