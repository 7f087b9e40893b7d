import { addressRefusal, isRecipientAddress, normalAddress } from '../../../../engine/mail/index.ts';
import { rowsIn } from '../../../../kit/db/index.ts';
import { AppError, invalidField, notFound } from '../../../../kit/errors/index.ts';
import {
  type AnyRoute,
  created,
  defineRoute,
  ok,
  okList,
  pageOf,
  toMoment,
} from '../../../../kit/http/index.ts';
import { formatId, newUuid, parseId, uuidOf } from '../../../../kit/ids.ts';
import { ensureRecipients } from '../../mail/communications/communication.repository.ts';
import { filterId } from '../../mail/communications/communication.routes.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { bookMeeting } from './book-meeting.ts';
import { makeBookingSecret } from './booking-secret.repository.ts';
import { cancelMeeting } from './cancel-meeting.ts';
import { findMeeting, listMeetings } from './meeting.repository.ts';
import {
  bookingSecretRecord,
  bookMeetingBody,
  listMeetingsQuery,
  meetingList,
  meetingParams,
  meetingRecord,
  toMeetingRecord,
} from './meeting.schema.ts';

const write = { tag: 'Outreach', access: 'outreach:write', limits: ['outreach_queries'] } as const;
const read = { tag: 'Outreach', access: 'outreach:read', limits: ['outreach_queries'] } as const;

/** The lead a booking refers to, by id or by address. */
async function leadOf(
  { db, clock }: SendingPorts,
  orgId: string,
  { lead_id, email }: { lead_id?: string; email?: string },
): Promise<string> {
  if (lead_id !== undefined) {
    const id = parseId('led', lead_id);
    if (id === undefined) throw notFound('lead', 'lead_id');
    return id;
  }
  if (email === undefined) {
    throw new AppError('missing_required_field', {
      field: 'lead_id',
      message: '`lead_id` or `email` is required. Name the lead or its address.',
    });
  }
  const address = normalAddress(email);
  if (!isRecipientAddress(address)) {
    throw invalidField('email', addressRefusal('email', address));
  }
  const now = new Date(clock.now());
  const people = [{ id: newUuid(now.getTime()), email: address }];
  const recipients = await ensureRecipients(rowsIn(db), orgId, people, now);
  const recipient = recipients.get(address);
  // Erased between the two statements.
  if (recipient === undefined) throw notFound('lead', 'email');
  return recipient.leadId;
}

export function meetingRoutes(service: () => SendingPorts): AnyRoute[] {
  return [
    defineRoute({
      ...write,
      method: 'POST',
      path: '/v1/outreach/meetings',
      operationId: 'bookMeeting',
      summary: 'Book a meeting with a lead',
      description: 'Ends the sequences of the lead. The attribution is read from the event log.',
      body: bookMeetingBody,
      responses: { 201: meetingRecord },
      errors: ['not_found', 'conflict'],
      handler: async ({ principal, body, newId }) => {
        const leadId = await leadOf(service(), principal.orgId, body);
        const campaignId = body.campaign_id === undefined ? null : parseId('cmp', body.campaign_id);
        if (campaignId === undefined) throw notFound('campaign', 'campaign_id');
        const invites = body.send_invitation ?? true;
        const meetingTime = toMoment(body.meeting_time);
        if (invites && meetingTime.getTime() < service().clock.now()) throw overAlready();
        const meeting = await bookMeeting(service(), {
          orgId: principal.orgId,
          id: uuidOf(newId('mtg')),
          leadId,
          campaignId,
          communicationId: null,
          meetingTime,
          durationMinutes: body.duration_minutes ?? 30,
          salesRep: body.sales_rep,
          source: 'api',
          externalId: null,
          invites,
        });
        return created(toMeetingRecord(meeting));
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/meetings',
      operationId: 'listMeetings',
      reads: 'replica',
      summary: 'List meetings, the newest booking first',
      query: listMeetingsQuery,
      responses: { 200: meetingList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const { meetings, total } = await listMeetings(rowsIn(service().db), {
          orgId: principal.orgId,
          campaignId: filterId('cmp', query.campaign_id),
          leadId: filterId('led', query.lead_id),
          ...page,
        });
        return okList('meetings', meetings.map(toMeetingRecord), total, page);
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/meetings/:id',
      operationId: 'getMeeting',
      summary: 'Read a meeting',
      params: meetingParams,
      responses: { 200: meetingRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const id = parseId('mtg', params.id);
        const found = id && (await findMeeting(rowsIn(service().db), principal.orgId, id));
        if (!found) throw notFound('meeting');
        return ok(toMeetingRecord(found));
      },
    }),
    defineRoute({
      ...write,
      method: 'POST',
      path: '/v1/outreach/meetings/:id/cancel',
      operationId: 'cancelMeeting',
      summary: 'Cancel a meeting',
      description: 'Its time is free again. Everybody who got an invitation gets a cancellation.',
      params: meetingParams,
      responses: { 200: meetingRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const id = parseId('mtg', params.id);
        if (!id) throw notFound('meeting');
        return ok(toMeetingRecord(await cancelMeeting(service(), principal.orgId, id)));
      },
    }),
    defineRoute({
      ...write,
      method: 'POST',
      path: '/v1/outreach/booking-webhook',
      operationId: 'makeBookingWebhook',
      summary: 'Create the address and the secret for a calendar’s bookings',
      description:
        'Takes our own form (`external_id`, `email` or `lead_id`, `meeting_time`, `duration_minutes`, `sales_rep`, `campaign_id`), and those of Calendly and Cal.com. If called again, the address stays and the secret is new.',
      responses: { 201: bookingSecretRecord },
      shownOnce: ['secret'],
      handler: async ({ principal }) => {
        const made = await makeBookingSecret(service(), principal.orgId);
        return created({ id: formatId('bks', made.id), url: made.url, secret: made.secret });
      },
    }),
  ];
}

function overAlready(): AppError {
  return invalidField(
    'meeting_time',
    'Nobody can be invited to what is over. Give a time to come, or set `send_invitation` to false.',
  );
}
