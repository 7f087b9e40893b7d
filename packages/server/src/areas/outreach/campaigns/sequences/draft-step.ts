import type { Recipient } from '../../mail/communications/communication.ts';
import type { CampaignTerms } from '../../terms/campaign-terms.repository.ts';
import type { SequenceStep } from '../../terms/strategy.ts';

export interface StepToDraft {
  orgId: string;
  terms: CampaignTerms;
  lead: Recipient;
  suppressedBy: string | null;
  /** The mail of the previous step. */
  thread: { messageId: string; subject: string } | undefined;
}

/** The contents of the step. Without a subject it continues the previous step's thread. */
export function draftStep(
  { orgId, terms, lead, thread, suppressedBy }: StepToDraft,
  { subject, body, html }: Pick<SequenceStep, 'subject' | 'body' | 'html'>,
) {
  const { sender, booking_url } = terms.strategy;
  const followed = subject === undefined || subject === '' ? thread : undefined;
  return {
    orgId,
    subject:
      followed === undefined
        ? (subject ?? '{{ company | default: "A question" }}')
        : replySubject(followed.subject),
    inReplyTo: followed?.messageId ?? null,
    body: body ?? '',
    html: html ?? null,
    variables: {
      ...(sender?.name !== undefined && { sender_name: sender.name }),
      ...(booking_url !== undefined && { booking_url }),
    },
    recipient: lead,
    legal: terms.legal,
    evidence: terms.evidence,
    suppressedBy,
    hasThread: thread !== undefined,
  };
}

function replySubject(subject: string): string {
  return /^re:/i.test(subject) ? subject : `Re: ${subject}`;
}
