import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import { isMailAddress } from '../../../../engine/mail/index.ts';
import type { QueryRows } from '../../../../kit/db/index.ts';
import { newUuid } from '../../../../kit/ids.ts';
import { traceIdOf } from '../../books/traces/trace-ids.ts';
import type { Communication, Recipient } from '../../mail/communications/communication.ts';
import { newCommunication } from '../../mail/communications/new-communication.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { pickMailbox } from '../../mail/communications/to-queued-communication.ts';
import { writeMessage } from '../../mail/communications/write-message.ts';
import { blockingCheck } from '../../mail/compliance/compliance-check.ts';
import { ensureMailboxes } from '../../mail/mailboxes/mailbox-service.ts';
import { findSuppressed } from '../../people/suppressions/suppression.repository.ts';
import { readCampaignTerms } from '../../terms/campaign-terms.repository.ts';
import type { Meeting } from './meeting.ts';

/** The meeting as iCalendar text (RFC 5545): a request (RFC 5546) or a cancellation. */
export function invitationText(
  meeting: Meeting,
  lead: Pick<Recipient, 'email' | 'firstName' | 'lastName'>,
  sender: { name: string; email: string },
): string {
  const calendar = ical({
    prodId: { company: 'Trivium', product: 'Outreach' },
    method: meeting.status === 'cancelled' ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  });
  const name = [lead.firstName, lead.lastName].filter(Boolean).join(' ') || lead.email;
  calendar.createEvent({
    id: meeting.icsUid,
    stamp: meeting.createdAt,
    start: meeting.meetingTime,
    end: new Date(meeting.meetingTime.getTime() + meeting.durationMinutes * 60_000),
    summary: `${sender.name} and ${name}`,
    status: meeting.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    sequence: meeting.status === 'cancelled' ? 1 : 0,
    organizer: { name: sender.name, email: sender.email },
    attendees: [
      {
        name,
        email: lead.email,
        rsvp: true,
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.NEEDSACTION,
      },
    ],
  });
  return calendar.toString();
}

/** Each meeting has one invitation and one cancellation. */
export function invitationKey(method: 'REQUEST' | 'CANCEL', meetingId: string): string {
  return `${method === 'CANCEL' ? 'cancellation' : 'invitation'} ${meetingId}`;
}

/** The mail with the invitation or its cancellation; undefined when the guard blocks it. */
export async function writeInvitation(
  ports: SendingPorts,
  query: QueryRows,
  meeting: Meeting,
  lead: Recipient,
): Promise<Communication | undefined> {
  const { orgId, campaignId } = meeting;
  const mailboxes = await ensureMailboxes(ports, orgId);
  const terms =
    campaignId === null ? undefined : (await readCampaignTerms(query, orgId, [campaignId])).get(campaignId);
  const mailbox = pickMailbox(mailboxes, terms?.mailboxIds ?? [], lead.leadId);
  const now = new Date(ports.clock.now());
  const suppressed = await findSuppressed(ports.db, orgId, [lead.email], {
    campaignId: campaignId ?? undefined,
    now,
  });
  const id = newUuid(now.getTime());
  const method = meeting.status === 'cancelled' ? 'CANCEL' : 'REQUEST';
  const message = await writeMessage(
    {
      orgId,
      ...textsOf(meeting),
      html: null,
      variables: {},
      recipient: lead,
      mailbox,
      legal: terms?.legal ?? { postalAddress: null, basis: 'requested by the recipient' },
      evidence: [],
      suppressedBy: suppressed.get(lead.email)?.reason ?? null,
      hasThread: true,
    },
    { id, links: ports.links, reachesPeople: ports.mailer.mode === 'smtp' },
  );
  if (blockingCheck(message.verdict) !== undefined) return undefined;
  const email = isMailAddress(meeting.salesRep) ? meeting.salesRep : mailbox.address;
  return newCommunication({
    ...message,
    orgId,
    id,
    campaignId,
    leadId: lead.leadId,
    channel: 'email',
    toAddress: lead.email,
    mailboxId: mailbox.id,
    calendar: { method, content: invitationText(meeting, lead, { name: mailbox.name, email }) },
    idempotencyKey: invitationKey(method, meeting.id),
    scheduledAt: now,
    traceId: traceIdOf(orgId, campaignId ?? undefined, lead.leadId),
    createdAt: now,
  });
}

function textsOf({ meetingTime, durationMinutes, status }: Meeting): { subject: string; body: string } {
  const when = `${meetingTime.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  if (status === 'cancelled') {
    return {
      subject: 'Your meeting is cancelled',
      body: `Hello,\n\nour meeting on ${when} is cancelled. Your calendar takes it out with the attachment.\n`,
    };
  }
  return {
    subject: 'Your meeting is booked',
    body: `Hello,\n\nour meeting is booked for ${when} (${durationMinutes} minutes). The invitation is attached.\n`,
  };
}
