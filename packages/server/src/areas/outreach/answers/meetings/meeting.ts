/** How a lead came to a meeting, as the event log has it. */
export interface Attribution {
  first_touch: string;
  last_touch: string;
  touchpoints: number;
}

/** Ids are UUIDs. */
export interface Meeting {
  orgId: string;
  id: string;
  leadId: string;
  campaignId: string | null;
  communicationId: string | null;
  meetingTime: Date;
  durationMinutes: number;
  salesRep: string;
  status: 'booked' | 'cancelled';
  source: string;
  externalId: string | null;
  icsUid: string;
  attribution: Attribution;
  createdAt: Date;
}

/** When somebody of the sender's can be met. */
export interface Availability {
  salesRep: string;
  durationMinutes: number;
  /** IANA name. */
  timezone: string;
  days: string[];
  start: string;
  end: string;
}
