import { nullable } from '../../kit/http/index.ts';
import { defineFact } from './fact.ts';
import { count, fields, flag, fraction, id, oneOf, score, text, timestamp, usd } from './payload-fields.ts';

/** Fields that every fact about a message has. */
const messageFields = {
  communication_id: id('The message.'),
  lead_id: id('The lead it was written to.'),
  campaign_id: nullable(id('The campaign.'), 'Campaign of the message; null for a single message.'),
  channel: text('Channel, such as `email`.'),
  step: nullable(count('Step number.'), 'Step of the sequence, from 1; null outside a sequence.'),
  variant: nullable(text('Variant.'), 'Variant of the text; null without variants.'),
  trace_id: text('Trace of the campaign and the lead, 32 hex digits.'),
};

const campaignId = 'cmp_01a1e8de2dc37e2ab63cf16d6eb938d0';
const leadId = 'led_01a1e8e1ebff75f0b3e98754ebbb23cf';

const sampleMessage = {
  communication_id: 'com_01a1e8e2db8e7b2db82f34e74d537dd2',
  lead_id: leadId,
  campaign_id: campaignId,
  channel: 'email',
  step: 1,
  variant: 'b',
  trace_id: '9ba3b28b09e9ff497f68957b4de86013',
};

/** Leads, messages and meetings. */
export const outreachFacts = [
  defineFact({
    key: 'lead_imported',
    platform: 'outreach',
    trigger: 'An import job was completed; published once per job.',
    names: { webhooks: 'lead.imported', area: 'lead.imported' },
    data: fields({
      import_job_id: id('The import job.'),
      campaign_id: nullable(id('The campaign.'), 'Campaign the leads were imported into; null without one.'),
      status: oneOf(['completed', 'completed_with_errors'], 'State of the import job.'),
      row_count: count('Rows read.'),
      valid_row_count: count('Rows that could be used.'),
      invalid_row_count: count('Rows that could not.'),
      duplicate_count: count('Usable rows that repeat another row or a known lead.'),
      inserted_count: count('New leads.'),
      updated_count: count('Known leads that were changed.'),
      suppressed_count: count('Usable rows left out because the address is suppressed.'),
      completed_at: timestamp('When the job was completed.'),
    }),
    sample: {
      import_job_id: 'imp_01a1e8e3cb1d799897776a21e25331dd',
      campaign_id: campaignId,
      status: 'completed_with_errors',
      row_count: 12_480,
      valid_row_count: 12_418,
      invalid_row_count: 62,
      duplicate_count: 1_090,
      inserted_count: 11_203,
      updated_count: 0,
      suppressed_count: 125,
      completed_at: '2026-11-17T09:41:19.803Z',
    },
  }),
  defineFact({
    key: 'lead_enriched',
    platform: 'outreach',
    trigger: 'The enrichment of a lead was finished.',
    names: { events: 'lead.enriched', webhooks: 'lead.enriched', area: 'lead.enriched' },
    data: fields({
      lead_id: id('The lead.'),
      enrichment_id: id('The enrichment run.'),
      status: oneOf(['completed', 'partial', 'failed'], 'Result; `partial` when a provider gave no answer.'),
      cost_usd: usd('Cost of the run.'),
      trace_id: text('Trace of the run, 32 hex digits.'),
      enriched_at: timestamp('When the run was finished.'),
    }),
    sample: {
      lead_id: leadId,
      enrichment_id: 'enr_01a1e8e4baac750a9028ec3080b4a18f',
      status: 'partial',
      cost_usd: 0.0042,
      trace_id: '9ba3b28b09e9ff497f68957b4de86013',
      enriched_at: '2026-11-17T09:43:02.118Z',
    },
  }),
  defineFact({
    key: 'lead_scored',
    platform: 'outreach',
    trigger: 'A lead was scored, for the first time or again.',
    names: { events: 'lead.scored', area: 'lead.scored' },
    data: fields({
      lead_id: id('The lead.'),
      score: score('Score of the lead.'),
      previous_score: nullable(score('Score before.'), 'Score before; null the first time.'),
      breakdown: fields(
        {
          fit: score('How well the lead fits the ideal customer.'),
          intent: score('Signs of an intent to buy.'),
          engagement: score('Answers to what was sent.'),
        },
        'Parts of the score.',
      ),
      tier: oneOf(['A', 'B', 'C', 'D'], 'Tier of the score.'),
      recommendation: oneOf(['contact_now', 'enrich_first', 'nurture', 'do_not_contact'], 'What to do next.'),
      scored_at: timestamp('When it was scored.'),
    }),
    sample: {
      lead_id: leadId,
      score: 69,
      previous_score: 54,
      breakdown: { fit: 82, intent: 64, engagement: 45 },
      tier: 'B',
      recommendation: 'contact_now',
      scored_at: '2026-11-17T09:43:02.377Z',
    },
  }),
  defineFact({
    key: 'communication_sent',
    platform: 'outreach',
    trigger: 'A message was delivered: the receiving server accepted it.',
    names: { events: 'outreach.sent', webhooks: 'communication.sent', area: 'communication.sent' },
    data: fields({
      ...messageFields,
      message_id: nullable(
        text('Message-ID.'),
        'Message-ID header of the mail; null on channels without one.',
      ),
      sent_at: timestamp('When it was taken.'),
    }),
    sample: {
      ...sampleMessage,
      message_id: '<com_01a1e8e2db8e7b2db82f34e74d537dd2@mail.example.com>',
      sent_at: '2026-11-17T13:30:11.246Z',
    },
  }),
  defineFact({
    key: 'communication_opened',
    platform: 'outreach',
    trigger: 'A mail was opened, by its reader or by a machine; `machine` says which.',
    names: { webhooks: 'communication.opened', area: 'communication.opened' },
    data: fields({
      ...messageFields,
      machine: flag('True when a scanner or a mail proxy opened it, not a person.'),
      opened_at: timestamp('When it was opened.'),
    }),
    sample: { ...sampleMessage, machine: false, opened_at: '2026-11-17T14:02:58.930Z' },
  }),
  defineFact({
    key: 'communication_replied',
    platform: 'outreach',
    trigger: 'A reply to a message was received.',
    names: { events: 'outreach.replied', webhooks: 'communication.replied', area: 'communication.replied' },
    data: fields({
      ...messageFields,
      classification: text('Kind of reply, such as `positive`, `negative` or `out_of_office`.'),
      confidence: fraction('How sure the classification is.'),
      replied_at: timestamp('When the reply was received.'),
    }),
    sample: {
      ...sampleMessage,
      classification: 'positive',
      confidence: 0.94,
      replied_at: '2026-11-18T08:11:35.702Z',
    },
  }),
  defineFact({
    key: 'meeting_booked',
    platform: 'outreach',
    trigger: 'A meeting with a lead was scheduled.',
    names: { events: 'meeting.booked', webhooks: 'meeting.booked', area: 'meeting.booked' },
    // The interface specifies this payload field by field.
    data: fields({
      lead_id: id('The lead.'),
      campaign_id: nullable(id('The campaign.'), 'The campaign that led to it; null without one.'),
      meeting_time: timestamp('When the meeting begins.'),
      duration_minutes: count('Length of the meeting, minutes.'),
      sales_rep: text('Who will meet the lead.'),
      attribution: fields(
        {
          first_touch: text('First contact with the lead.'),
          last_touch: text('Last contact before the booking.'),
          touchpoints: count('Contacts in all before the booking.'),
        },
        'Which contacts led to the meeting.',
      ),
    }),
    sample: {
      lead_id: leadId,
      campaign_id: campaignId,
      meeting_time: '2026-11-24T15:00:00.000Z',
      duration_minutes: 30,
      sales_rep: 'sales.north@example.com',
      attribution: { first_touch: 'email_step_1', last_touch: 'email_step_3', touchpoints: 4 },
    },
  }),
  defineFact({
    key: 'compliance_blocked',
    platform: 'outreach',
    trigger: 'The compliance agent blocked a message, which was not sent.',
    names: { events: 'compliance.blocked' },
    data: fields({
      communication_id: id('The message.'),
      lead_id: id('The lead it was written to.'),
      campaign_id: nullable(id('The campaign.'), 'Campaign of the message; null for a single message.'),
      trace_id: text('Trace of the campaign and the lead, 32 hex digits.'),
      rule: text('Rule that blocked it.'),
      severity: text('Severity of the rule.'),
      detail: text('What was found, in one sentence.'),
      blocked_at: timestamp('When it was blocked.'),
    }),
    sample: {
      communication_id: 'com_01a1e8e5aa3b7749bea00b30f0c17280',
      lead_id: leadId,
      campaign_id: campaignId,
      trace_id: '9ba3b28b09e9ff497f68957b4de86013',
      rule: 'unsubscribe_link',
      severity: 'high',
      detail: 'The message has no unsubscribe link.',
      blocked_at: '2026-11-17T13:29:57.084Z',
    },
  }),
] as const;
