import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rowsIn } from '../../../../kit/db/index.ts';
import { AppError } from '../../../../kit/errors/index.ts';
import { newUuid } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import { findCommunication } from '../../mail/communications/communication.repository.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { findMailbox } from '../../mail/mailboxes/mailbox.repository.ts';
import { showPage, showUnknown } from '../../mail/tracking/pages.ts';
import { findByToken, type TrackedMessage } from '../../mail/tracking/tracked-message.repository.ts';
import { readCampaignTerms } from '../../terms/campaign-terms.repository.ts';
import { defaultWindow, FALLBACK_ZONE } from '../../terms/send-window.ts';
import { bookMeeting } from './book-meeting.ts';
import { findSlots } from './find-slots.ts';
import { busyTimes } from './meeting.repository.ts';
import type { Availability } from './meeting.ts';

type Booking = { Params: { token: string }; Querystring: { slot?: string } };

/** The pages where a lead books a meeting through the link in its mail. */
export function registerBookingPages(app: FastifyInstance, ports: () => SendingPorts): void {
  app.get<Booking>('/o/b/:token', async (request, reply) => {
    const found = await findSlotsFor(ports(), request.params.token);
    if (found === undefined) return showUnknown(reply);
    return showSlots(reply, found.slots);
  });
  app.post<Booking>('/o/b/:token', (request, reply) => book(ports(), request, reply));
}

async function book(ports: SendingPorts, request: FastifyRequest<Booking>, reply: FastifyReply) {
  const found = await findSlotsFor(ports, request.params.token);
  if (found === undefined) return showUnknown(reply);
  const { message, leadId, availability, slots } = found;
  const slot = slots.find((one) => one.toISOString() === request.query.slot);
  if (slot === undefined) return showSlots(reply, slots, 'That time is no longer free.', 409);
  try {
    const meeting = await bookMeeting(ports, {
      orgId: message.orgId,
      id: newUuid(ports.clock.now()),
      leadId,
      campaignId: message.campaignId,
      communicationId: message.id,
      meetingTime: slot,
      durationMinutes: availability.durationMinutes,
      salesRep: availability.salesRep,
      source: 'booking_page',
      externalId: null,
      invites: true,
    });
    const body = `<p role="status">Booked for <time datetime="${meeting.meetingTime.toISOString()}">${shown(meeting.meetingTime)}</time>. The invitation comes by mail.</p>`;
    return showPage(reply, 200, 'Booked', body);
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') {
      return showSlots(
        reply,
        slots.filter((one) => one !== slot),
        'That time is no longer free.',
        409,
      );
    }
    throw error;
  }
}

async function findSlotsFor(
  ports: SendingPorts,
  token: string,
): Promise<
  { message: TrackedMessage; leadId: string; availability: Availability; slots: Date[] } | undefined
> {
  const query = rowsIn(ports.db);
  const message = await findByToken(query, token);
  if (!message?.leadId) return undefined;
  const { leadId } = message;
  const availability = await availabilityOf(ports, message);
  const now = ports.clock.now();
  const busy = await busyTimes(
    query,
    message.orgId,
    availability.salesRep,
    new Date(now),
    new Date(now + 15 * 86_400_000),
  );
  return { message, leadId, availability, slots: findSlots(availability, busy, now) };
}

/** From the campaign's `messaging_strategy.booking`; by default weekdays from 9 to 17 UTC at the mailbox. */
async function availabilityOf({ db }: SendingPorts, message: TrackedMessage): Promise<Availability> {
  const query = rowsIn(db);
  const { orgId, campaignId } = message;
  const terms =
    campaignId === null ? undefined : (await readCampaignTerms(query, orgId, [campaignId])).get(campaignId);
  const stated = terms?.strategy.booking ?? {};
  const { mailboxId } = required(await findCommunication(query, orgId, message.id), 'the message of a link');
  const mailbox = required(await findMailbox(query, orgId, mailboxId), 'the mailbox of a message');
  return {
    salesRep: stated.sales_rep ?? mailbox.address,
    durationMinutes: stated.duration_minutes ?? 30,
    timezone: stated.timezone ?? FALLBACK_ZONE,
    days: stated.days ?? defaultWindow.days,
    start: stated.start ?? defaultWindow.start,
    end: stated.end ?? defaultWindow.end,
  };
}

function showSlots(reply: FastifyReply, slots: Date[], problem?: string, status = 200): FastifyReply {
  const notice = problem === undefined ? '' : `<p role="alert">${problem} Choose another one.</p>`;
  const buttons = slots.map(
    (slot) =>
      `<p><button type="submit" formaction="?slot=${encodeURIComponent(slot.toISOString())}">${shown(slot)}</button></p>`,
  );
  const body = slots.length === 0 ? '<p>No time is free in the next two weeks.</p>' : buttons.join('\n');
  return showPage(reply, status, 'Book a meeting', `${notice}<form method="post">${body}</form>`);
}

function shown(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
