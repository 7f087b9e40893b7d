import { expect, test } from 'vitest';
import { relativeTime } from './moments.ts';

const now = Date.parse('2027-01-15T12:00:00Z');

test('a date of another year has its year', () => {
  expect(relativeTime('2026-11-27T12:00:00Z', now)).toContain('2026');
  expect(relativeTime('2028-03-01T12:00:00Z', now)).toContain('2028');
  expect(relativeTime('2027-06-01T12:00:00Z', now)).not.toContain('2027');
});

test('an age is rounded down to whole units, so that it never reads as 60 min or 24 h', () => {
  const before = (ms: number) => relativeTime(now - ms, now);
  expect(before(59_700)).toBe('59 s ago');
  expect(before(3_599_000)).toBe('59 min ago');
  expect(before(86_399_000)).toBe('23 h ago');
  expect(before(86_400_000)).toBe('1 d ago');
});
