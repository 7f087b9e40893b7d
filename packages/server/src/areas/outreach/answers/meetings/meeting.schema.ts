import { type Static, Type } from 'typebox';
import {
  listOf,
  named,
  nullable,
  pageQuery,
  strictObject,
  textField,
  timestampField,
  toRecord,
} from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import type { Meeting } from './meeting.ts';

export const bookMeetingBody = strictObject({
  lead_id: Type.Optional(textField(100, 'The lead to meet. Needed unless `email` is given.')),
  email: Type.Optional(textField(254, 'The address of the lead; a missing lead is created.')),
  campaign_id: Type.Optional(textField(100, 'The campaign that led to it.')),
  meeting_time: timestampField('When it begins.'),
  duration_minutes: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_440, default: 30, description: 'Its length.' }),
  ),
  sales_rep: Type.String({
    minLength: 1,
    maxLength: 254,
    pattern: '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$',
    patternHint: 'must not contain line breaks or other control characters',
    description: 'Who meets the lead.',
  }),
  send_invitation: Type.Optional(
    Type.Boolean({ default: true, description: 'Send the lead an invitation (iCalendar).' }),
  ),
});

export const meetingRecord = named(
  'Meeting',
  Type.Object({
    id: Type.String({ description: '`mtg_…`' }),
    lead_id: Type.String({ description: '`led_…`' }),
    campaign_id: nullable(Type.String(), 'The campaign that it counts for, `cmp_…`; null for none.'),
    meeting_time: Type.String({ description: 'When it begins; UTC.' }),
    duration_minutes: Type.Integer({ description: 'How long it is.' }),
    sales_rep: Type.String({ description: 'Who meets the lead, as given in the request.' }),
    status: Type.String({
      enum: ['booked', 'cancelled'],
      description: 'A cancelled meeting stays in the list, but no longer counts.',
    }),
    source: Type.String({ description: 'How it was booked: `api`, `booking_page` or `webhook`.' }),
    attribution: Type.Object(
      {
        first_touch: Type.String({
          description: 'The first of them, such as `email_step_1` or `email_reply`; `direct` for none.',
        }),
        last_touch: Type.String({ description: 'The last of them.' }),
        touchpoints: Type.Integer({ description: 'Mails sent and replies, according to the event log.' }),
      },
      { description: 'The mails and replies that led to it.' },
    ),
    created_at: Type.String({ description: 'When it was booked.' }),
  }),
);

export const meetingList = listOf('meetings', meetingRecord);
export const meetingParams = Type.Object({
  id: Type.String({ description: 'The id of the meeting, `mtg_…`.' }),
});
export const listMeetingsQuery = strictObject({
  ...pageQuery,
  campaign_id: Type.Optional(Type.String({ maxLength: 100, description: 'Only those of this campaign.' })),
  lead_id: Type.Optional(Type.String({ maxLength: 100, description: 'Only those with this lead.' })),
});

export const bookingSecretRecord = named(
  'BookingSecret',
  Type.Object({
    id: Type.String({ description: 'Part of `url`.' }),
    url: Type.String({ description: 'Where the calendar posts its bookings.' }),
    secret: Type.String({
      description: 'Signs them: HMAC-SHA256 over the raw body, in `X-Signature`. Shown only now.',
    }),
  }),
);

export function toMeetingRecord(meeting: Meeting): Static<typeof meetingRecord> {
  return toRecord(meetingRecord, meeting, {
    id: formatId('mtg', meeting.id),
    lead_id: formatId('led', meeting.leadId),
    campaign_id: meeting.campaignId && formatId('cmp', meeting.campaignId),
  });
}
