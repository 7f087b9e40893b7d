import { normalAddress } from '../../../../engine/mail/index.ts';
import { rowsIn } from '../../../../kit/db/index.ts';
import { invalidField, notFound } from '../../../../kit/errors/index.ts';
import { newUuid } from '../../../../kit/ids.ts';
import { findRecipients } from '../../mail/communications/communication.repository.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { pickMailbox } from '../../mail/communications/to-queued-communication.ts';
import { senderOf, type WrittenMessage, writeMessage } from '../../mail/communications/write-message.ts';
import { mailboxesOf } from '../../mail/mailboxes/mailbox.repository.ts';
import type { Mailbox } from '../../mail/mailboxes/mailbox.ts';
import { findSuppressed } from '../../people/suppressions/suppression.repository.ts';
import { toTerms } from '../../terms/campaign-terms.repository.ts';
import { windowOf } from '../../terms/send-window.ts';
import type { MessagingStrategy, SequenceStep } from '../../terms/strategy.ts';
import { draftStep } from './draft-step.ts';
import { nextMoment } from './next-moment.ts';

export interface PreviewRequest {
  orgId: string;
  leadId: string;
  strategy: MessagingStrategy;
  step: number;
  variant: string | undefined;
  campaignId: string | undefined;
}

export interface MailPreview extends WrittenMessage {
  from: string;
  to: string;
}

/**
 * A sequence mail as the lead would receive it, with the guard's verdict, produced by the same code as real
 * ones. Nothing is stored. Throws `not_found` for the lead, and `invalid_request` for a step or variant that
 * does not exist.
 */
export async function previewStep(ports: SendingPorts, request: PreviewRequest): Promise<MailPreview> {
  const { db, links, mailer, clock } = ports;
  const { orgId, leadId, strategy, campaignId } = request;
  const query = rowsIn(db);
  const texts = textsOf(request);
  const now = new Date(clock.now());
  const [leads, mailboxes] = await Promise.all([
    findRecipients(query, orgId, [leadId]),
    mailboxesOf(query, orgId),
  ]);
  const lead = leads.get(leadId);
  if (lead === undefined) throw notFound('lead');
  const suppressed = await findSuppressed(db, orgId, [lead.email], { campaignId, now });
  const { inReplyTo: _, ...draft } = draftStep(
    {
      orgId,
      lead,
      terms: toTerms('', 'draft', strategy),
      suppressedBy: suppressed.get(lead.email)?.reason ?? null,
      thread: threadBefore(strategy.sequence ?? [], request.step),
    },
    texts,
  );
  const mailbox = mailboxFor(strategy, mailboxes, leadId);
  const reachesPeople = mailer.mode === 'smtp';
  const sendsAt = nextMoment(windowOf(strategy.send_window, reachesPeople), lead.timezone, now);
  const message = await writeMessage(
    { ...draft, mailbox, sendsAt },
    { id: newUuid(now.getTime()), links, reachesPeople, isStored: true },
  );
  return { ...message, from: senderOf(mailbox), to: lead.email };
}

function textsOf({
  strategy,
  step,
  variant,
}: PreviewRequest): Pick<SequenceStep, 'subject' | 'body' | 'html'> {
  const found = strategy.sequence?.find((one) => one.step === step);
  if (found === undefined) throw invalidField('step', 'The sequence has no step of this number.');
  const { variants = [] } = found;
  const chosen = variant === undefined ? variants[0] : variants.find((one) => one.variant === variant);
  if (variant !== undefined && chosen === undefined) {
    throw invalidField('variant', 'The step has no variant of this name.');
  }
  return { ...found, ...chosen };
}

/** A later step continues the thread of the last one with a subject. */
function threadBefore(sequence: readonly SequenceStep[], step: number) {
  const before = sequence.filter((one) => one.step < step).sort((a, b) => a.step - b.step);
  if (before.length === 0) return undefined;
  const [subject] = before
    .flatMap(({ subject: own, variants }) => [own ?? variants?.[0]?.subject])
    .filter((one) => one !== undefined && one !== '')
    .slice(-1);
  return { messageId: '', subject: subject ?? 'A question' };
}

/** An address without a mailbox gets one when the campaign is created. */
function mailboxFor(
  { sender }: MessagingStrategy,
  mailboxes: readonly Mailbox[],
  leadId: string,
): Pick<Mailbox, 'address' | 'name' | 'postalAddress'> {
  const address = normalAddress(sender?.email ?? '');
  const { mailboxIds } = toTerms('', 'draft', { ...(sender && { sender }) });
  if (mailboxIds.length > 0 && mailboxes.length > 0) return pickMailbox(mailboxes, mailboxIds, leadId);
  const known = mailboxes.find((one) => one.address === address);
  if (known !== undefined) return known;
  if (address === '' && mailboxes.length > 0) return pickMailbox(mailboxes, [], leadId);
  return { address: address || 'you@your-company.example', name: sender?.name ?? '', postalAddress: null };
}
