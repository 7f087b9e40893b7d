import { type Static, Type } from 'typebox';
import {
  listOf,
  named,
  nullable,
  openObject,
  pageQuery,
  strictObject,
  textField,
  timestampField,
  toRecord,
} from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { formatTraceId } from '../../books/traces/trace-ids.ts';
import { complianceRules } from '../compliance/compliance-check.ts';
import type { Communication } from './communication.ts';
import type { Outbox } from './outbox.repository.ts';

/** As much as other services of mail take for one message. */
export const MAX_VARIABLES_BYTES = 262_144;

export const queueCommunicationBody = strictObject({
  campaign_id: Type.Optional(textField(100, 'The campaign that the message belongs to.')),
  lead_id: Type.Optional(textField(100, 'The lead to write to. Needed unless `to` is given.')),
  channel: Type.Optional(
    Type.String({
      enum: ['email', 'linkedin', 'sms', 'phone'],
      default: 'email',
      description: 'Only `email` has a transport.',
    }),
  ),
  to: Type.Optional(textField(254, 'The address to write to; a missing lead is created.')),
  subject: Type.Optional(
    textField(998, 'The subject, one line; a Liquid template. Needed unless a template is named.'),
  ),
  body: Type.Optional(textField(200_000, 'The text; a Liquid template. Needed unless a template is named.')),
  html: Type.Optional(textField(500_000, 'The text as HTML. Left out, it is made from `body`.')),
  template_id: Type.Optional(
    textField(100, 'A stored template; `subject`, `body` and `html` override its own.'),
  ),
  mailbox_id: Type.Optional(
    textField(100, 'The mailbox to send from. Left out, that of the campaign, or the default one.'),
  ),
  in_reply_to: Type.Optional(
    textField(
      100,
      'An earlier message to the same address, `com_…`: mail programs show both as one thread. Unless a mailbox is named, that of the earlier one sends.',
    ),
  ),
  variables: Type.Optional(
    openObject(MAX_VARIABLES_BYTES, 'Variables for the templates, besides the fields of the lead.'),
  ),
  send_at: Type.Optional(timestampField('When to send, at most a year ahead. Default: as soon as possible.')),
  step: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, description: 'The step of the sequence that it is.' }),
  ),
  correlation_id: Type.Optional(
    textField(255, 'Links the events of the message with others. Left out: the id of its trace.'),
  ),
  idempotency_key: Type.Optional(
    textField(255, 'One key sends one message, for ever. The header `Idempotency-Key` does the same.'),
  ),
});

const checkRecord = Type.Object({
  rule: Type.String({ enum: [...complianceRules] }),
  result: Type.String({ enum: ['passed', 'warning', 'blocked'] }),
  severity: Type.String(),
  detail: Type.String(),
});

export const complianceRecord = named(
  'Compliance',
  Type.Object({
    decision: Type.String({ enum: ['allowed', 'blocked'] }),
    checks: Type.Array(checkRecord),
  }),
);

export const queuedRecord = named(
  'QueuedCommunication',
  Type.Object({
    communication_id: Type.String(),
    status: Type.String({ enum: ['pending', 'processing', 'sent', 'failed'] }),
    scheduled_at: Type.String({
      description: 'When it is due; throttles and send windows may delay it.',
    }),
    scheduled_send_time: Type.String({ description: 'The same as `scheduled_at`.' }),
    idempotency_key: nullable(Type.String()),
    compliance: complianceRecord,
    trace_id: Type.String({ description: 'Trace of the campaign and the lead.' }),
  }),
);

export const communicationRecord = named(
  'Communication',
  Type.Object({
    id: Type.String(),
    communication_id: Type.String(),
    campaign_id: nullable(Type.String()),
    lead_id: nullable(Type.String()),
    mailbox_id: Type.String(),
    channel: Type.String(),
    step: nullable(Type.Integer()),
    variant: nullable(Type.String()),
    to: Type.String(),
    subject: Type.String(),
    body: Type.String(),
    status: Type.String({ enum: ['pending', 'processing', 'sent', 'failed'] }),
    failure_code: nullable(Type.String()),
    failure_detail: nullable(Type.String()),
    waiting_for: nullable(Type.String({ description: 'What else it waits for.' })),
    scheduled_at: Type.String(),
    scheduled_send_time: Type.String(),
    next_attempt_at: nullable(Type.String()),
    attempts: Type.Integer(),
    message_id: Type.String(),
    idempotency_key: nullable(Type.String()),
    compliance: complianceRecord,
    trace_id: Type.String(),
    created_at: Type.String(),
    sent_at: nullable(Type.String()),
    delivered_at: nullable(Type.String()),
    opened_at: nullable(Type.String()),
    clicked_at: nullable(Type.String()),
    replied_at: nullable(Type.String()),
    bounced_at: nullable(Type.String()),
  }),
);

export const communicationList = listOf('communications', communicationRecord);
export const communicationParams = Type.Object({
  id: Type.String({ description: 'The id of the communication, `com_…`.' }),
});

export const listCommunicationsQuery = strictObject({
  ...pageQuery,
  status: Type.Optional(
    Type.String({
      enum: ['pending', 'processing', 'sent', 'failed'],
      description: 'Only those in this state.',
    }),
  ),
  campaign_id: Type.Optional(Type.String({ maxLength: 100, description: 'Only those of this campaign.' })),
  lead_id: Type.Optional(Type.String({ maxLength: 100, description: 'Only those to this lead.' })),
});

const counts = Type.Object({
  pending: Type.Integer(),
  processing: Type.Integer(),
  sent: Type.Integer(),
  failed: Type.Integer(),
});

export const outboxRecord = named(
  'Outbox',
  Type.Object({
    counts,
    total: Type.Integer(),
    throughput: Type.Object({
      per_minute: Type.Number({ description: 'Messages a minute over the window.' }),
      per_hour: Type.Integer({ description: 'Messages in the last hour.' }),
      window_seconds: Type.Integer(),
    }),
    oldest_pending_age_seconds: nullable(
      Type.Number({ description: 'Age of the oldest message that is due.' }),
    ),
    next_due_at: nullable(Type.String()),
    by_channel: Type.Object({}, { additionalProperties: true }),
    failures_by_code: Type.Object({}, { additionalProperties: true }),
  }),
);

export function toOutboxRecord(outbox: Outbox, nowMs: number): Static<typeof outboxRecord> {
  const { pending, processing, sent, failed } = outbox.counts;
  return toRecord(outboxRecord, outbox, {
    total: pending + processing + sent + failed,
    throughput: { per_minute: outbox.lastMinute, per_hour: outbox.lastHour, window_seconds: 60 },
    oldest_pending_age_seconds:
      outbox.oldestDueAt && Math.max((nowMs - outbox.oldestDueAt.getTime()) / 1_000, 0),
  });
}

export function toQueuedRecord(one: Communication): Static<typeof queuedRecord> {
  return toRecord(
    queuedRecord,
    { ...one, scheduledSendTime: one.scheduledAt },
    {
      communication_id: formatId('com', one.id),
      trace_id: formatTraceId(one.traceId),
    },
  );
}

export function toCommunicationRecord(one: Communication): Static<typeof communicationRecord> {
  const id = formatId('com', one.id);
  return toRecord(
    communicationRecord,
    { ...one, scheduledSendTime: one.scheduledAt },
    {
      id,
      communication_id: id,
      campaign_id: one.campaignId && formatId('cmp', one.campaignId),
      lead_id: one.leadId && formatId('led', one.leadId),
      mailbox_id: formatId('mbx', one.mailboxId),
      to: one.toAddress,
      next_attempt_at: one.status === 'pending' ? one.nextAttemptAt.toISOString() : null,
      trace_id: formatTraceId(one.traceId),
    },
  );
}
