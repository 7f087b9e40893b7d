import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { only, rowsIn } from '../../../../kit/db/index.ts';
import { AppError } from '../../../../kit/errors/index.ts';
import { formatId, newUuid, parseId } from '../../../../kit/ids.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { bookMeeting } from './book-meeting.ts';
import { cancelMeeting } from './cancel-meeting.ts';
import { findByExternalId } from './meeting.repository.ts';
import { type CalendarBooking, readBooking } from './read-booking.ts';

const MAX_BODY_BYTES = 262_144;
/** A signature that is older may be a replay. */
const MAX_AGE_MS = 5 * 60_000;

/** Makes the secret under which a calendar signs, or a new one in its place. It is shown this once. */
export async function makeBookingSecret(
  { db, clock, secretBox, links }: SendingPorts,
  orgId: string,
): Promise<{ id: string; secret: string; url: string }> {
  const secret = `bks_${randomBytes(24).toString('base64url')}`;
  const id = newUuid(clock.now());
  const rows = await rowsIn(db)<{ id: string }>(
    `insert into booking_secrets (org_id, id, sealed_secret, created_at) values ($1, $2, $3, $4)
     on conflict (org_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
     returning id`,
    [orgId, id, secretBox.seal(secret, `booking_secrets ${orgId}`), new Date(clock.now())],
  );
  const kept = only(rows).id;
  return { id: kept, secret, url: links.bookingWebhook(formatId('bks', kept)) };
}

/** Takes what calendars tell of bookings: signed, over the raw body. */
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

/** By the ids that the link carried, else by the address; with the campaign that last wrote to it. */
async function findLead(
  { db }: SendingPorts,
  orgId: string,
  booking: CalendarBooking,
): Promise<{ leadId: string; campaignId: string | null } | undefined> {
  const leadId = booking.leadId === undefined ? undefined : parseId('led', booking.leadId);
  const named = booking.campaignId === undefined ? undefined : parseId('cmp', booking.campaignId);
  const rows = await rowsIn(db)<{ id: string; campaign_id: string | null }>(
    `select l.id, coalesce(
       (select k.id from outreach_campaigns k where k.org_id = $1 and k.id = $4),
       (select c.campaign_id from communications c where c.org_id = $1 and c.lead_id = l.id and c.sent_at is not null
        order by c.sent_at desc limit 1)) as campaign_id
     from leads l where l.org_id = $1 and (l.id = $2 or l.email = $3) order by (l.id = $2) desc nulls last, l.email_copy limit 1`,
    [orgId, leadId ?? null, booking.email, named ?? null],
  );
  return rows[0] && { leadId: rows[0].id, campaignId: rows[0].campaign_id };
}

async function findOwner(
  { db, secretBox }: SendingPorts,
  id: string,
): Promise<{ orgId: string; secret: string } | undefined> {
  const uuid = parseId('bks', id);
  if (uuid === undefined) return undefined;
  const [row] = await rowsIn(db)<{ org_id: string; sealed_secret: string }>(
    'select org_id, sealed_secret from booking_secrets where id = $1',
    [uuid],
  );
  return (
    row && { orgId: row.org_id, secret: secretBox.open(row.sealed_secret, `booking_secrets ${row.org_id}`) }
  );
}

type Headers = IncomingMessage['headers'];

/** Our own `X-Signature`, Cal.com's and Calendly's, which signs the time too. */
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
