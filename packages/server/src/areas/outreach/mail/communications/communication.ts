import type { ComplianceVerdict } from '../compliance/compliance-check.ts';

export type CommunicationStatus = 'pending' | 'processing' | 'sent' | 'failed';

export const failureCodes = [
  'compliance_blocked',
  'suppressed',
  'hard_bounce',
  'rejected',
  'invalid_message',
  'smtputf8_unsupported',
  'delivery_unknown',
  'relay_unreachable',
  'deferred_too_long',
  'cancelled',
] as const;

export type FailureCode = (typeof failureCodes)[number];

/** A message to one person. Ids are UUIDs. */
export interface Communication {
  orgId: string;
  id: string;
  campaignId: string | null;
  executionId: string | null;
  leadId: string | null;
  channel: string;
  step: number | null;
  variant: string | null;
  toAddress: string;
  toName: string | null;
  subject: string;
  /** As it is sent, with its footer. */
  body: string;
  html: string | null;
  mailboxId: string;
  inReplyTo: string | null;
  calendar: { method: string; content: string } | null;
  status: CommunicationStatus;
  failureCode: FailureCode | null;
  failureDetail: string | null;
  compliance: ComplianceVerdict;
  idempotencyKey: string | null;
  bodyHash: Buffer | null;
  scheduledAt: Date;
  nextAttemptAt: Date;
  waitingFor: string | null;
  attempts: number;
  messageId: string;
  token: string;
  traceId: string;
  /** What led to it, when that is more than its trace. */
  correlationId: string | null;
  createdAt: Date;
  sentAt: Date | null;
  deliveredAt: Date | null;
  openedAt: Date | null;
  clickedAt: Date | null;
  repliedAt: Date | null;
  bouncedAt: Date | null;
}

/** What is known of the person that a message goes to. */
export interface Recipient {
  leadId: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  title: string | null;
  company: string | null;
  domain: string | null;
  country: string | null;
  timezone: string | null;
  customFields: Record<string, unknown> | null;
}
