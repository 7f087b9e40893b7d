import { expect, test } from 'vitest';
import { quietUntil, usualQuietHours } from './quiet-hours.ts';

const until = (zone: string | null, at: string) => {
  const end = quietUntil(usualQuietHours, zone, Date.parse(at));
  return end === undefined ? undefined : new Date(end).toISOString();
};

test.each([
  ['Europe/Berlin', '2026-01-10T19:59:59Z', undefined],
  ['Europe/Berlin', '2026-01-10T20:00:00Z', '2026-01-11T07:00:00.000Z'],
  ['Europe/Berlin', '2026-01-11T06:59:59Z', '2026-01-11T07:00:00.000Z'],
  ['Europe/Berlin', '2026-01-11T07:00:00Z', undefined],
  // The night in which the clock goes forward is an hour shorter.
  ['Europe/Berlin', '2026-03-28T22:00:00Z', '2026-03-29T06:00:00.000Z'],
  ['America/New_York', '2026-01-11T06:59:59Z', '2026-01-11T13:00:00.000Z'],
  [null, '2026-01-10T23:00:00Z', undefined],
  ['Mars/Base', '2026-01-10T23:00:00Z', undefined],
])('in %s at %s the night ends: %s', (zone, at, end) => {
  expect(until(zone, at)).toBe(end);
});
