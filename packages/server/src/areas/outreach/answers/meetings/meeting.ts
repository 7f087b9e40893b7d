import { column, defineTable, type RowOf } from '../../../../kit/db/index.ts';

/** How a lead came to a meeting, according to the event log. */
export interface Attribution {
  first_touch: string;
  last_touch: string;
  touchpoints: number;
}

export const meetings = defineTable('outreach_meetings', {
  orgId: column.uuid(),
  id: column.uuid(),
  leadId: column.uuid(),
  campaignId: column.uuid().orNull(),
  communicationId: column.uuid().orNull(),
  meetingTime: column.timestamp(),
  durationMinutes: column.integer(),
  salesRep: column.text(),
  status: column.text<'booked' | 'cancelled'>(),
  source: column.text(),
  externalId: column.text().orNull(),
  icsUid: column.text(),
  attribution: column.json<Attribution>(),
  createdAt: column.timestamp(),
});

export type Meeting = RowOf<typeof meetings>;

/** When one of the sender's people can be met. */
export interface Availability {
  salesRep: string;
  durationMinutes: number;
  /** IANA name. */
  timezone: string;
  days: string[];
  start: string;
  end: string;
}

export interface BookingRequest {
  orgId: string;
  id: string;
  leadId: string;
  campaignId: string | null;
  communicationId: string | null;
  meetingTime: Date;
  durationMinutes: number;
  salesRep: string;
  source: 'api' | 'booking_page' | 'webhook';
  externalId: string | null;
  /** Whether to send the lead an invitation; external calendars send their own. */
  invites: boolean;
}
