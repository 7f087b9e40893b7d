import { expect, test } from 'vitest';
import { Positions } from './positions.ts';

test('a position belongs to the last moment at which the primary was not beyond it', () => {
  const positions = new Positions(60_000);
  positions.add(100, 1_000);
  positions.add(200, 2_000);
  positions.add(200, 3_000);
  positions.add(300, 4_000);
  expect(positions.momentOf(99)).toBe(Number.NEGATIVE_INFINITY);
  expect(positions.momentOf(100)).toBe(1_000);
  expect(positions.momentOf(199)).toBe(1_000);
  // Nothing was written in between.
  expect(positions.momentOf(200)).toBe(3_000);
  expect(positions.momentOf(1_000)).toBe(4_000);
});

test('it keeps the latest moments and few earlier ones, and makes no data look newer than it is', () => {
  const positions = new Positions(1_000);
  for (let at = 0; at <= 100_000; at++) positions.add(at, at);
  // Each of the latest moments is known.
  for (const position of [100_000, 99_990, 99_800]) expect(positions.momentOf(position)).toBe(position);
  for (const position of [99_700, 99_400, 99_100]) {
    expect(positions.momentOf(position)).toBeLessThanOrEqual(position);
    expect(positions.momentOf(position)).toBeGreaterThan(position - 201);
  }
  expect(positions.momentOf(50_000)).toBe(Number.NEGATIVE_INFINITY);
});

test('answers out of order, and a primary with a shorter log, make no data look newer', () => {
  const positions = new Positions(60_000);
  positions.add(200, 2_000);
  positions.add(100, 1_000);
  expect(positions.momentOf(150)).toBe(Number.NEGATIVE_INFINITY);
  positions.add(150, 3_000);
  expect(positions.momentOf(149)).toBe(Number.NEGATIVE_INFINITY);
  expect(positions.momentOf(200)).toBe(3_000);
});
