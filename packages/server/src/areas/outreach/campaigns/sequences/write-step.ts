import type { Communication, Recipient } from '../../mail/communications/communication.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { pickMailbox } from '../../mail/communications/to-queued-communication.ts';
import { writeMessage, writePlainMessage } from '../../mail/communications/write-message.ts';
import { blockingCheck } from '../../mail/compliance/compliance-check.ts';
import type { Mailbox } from '../../mail/mailboxes/mailbox.ts';
import type { CampaignTerms } from '../../terms/campaign-terms.ts';
import { isInWindow, nextInWindow, readWindow, zoneOf } from '../../terms/send-window.ts';
import type { SequenceStep } from '../../terms/strategy.ts';
import { chooseVariant } from './choose-variant.ts';
import type { SequenceRun } from './sequence-run.repository.ts';

export interface StepToWrite {
  run: SequenceRun;
  step: SequenceStep;
  terms: CampaignTerms;
  lead: Recipient;
  mailboxes: Mailbox[];
  suppressedBy: string | null;
  thread: { messageId: string; subject: string } | undefined;
  id: string;
}

/**
 * The message of a step, written, judged, and set to the next moment of the recipient's send window. Undefined where only
 * `plain` texts are to be written, and its are not.
 */
export async function writeStep(
  { links, mailer, clock }: SendingPorts,
  toWrite: StepToWrite,
  texts: 'plain' | 'any',
): Promise<Communication | undefined> {
  const { run, step, terms, lead, thread, id } = toWrite;
  const variant = chooseVariant(step, run.campaignId, run.leadId);
  const mailbox = pickMailbox(toWrite.mailboxes, terms.mailboxIds, run.leadId);
  const own = variant?.subject ?? step.subject;
  // A step without a subject goes on in the thread of the one before it.
  const isFollowUp = thread !== undefined && (own === undefined || own === '');
  const now = new Date(clock.now());
  const scheduledAt = nextMoment(terms, run.timezone ?? lead.timezone, now);
  const draft = {
    orgId: run.orgId,
    subject: isFollowUp ? replySubject(thread.subject) : (own ?? '{{ company | default: "A question" }}'),
    body: variant?.body ?? step.body ?? '',
    html: variant?.html ?? step.html ?? null,
    variables: {
      ...(terms.strategy.sender?.name !== undefined && { sender_name: terms.strategy.sender.name }),
      ...(terms.strategy.booking_url !== undefined && { booking_url: terms.strategy.booking_url }),
    },
    recipient: lead,
    mailbox,
    legal: terms.legal,
    sendsAt: scheduledAt,
    evidence: terms.evidence,
    suppressedBy: toWrite.suppressedBy,
    hasThread: thread !== undefined,
  };
  const options = { id, links, reachesPeople: mailer.mode === 'smtp', isStored: true };
  const message =
    writePlainMessage(draft, options) ?? (texts === 'any' && (await writeMessage(draft, options)));
  if (!message) return undefined;
  const { verdict, ...written } = message;
  const blocking = blockingCheck(verdict);
  return {
    ...written,
    orgId: run.orgId,
    id,
    campaignId: run.campaignId,
    executionId: run.executionId,
    leadId: run.leadId,
    channel: 'email',
    step: step.step,
    variant: variant?.variant ?? null,
    toAddress: lead.email,
    mailboxId: mailbox.id,
    inReplyTo: isFollowUp ? thread.messageId : null,
    calendar: null,
    status: blocking === undefined ? 'pending' : 'failed',
    failureCode:
      blocking === undefined ? null : blocking.rule === 'suppression' ? 'suppressed' : 'compliance_blocked',
    failureDetail: blocking?.detail ?? null,
    compliance: verdict,
    // One message for a lead and a step, whatever happens.
    idempotencyKey: `sequence ${run.campaignId} ${run.leadId} ${step.step}`,
    bodyHash: null,
    scheduledAt,
    nextAttemptAt: scheduledAt,
    waitingFor: scheduledAt > now ? 'send_window' : null,
    attempts: 0,
    traceId: run.traceId,
    correlationId: null,
    createdAt: now,
    sentAt: null,
    deliveredAt: null,
    openedAt: null,
    clickedAt: null,
    repliedAt: null,
    bouncedAt: null,
  };
}

function nextMoment({ strategy }: CampaignTerms, recipientZone: string | null, now: Date): Date {
  const zone = zoneOf(strategy.send_window, recipientZone);
  const window = readWindow(strategy.send_window);
  if (isInWindow(window, zone, now.getTime())) return now;
  return new Date(nextInWindow(window, zone, now.getTime()));
}

function replySubject(subject: string): string {
  return /^re:/i.test(subject) ? subject : `Re: ${subject}`;
}
