import { type Static, Type } from 'typebox';
import {
  describedAs,
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

/** As much as other mail services accept per message. */
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
  html: Type.Optional(textField(500_000, 'The text as HTML. If omitted, it is made from `body`.')),
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
    textField(255, 'One key sends only one message, ever. The header `Idempotency-Key` does the same.'),
  ),
});

const checkRecord = Type.Object({
  rule: Type.String({ enum: [...complianceRules], description: 'What was checked.' }),
  result: Type.String({
    enum: ['passed', 'warning', 'blocked'],
    description: '`blocked` stops the mail; a `warning` does not.',
  }),
  severity: Type.String({ description: '`low`, `medium` or `high`.' }),
  detail: Type.String({ description: 'The finding, in a sentence.' }),
});

export const complianceRecord = named(
  'Compliance',
  Type.Object({
    decision: Type.String({
      enum: ['allowed', 'blocked'],
      description: '`blocked` when one of the checks is.',
    }),
    checks: Type.Array(checkRecord, { description: 'All checks, in their order.' }),
  }),
);

export const queuedRecord = named(
  'QueuedCommunication',
  Type.Object({
    communication_id: Type.String({ description: '`com_…`' }),
    status: Type.String({
      enum: ['pending', 'processing', 'sent', 'failed'],
      description: '`pending`, or `failed` where the compliance guard held it back.',
    }),
    scheduled_at: Type.String({
      description: 'When it is due; throttles and send windows may delay it.',
    }),
    scheduled_send_time: Type.String({ description: 'The same as `scheduled_at`.' }),
    idempotency_key: nullable(Type.String(), 'As it was sent; null for none.'),
    compliance: describedAs(complianceRecord, 'What the compliance guard says of it.'),
    trace_id: Type.String({ description: 'Trace of the campaign and the lead.' }),
  }),
);

export const communicationRecord = named(
  'Communication',
  Type.Object({
    id: Type.String({ description: '`com_…`' }),
    communication_id: Type.String({ description: 'The same as `id`.' }),
    campaign_id: nullable(Type.String(), '`cmp_…`; null for a mail outside of campaigns.'),
    lead_id: nullable(Type.String(), '`led_…`; null if the lead is not known.'),
    mailbox_id: Type.String({ description: 'The mailbox that it is sent from, `mbx_…`.' }),
    channel: Type.String({ description: 'Always `email`.' }),
    step: nullable(Type.Integer(), 'The step of the sequence, from 1; null for a mail outside of campaigns.'),
    variant: nullable(Type.String(), 'The variant of the step; null if it has only one.'),
    to: Type.String({ description: 'The address that it goes to.' }),
    subject: Type.String({ description: 'As it is sent.' }),
    body: Type.String({ description: 'The text as it is sent, with its footer.' }),
    status: Type.String({
      enum: ['pending', 'processing', 'sent', 'failed'],
      description:
        '`processing`: it is being handed to the mail server. `sent`: the mail server accepted it. `failed`: see `failure_code`.',
    }),
    failure_code: nullable(
      Type.String(),
      'Such as `compliance_blocked`, `suppressed`, `hard_bounce`, `rejected`, `cancelled`, or `delivery_unknown`: it cannot be known whether it was sent, and it is not sent again. Null unless it failed.',
    ),
    failure_detail: nullable(Type.String(), 'The same in a sentence, or in the mail server’s words.'),
    waiting_for: nullable(
      Type.String({ description: 'What else it waits for.' }),
      'What else it waits for, such as `send_window` or `mailbox_daily_limit`; null if it only waits for its time.',
    ),
    scheduled_at: Type.String({ description: 'The time that was requested.' }),
    scheduled_send_time: Type.String({ description: 'The same as `scheduled_at`.' }),
    next_attempt_at: nullable(Type.String(), 'When it is next considered for sending.'),
    attempts: Type.Integer({ description: 'Attempts so far.' }),
    message_id: Type.String({ description: 'The `Message-ID` of its header; replies name it.' }),
    idempotency_key: nullable(Type.String(), 'As it was sent; null for none.'),
    compliance: describedAs(complianceRecord, 'The latest verdict of the compliance guard.'),
    trace_id: Type.String({ description: 'Trace of the campaign and the lead, 32 hex digits.' }),
    created_at: Type.String({ description: 'When it was queued.' }),
    sent_at: nullable(Type.String(), 'When the mail server accepted it; null before.'),
    delivered_at: nullable(
      Type.String(),
      'When the mail server accepted it, which is all that mail reports about delivery; null before.',
    ),
    opened_at: nullable(
      Type.String(),
      'When a person first opened it; null if nobody has. Machines do not count.',
    ),
    clicked_at: nullable(Type.String(), 'When a person first followed a link; null if nobody has.'),
    replied_at: nullable(Type.String(), 'The first reply that is not automatic; null for none.'),
    bounced_at: nullable(Type.String(), 'When it bounced; null if it did not.'),
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
  pending: Type.Integer({ description: 'Waiting for their time, a limit or a send window.' }),
  processing: Type.Integer({ description: 'Being handed to a mail server.' }),
  sent: Type.Integer({ description: 'Accepted by a mail server.' }),
  failed: Type.Integer({ description: 'Not sent; see `failures_by_code`.' }),
});

export const outboxRecord = named(
  'Outbox',
  Type.Object({
    counts: describedAs(counts, 'Messages by their state.'),
    total: Type.Integer({ description: 'The sum of `counts`.' }),
    throughput: Type.Object(
      {
        per_minute: Type.Number({ description: 'Messages a minute over the window.' }),
        per_hour: Type.Integer({ description: 'Messages in the last hour.' }),
        window_seconds: Type.Integer({ description: 'The window of `per_minute`.' }),
      },
      { description: 'The sending rate.' },
    ),
    oldest_pending_age_seconds: nullable(
      Type.Number({ description: 'Age of the oldest message that is due.' }),
      'Since when the oldest message that is due waits; null when none is due.',
    ),
    next_due_at: nullable(Type.String(), 'When the next pending message is due; null for none.'),
    by_channel: Type.Object(
      {},
      { additionalProperties: true, description: 'The same as `counts`, by channel.' },
    ),
    failures_by_code: Type.Object(
      {},
      { additionalProperties: true, description: 'Failed messages by their `failure_code`.' },
    ),
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
