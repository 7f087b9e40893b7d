import type { Communication, Recipient } from '../../mail/communications/communication.ts';
import { newCommunication } from '../../mail/communications/new-communication.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { pickMailbox } from '../../mail/communications/to-queued-communication.ts';
import { writeMessage, writePlainMessage } from '../../mail/communications/write-message.ts';
import type { Mailbox } from '../../mail/mailboxes/mailbox.ts';
import type { CampaignTerms } from '../../terms/campaign-terms.repository.ts';
import { windowOf } from '../../terms/send-window.ts';
import type { SequenceStep } from '../../terms/strategy.ts';
import { chooseVariant } from './choose-variant.ts';
import { draftStep } from './draft-step.ts';
import { nextMoment } from './next-moment.ts';
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
 * The message for a step: rendered, checked by the guard and scheduled for the recipient's next send window.
 * Undefined when only `plain` texts are accepted and these are not.
 */
export async function writeStep(
  { links, mailer, clock }: SendingPorts,
  toWrite: StepToWrite,
  texts: 'plain' | 'any',
): Promise<Communication | undefined> {
  const { run, step, terms, lead, id } = toWrite;
  const variant = chooseVariant(step, run.campaignId, run.leadId);
  const mailbox = pickMailbox(toWrite.mailboxes, terms.mailboxIds, run.leadId);
  const now = new Date(clock.now());
  const reachesPeople = mailer.mode === 'smtp';
  const stated = windowOf(terms.strategy.send_window, reachesPeople);
  const scheduledAt = nextMoment(stated, run.timezone ?? lead.timezone, now);
  const { orgId, campaignId, executionId, leadId, traceId } = run;
  const { inReplyTo, ...draft } = draftStep({ ...toWrite, orgId }, { ...step, ...variant });
  const options = { id, links, reachesPeople, isStored: true };
  const judged = { ...draft, mailbox, sendsAt: scheduledAt };
  const message =
    writePlainMessage(judged, options) ?? (texts === 'any' && (await writeMessage(judged, options)));
  if (!message) return undefined;
  return newCommunication({
    ...message,
    orgId,
    id,
    campaignId,
    executionId,
    leadId,
    traceId,
    channel: 'email',
    step: step.step,
    variant: variant?.variant ?? null,
    toAddress: lead.email,
    mailboxId: mailbox.id,
    inReplyTo,
    // At most one message per lead and step, whatever happens.
    idempotencyKey: `sequence ${campaignId} ${leadId} ${step.step}`,
    scheduledAt,
    waitingFor: scheduledAt > now ? 'send_window' : null,
    createdAt: now,
  });
}
