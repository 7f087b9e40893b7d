import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { rowsIn } from '../../../../kit/db/index.ts';
import { AppError } from '../../../../kit/errors/index.ts';
import { formatId, newUuid } from '../../../../kit/ids.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { bookMeeting } from './book-meeting.ts';
import { findOwner } from './booking-secret.repository.ts';
import { cancelMeeting } from './cancel-meeting.ts';
import { findByExternalId, findLead } from './meeting.repository.ts';
import { type CalendarBooking, readBooking } from './read-booking.ts';

const MAX_BODY_BYTES = 262_144;
/** An older signature may be a replay. */
const MAX_AGE_MS = 5 * 60_000;

/** Receives signed booking notifications from calendars; the signature covers the raw body. */
export function registerBookingWebhook(app: FastifyInstance, ports: () => SendingPorts): void {
  app.post<{ Params: { id: string } }>('/o/w/:id', async (request, reply) => {
    const raw = await readRaw(request.raw);
    const owner = await findOwner(ports(), request.params.id);
    if (raw === undefined)
      return reply
        .status(413)
        .send({ error: { code: 'payload_too_large', message: 'The body is too large.' } });
    if (owner === undefined || !isSigned(raw, request.headers, owner.secret, ports().clock.now())) {
      const message = 'The signature is missing or wrong. Sign the raw body with the secret of this address.';
      return reply.status(401).send({ error: { code: 'unauthorized', message } });
    }
    const booking = readBooking(parse(raw));
    if (booking === 'ignored') return reply.status(200).send({ status: 'ignored' });
    if ('problem' in booking) {
      const message = `\`${booking.problem}\` is missing or wrong.`;
      return reply.status(400).send({ error: { code: 'invalid_request', field: booking.problem, message } });
    }
    try {
      return reply.status(200).send(await take(ports(), owner.orgId, booking));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return reply.status(error.status).send({ error: { code: error.code, message: error.message } });
    }
  });
}

async function take(ports: SendingPorts, orgId: string, booking: CalendarBooking): Promise<object> {
  const query = rowsIn(ports.db);
  if (booking.kind === 'cancelled') {
    const meeting = await findByExternalId(query, orgId, 'webhook', booking.externalId);
    if (meeting === undefined) return { status: 'ignored' };
    await cancelMeeting(ports, orgId, meeting.id);
    return { status: 'cancelled', meeting_id: formatId('mtg', meeting.id) };
  }
  const lead = await findLead(ports, orgId, booking);
  if (lead === undefined) return { status: 'ignored' };
  const meeting = await bookMeeting(ports, {
    orgId,
    id: newUuid(ports.clock.now()),
    leadId: lead.leadId,
    campaignId: lead.campaignId,
    communicationId: null,
    meetingTime: booking.meetingTime,
    durationMinutes: booking.durationMinutes,
    salesRep: booking.salesRep,
    source: 'webhook',
    externalId: booking.externalId,
    invites: false,
  });
  return { status: 'booked', meeting_id: formatId('mtg', meeting.id) };
}

type Headers = IncomingMessage['headers'];

/** Our own `X-Signature`, Cal.com's, and Calendly's, which also signs the time. */
function isSigned(raw: Buffer, headers: Headers, secret: string, nowMs: number): boolean {
  const calendly = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['calendly-webhook-signature'] ?? ''));
  if (calendly !== null) {
    const [, seconds, signature = ''] = calendly;
    if (Math.abs(nowMs - Number(seconds) * 1_000) > MAX_AGE_MS) return false;
    return isHmac(Buffer.concat([Buffer.from(`${seconds}.`), raw]), signature, secret);
  }
  const given = String(headers['x-signature'] ?? headers['x-cal-signature-256'] ?? '').replace(
    /^sha256=/,
    '',
  );
  return /^[0-9a-f]{64}$/.test(given) && isHmac(raw, given, secret);
}

function isHmac(data: Buffer, hex: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(hex, 'hex'), createHmac('sha256', secret).update(data).digest());
}

async function readRaw(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
}
