import { expect, test } from 'vitest';
import { readBooking } from './read-booking.ts';

const booked = {
  kind: 'booked',
  externalId: 'e1',
  email: 'ann@firm.example',
  meetingTime: new Date('2026-11-20T10:00:00.000Z'),
  durationMinutes: 30,
  salesRep: 'sam@us.example',
};
const own = {
  external_id: 'e1',
  email: 'Ann@Firm.example',
  meeting_time: '2026-11-20T10:00:00Z',
  sales_rep: 'sam@us.example',
};
const calendly = {
  event: 'invitee.created',
  payload: {
    email: 'ann@firm.example',
    tracking: { utm_content: 'led_1', utm_campaign: 'cmp_1' },
    scheduled_event: {
      uri: 'e1',
      start_time: '2026-11-20T10:00:00Z',
      end_time: '2026-11-20T10:30:00Z',
      event_memberships: [{ user_email: 'sam@us.example' }],
    },
  },
};
const calCom = {
  triggerEvent: 'BOOKING_CREATED',
  payload: {
    uid: 'e1',
    attendees: [{ email: 'ann@firm.example' }],
    organizer: { email: 'sam@us.example' },
    metadata: { lead_id: 'led_1', campaign_id: 'cmp_1' },
    startTime: '2026-11-20T10:00:00Z',
    endTime: '2026-11-20T10:30:00Z',
  },
};

test('a booking is the same from every calendar service', () => {
  const named = { ...booked, leadId: 'led_1', campaignId: 'cmp_1' };
  expect(readBooking({ ...own, lead_id: 'led_1', campaign_id: 'cmp_1' })).toEqual(named);
  expect(readBooking(calendly)).toEqual(named);
  expect(readBooking(calCom)).toEqual(named);
  expect(readBooking(own)).toEqual({ ...booked, leadId: undefined, campaignId: undefined });
});

test('cancellations are recognized, and other events are ignored', () => {
  expect(readBooking({ ...own, event: 'cancelled' })).toMatchObject({ kind: 'cancelled' });
  expect(readBooking({ ...calendly, event: 'invitee.canceled' })).toMatchObject({ kind: 'cancelled' });
  expect(readBooking({ ...calCom, triggerEvent: 'BOOKING_CANCELLED' })).toMatchObject({ kind: 'cancelled' });
  expect(readBooking({ ...calendly, event: 'routing_form.created' })).toBe('ignored');
  expect(readBooking({ ...calCom, triggerEvent: 'PING' })).toBe('ignored');
});

test.each([
  [{ external_id: '' }, 'external_id'],
  [{ email: 7 }, 'email'],
  [{ meeting_time: 'tomorrow' }, 'meeting_time'],
  [{ duration_minutes: 0 }, 'duration_minutes'],
  [{ sales_rep: 'a\0b' }, 'sales_rep'],
])('a booking with %j is refused, naming the invalid field', (wrong, problem) => {
  expect(readBooking({ ...own, ...wrong })).toEqual({ problem });
});

test('the length is that of two moments, whatever forms they have and wherever the service runs', () => {
  const of = (startTime: string, endTime: string) =>
    readBooking({ ...calCom, payload: { ...calCom.payload, startTime, endTime } });
  expect(of('20261101T100000Z', '2026-11-01T10:45:00Z')).toMatchObject({ durationMinutes: 45 });
  // Without an offset it is UTC, as everywhere: also in a night in which the clocks of the machine change.
  const before = process.env.TZ;
  process.env.TZ = 'America/St_Johns';
  try {
    expect(of('2026-11-01T01:00:00', '2026-11-01T02:30:00')).toMatchObject({ durationMinutes: 90 });
    expect(of('2026-11-01T01:00:00', '2026-11-01T01:30:00Z')).toMatchObject({ durationMinutes: 30 });
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
});
