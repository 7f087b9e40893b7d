import { column, defineTable, type RowOf } from '../../../../kit/db/index.ts';
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

/** Messages, each to one person. */
export const communications = defineTable('communications', {
  orgId: column.uuid(),
  id: column.uuid(),
  campaignId: column.uuid().orNull(),
  executionId: column.uuid().orNull(),
  leadId: column.uuid().orNull(),
  channel: column.text(),
  step: column.integer().orNull(),
  variant: column.text().orNull(),
  toAddress: column.text(),
  toName: column.text().orNull(),
  subject: column.text(),
  /** As sent, including the footer. */
  body: column.text(),
  html: column.text().orNull(),
  mailboxId: column.uuid(),
  inReplyTo: column.text().orNull(),
  calendar: column.json<{ method: string; content: string }>().orNull(),
  status: column.text<CommunicationStatus>(),
  failureCode: column.text<FailureCode>().orNull(),
  failureDetail: column.text().orNull(),
  compliance: column.json<ComplianceVerdict>(),
  idempotencyKey: column.text().orNull(),
  bodyHash: column.bytes().orNull(),
  scheduledAt: column.timestamp(),
  nextAttemptAt: column.timestamp(),
  waitingFor: column.text().orNull(),
  attempts: column.integer(),
  messageId: column.text(),
  token: column.text(),
  traceId: column.uuid(),
  /** What caused it, if that is more than its trace. */
  correlationId: column.text().orNull(),
  createdAt: column.timestamp(),
  sentAt: column.timestamp().orNull(),
  deliveredAt: column.timestamp().orNull(),
  openedAt: column.timestamp().orNull(),
  clickedAt: column.timestamp().orNull(),
  repliedAt: column.timestamp().orNull(),
  bouncedAt: column.timestamp().orNull(),
});

export type Communication = RowOf<typeof communications>;

/** What is known about a message's recipient. */
export const recipients = defineTable('leads', {
  leadId: column.uuid().named('id'),
  email: column.text(),
  firstName: column.text().orNull(),
  lastName: column.text().orNull(),
  title: column.text().orNull(),
  company: column.text().orNull(),
  domain: column.text().orNull(),
  country: column.text().orNull(),
  timezone: column.text().orNull(),
  customFields: column.json<Record<string, unknown>>().orNull(),
});

export type Recipient = RowOf<typeof recipients>;

/** Messages that later ones may continue. */
export const earlierMessages = defineTable('communications', {
  id: column.uuid(),
  toAddress: column.text(),
  messageId: column.text(),
  mailboxId: column.uuid(),
  sentAt: column.timestamp().orNull(),
});

export type EarlierMessage = RowOf<typeof earlierMessages>;
