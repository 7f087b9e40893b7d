import { afterEach, expect, test, vi } from 'vitest';
import { SmtpGuests } from './smtp-guests.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a connection without a mail for ten minutes is overdue, and others are not', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const guests = new SmtpGuests();
  guests.welcome('slow', '192.0.2.1');
  guests.welcome('busy', '192.0.2.1');
  vi.advanceTimersByTime(599_000);
  guests.hasDelivered('busy');
  expect(guests.overdue()).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(guests.overdue()).toEqual(['slow']);
  guests.leave('slow');
  expect(guests.overdue()).toEqual([]);
});
