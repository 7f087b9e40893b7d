import { isInternational, normalAddress } from '../../../../engine/mail/index.ts';
import { AppError, invalidField, notFound } from '../../../../kit/errors/index.ts';
import { required } from '../../../../kit/required.ts';
import { traceIdOf } from '../../books/traces/trace-ids.ts';
import { outreachErrors } from '../../terms/outreach-errors.ts';
import { blockingCheck } from '../compliance/compliance-check.ts';
import type { Mailbox } from '../mailboxes/mailbox.ts';
import { checkOneLine } from '../templates/template-renderer.ts';
import type { Communication, EarlierMessage, Recipient } from './communication.ts';
import { newCommunication } from './new-communication.ts';
import type { QueueContext } from './queue-context.ts';
import type { QueueRequest } from './queue-request.ts';
import type { SendingPorts } from './sending-ports.ts';
import { type Draft, type WrittenMessage, writeMessage, writePlainMessage } from './write-message.ts';

type Ports = Pick<SendingPorts, 'links' | 'mailer' | 'clock'>;

/**
 * The message for a request, rendered and checked. Throws what is wrong with the request. Undefined when only
 * `plain` texts are accepted and these are not.
 */
export async function toQueuedCommunication(
  ports: Ports,
  request: QueueRequest,
  context: QueueContext,
  texts: 'plain' | 'any',
): Promise<Communication | undefined> {
  const prepared = prepare(ports, request, context);
  const { draft } = prepared;
  const options = { id: request.id, links: ports.links, reachesPeople: ports.mailer.mode === 'smtp' };
  const message =
    writePlainMessage(draft, options) ?? (texts === 'any' && (await writeMessage(draft, options)));
  return message ? toCommunication(request, prepared, message) : undefined;
}

interface PreparedRequest {
  draft: Draft & { mailbox: Mailbox };
  lead: Recipient;
  scheduledAt: Date;
  now: Date;
  /** The Message-ID of the mail it continues. */
  inReplyTo: string | null;
}

function prepare({ mailer, clock }: Ports, request: QueueRequest, context: QueueContext): PreparedRequest {
  const { orgId, campaignId } = request;
  const terms = campaignId === undefined ? undefined : context.campaigns.get(campaignId);
  if (campaignId !== undefined && terms === undefined) throw notFound('campaign', 'campaign_id');
  if (terms?.status === 'cancelled' || terms?.status === 'failed') {
    throw new AppError('invalid_state', {
      field: 'campaign_id',
      message: `The campaign is ${terms.status}. Name another one, or none.`,
    });
  }
  const lead = recipientOf(request, context);
  // The given address may differ from the lead's.
  const recipient = { ...lead, email: request.to === undefined ? lead.email : normalAddress(request.to) };
  if (isInternational(recipient.email) && mailer.takesInternational === false)
    throw unsupportedAddress(request);
  const texts = textsOf(request, context);
  const earlier = earlierOf(request, context, recipient.email);
  const mailbox = mailboxOf(request, context, earlier ? [earlier.mailboxId] : (terms?.mailboxIds ?? []));
  const suppression = context.suppressed.get(campaignId ?? '')?.get(recipient.email);
  const now = new Date(clock.now());
  const scheduledAt = new Date(Math.max(request.sendAt ?? 0, now.getTime()));
  const draft = {
    orgId,
    ...texts,
    variables: request.variables,
    recipient,
    mailbox,
    legal: terms?.legal ?? { postalAddress: null, basis: null },
    evidence: terms?.evidence ?? [],
    suppressedBy: suppression === undefined ? null : suppression.reason,
    hasThread: earlier !== undefined || context.threads.has(recipient.email),
    sendsAt: scheduledAt,
  };
  return { draft, lead, scheduledAt, now, inReplyTo: earlier?.messageId ?? null };
}

function toCommunication(
  request: QueueRequest,
  { draft, lead, scheduledAt, now, inReplyTo }: PreparedRequest,
  message: WrittenMessage,
): Communication {
  const { orgId, id, campaignId } = request;
  const isBlocked = blockingCheck(message.verdict) !== undefined;
  return newCommunication({
    ...message,
    orgId,
    id,
    campaignId: campaignId ?? null,
    leadId: lead.leadId,
    channel: request.channel,
    step: request.step ?? null,
    toAddress: draft.recipient.email,
    mailboxId: draft.mailbox.id,
    inReplyTo,
    // A blocked message does not use the key, so that the corrected one can.
    idempotencyKey: isBlocked ? null : (request.idempotencyKey ?? null),
    bodyHash: request.bodyHash,
    scheduledAt,
    waitingFor: scheduledAt > now ? 'schedule' : null,
    traceId: traceIdOf(orgId, campaignId, lead.leadId),
    correlationId: request.correlationId ?? null,
    createdAt: now,
  });
}

/** The message this one continues, which must be one its reader has received. */
function earlierOf(
  { inReplyTo }: QueueRequest,
  { earlier }: QueueContext,
  address: string,
): EarlierMessage | undefined {
  if (inReplyTo === undefined) return undefined;
  const found = earlier.get(inReplyTo);
  if (found === undefined) throw notFound('communication', 'in_reply_to');
  if (found.toAddress !== address) {
    throw invalidField(
      'in_reply_to',
      '`in_reply_to` names a message to another address. Name one to the same address, or none.',
    );
  }
  if (found.sentAt === null) {
    throw new AppError('invalid_state', {
      field: 'in_reply_to',
      message: 'The message that `in_reply_to` names was not sent. Name one that was, or none.',
    });
  }
  return found;
}

function unsupportedAddress({ to }: QueueRequest): AppError {
  return new AppError(outreachErrors.smtputf8_unsupported, {
    field: to === undefined ? 'lead_id' : 'to',
    message:
      'The address has letters beyond ASCII before the @, and the mail server does not announce SMTPUTF8. Give the ASCII address of the same mailbox.',
  });
}

function recipientOf({ leadId, to }: QueueRequest, context: QueueContext): Recipient {
  const lead =
    leadId === undefined
      ? context.leadsByEmail.get(normalAddress(required(to, 'the address of a message')))
      : context.leadsById.get(leadId);
  if (lead === undefined) throw notFound('lead', 'lead_id');
  return lead;
}

function textsOf(request: QueueRequest, { templates }: QueueContext) {
  const template = request.templateId === undefined ? undefined : templates.get(request.templateId);
  if (request.templateId !== undefined && template === undefined) throw notFound('template', 'template_id');
  const subject = request.subject ?? template?.subject;
  const body = request.body ?? template?.body;
  const html = request.html ?? template?.html ?? null;
  if (subject === undefined) throw missingText('subject');
  if (body === undefined) throw missingText('body');
  checkOneLine(subject, 'subject');
  return { subject, body, html };
}

function missingText(field: string): AppError {
  return new AppError('missing_required_field', {
    field,
    message: `\`${field}\` is required. Add it to the body, or name a template with \`template_id\`.`,
  });
}

function mailboxOf(
  request: QueueRequest,
  { mailboxes }: QueueContext,
  preferred: readonly string[],
): Mailbox {
  if (request.mailboxId !== undefined) {
    const named = mailboxes.find(({ id }) => id === request.mailboxId);
    if (named === undefined) throw notFound('mailbox', 'mailbox_id');
    return named;
  }
  return pickMailbox(mailboxes, preferred, request.leadId ?? request.to ?? '');
}

/** One of the campaign's mailboxes, stable for each lead; the default one if it names none. */
export function pickMailbox(
  mailboxes: readonly Mailbox[],
  preferred: readonly string[],
  leadKey: string,
): Mailbox {
  const candidates = mailboxes.filter(({ id, status }) => preferred.includes(id) && status === 'active');
  if (candidates.length > 0) {
    let hash = 0;
    for (const character of leadKey) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
    return required(candidates[hash % candidates.length], 'a mailbox of the campaign');
  }
  return required(mailboxes.find(({ isDefault }) => isDefault) ?? mailboxes[0], 'a mailbox');
}
