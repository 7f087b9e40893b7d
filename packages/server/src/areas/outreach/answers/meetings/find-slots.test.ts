import { expect, test } from 'vitest';
import { findSlots } from './find-slots.ts';

const hours = {
  salesRep: 'sam@us.example',
  durationMinutes: 30,
  days: ['mon', 'tue', 'wed'],
  start: '09:00',
  end: '10:30',
};

test.each([
  ['Asia/Kathmandu', ['09:00', '09:30', '10:00']],
  ['Pacific/Chatham', ['09:00', '09:30', '10:00']],
  ['Australia/Lord_Howe', ['09:00', '09:30', '10:00']],
  ['America/St_Johns', ['09:00', '09:30', '10:00']],
  ['Europe/Berlin', ['09:00', '09:30', '10:00']],
])('slots begin on the full and half hours of the clock in %s', (timezone, times) => {
  // Clocks change in Chatham and Lord Howe on 4 April 2027, in Berlin on 28 March.
  const slots = findSlots({ ...hours, timezone }, [], Date.parse('2027-03-26T00:00:00Z'));
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' });
  expect([...new Set(slots.map((slot) => clock.format(slot)))]).toEqual(times);
  expect(slots).toHaveLength(18);
});
