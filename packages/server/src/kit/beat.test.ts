import { expect, test } from 'vitest';
import { untilBeat } from './beat.ts';

test('waits of a second or longer end on a whole second of the clock, at most half a second late or early', () => {
  for (const [delayMs, now] of [
    [1_000, 300],
    [2_000, 300],
    [2_000, 700],
    [5_000, 12_345.6],
    [1_000, 0],
  ] as const) {
    const waitMs = untilBeat(delayMs, now);
    expect((now + waitMs) % 1_000).toBeCloseTo(0);
    expect(Math.abs(waitMs - delayMs)).toBeLessThanOrEqual(500);
  }
});

test('a wait below a second is exactly as long as requested', () => {
  expect(untilBeat(999, 300)).toBe(999);
});
