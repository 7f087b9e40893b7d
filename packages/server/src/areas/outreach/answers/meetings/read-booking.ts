import { normalAddress } from '../../../../engine/mail/index.ts';
import { isTimestamp, toMoment } from '../../../../kit/http/index.ts';
import { isObject } from '../../../../kit/is-object.ts';

/** A booking notification from any calendar. */
export interface CalendarBooking {
  kind: 'booked' | 'cancelled';
  externalId: string;
  email: string;
  /** Ids as the caller wrote them. */
  leadId: string | undefined;
  campaignId: string | undefined;
  meetingTime: Date;
  durationMinutes: number;
  salesRep: string;
}

type Json = Record<string, unknown>;

/** Parses our own format and those of Calendly and Cal.com. Returns the missing or invalid field. */
export function readBooking(body: unknown): CalendarBooking | { problem: string } | 'ignored' {
  if (!isObject(body)) return { problem: 'body' };
  if (typeof body.triggerEvent === 'string') return readCalCom(body);
  if (typeof body.event === 'string' && isObject(body.payload)) return readCalendly(body.event, body.payload);
  return readOwn(body);
}

function readOwn(body: Json): CalendarBooking | { problem: string } {
  const minutes = body.duration_minutes ?? 30;
  return check({
    kind: body.event === 'cancelled' ? 'cancelled' : 'booked',
    externalId: body.external_id,
    email: body.email,
    leadId: body.lead_id,
    campaignId: body.campaign_id,
    start: body.meeting_time,
    minutes,
    salesRep: body.sales_rep,
  });
}

function readCalendly(event: string, payload: Json): CalendarBooking | { problem: string } | 'ignored' {
  if (event !== 'invitee.created' && event !== 'invitee.canceled') return 'ignored';
  const scheduled = isObject(payload.scheduled_event) ? payload.scheduled_event : {};
  const [member] = Array.isArray(scheduled.event_memberships) ? scheduled.event_memberships : [];
  const tracking = isObject(payload.tracking) ? payload.tracking : {};
  return check({
    kind: event === 'invitee.canceled' ? 'cancelled' : 'booked',
    externalId: scheduled.uri ?? payload.uri,
    email: payload.email,
    leadId: tracking.utm_content,
    campaignId: tracking.utm_campaign,
    start: scheduled.start_time,
    minutes: minutesBetween(scheduled.start_time, scheduled.end_time),
    salesRep: isObject(member) ? (member.user_email ?? member.user) : undefined,
  });
}

function readCalCom(body: Json): CalendarBooking | { problem: string } | 'ignored' {
  const event = body.triggerEvent;
  if (event !== 'BOOKING_CREATED' && event !== 'BOOKING_CANCELLED') return 'ignored';
  const payload = isObject(body.payload) ? body.payload : {};
  const [attendee] = Array.isArray(payload.attendees) ? payload.attendees : [];
  const organizer = isObject(payload.organizer) ? payload.organizer : {};
  const metadata = isObject(payload.metadata) ? payload.metadata : {};
  return check({
    kind: event === 'BOOKING_CANCELLED' ? 'cancelled' : 'booked',
    externalId: payload.uid,
    email: isObject(attendee) ? attendee.email : undefined,
    leadId: metadata.lead_id,
    campaignId: metadata.campaign_id,
    start: payload.startTime,
    minutes: minutesBetween(payload.startTime, payload.endTime),
    salesRep: organizer.email,
  });
}

interface Found {
  kind: CalendarBooking['kind'];
  externalId: unknown;
  email: unknown;
  leadId: unknown;
  campaignId: unknown;
  start: unknown;
  minutes: unknown;
  salesRep: unknown;
}

function check(found: Found): CalendarBooking | { problem: string } {
  const { kind, externalId, email, leadId, campaignId, start, minutes, salesRep } = found;
  if (!isText(externalId, 500)) return { problem: 'external_id' };
  if (!isText(email, 254) && !isText(leadId, 100)) return { problem: 'email' };
  if (!isText(start, 40) || !isTimestamp(start)) return { problem: 'meeting_time' };
  if (typeof minutes !== 'number' || !Number.isInteger(minutes) || minutes < 1 || minutes > 1_440) {
    return { problem: 'duration_minutes' };
  }
  if (!isText(salesRep, 254)) return { problem: 'sales_rep' };
  return {
    kind,
    externalId,
    email: isText(email, 254) ? normalAddress(email) : '',
    leadId: isText(leadId, 100) ? leadId : undefined,
    campaignId: isText(campaignId, 100) ? campaignId : undefined,
    meetingTime: toMoment(start),
    durationMinutes: minutes,
    salesRep,
  };
}

function minutesBetween(start: unknown, end: unknown): number | undefined {
  if (!isText(start, 40) || !isText(end, 40)) return undefined;
  const minutes = Math.round((toMoment(end).getTime() - toMoment(start).getTime()) / 60_000);
  return Number.isNaN(minutes) ? undefined : minutes;
}

function isText(value: unknown, most: number): value is string {
  return (
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= most &&
    !value.includes('\0') &&
    value.isWellFormed()
  );
}
