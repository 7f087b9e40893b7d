import { IANAZone } from 'luxon';
import { type TSchema, Type } from 'typebox';
import { listOf, pageQuery, strictObject, textField, timestampField } from '../../../kit/http/index.ts';
import { weekdays } from '../sequences/send-window.ts';

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const text = (maxLength: number, description: string) => Type.Optional(textField(maxLength, description, 0));
const list = (description: string) =>
  Type.Optional(Type.Array(textField(200, 'One of them.'), { maxItems: 1_000, description }));
/** Fields that are not named here are kept as they are. */
const open = (properties: Record<string, TSchema>, description: string) =>
  Type.Object(properties, { additionalProperties: true, description });

const icp = open(
  {
    titles: list('Job titles; a lead whose known title holds none of them is left out.'),
    seniorities: list('Seniorities.'),
    departments: list('Departments.'),
    industries: list('Industries.'),
    employee_min: Type.Optional(Type.Integer({ minimum: 0 })),
    employee_max: Type.Optional(Type.Integer({ minimum: 0 })),
    countries: list('Countries, ISO 3166 alpha-2.'),
    technologies: list('Technologies in use.'),
    keywords: list('Words that speak for a lead.'),
    exclusions: Type.Optional(
      open({ domains: list('Domains.'), titles: list('Titles.') }, 'Whom the campaign never contacts.'),
    ),
  },
  'The ideal customer.',
);

const texts = {
  subject: text(998, 'Subject, a Liquid template. Left out of a later step, it goes on in the thread.'),
  body: text(200_000, 'Text, a Liquid template.'),
  html: text(500_000, 'The text as HTML. Left out, it is made from `body`.'),
};

const step = strictObject({
  step: Type.Integer({ minimum: 1, maximum: 100, description: 'Its place, from 1.' }),
  channel: Type.Optional(textField(40, 'Channel; only `email` has a transport.')),
  delay_hours: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 8_760,
      default: 0,
      description: 'After the step before it; for the first, after the launch.',
    }),
  ),
  ...texts,
  variants: Type.Optional(
    Type.Array(
      strictObject({
        variant: textField(40, 'Its name.'),
        weight: Type.Optional(
          Type.Number({ minimum: 0, maximum: 1_000_000, default: 1, description: 'Its share of the leads.' }),
        ),
        ...texts,
      }),
      { maxItems: 20, description: 'Texts to try against each other.' },
    ),
  ),
  condition: Type.Optional(
    Type.String({
      enum: ['always', 'if_opened', 'if_not_opened', 'if_clicked', 'if_not_clicked'],
      default: 'always',
      description: 'When the step is sent; a lead that does not meet it goes on to the next.',
    }),
  ),
});

const time = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      patternHint: 'must be a time such as 09:00',
      description,
    }),
  );

const strategy = open(
  {
    tone: text(200, 'Tone.'),
    value_proposition: text(5_000, 'What is offered. Claims in the texts may stand on it.'),
    call_to_action: text(1_000, 'What the lead is asked to do.'),
    language: text(40, 'Language, such as `en`.'),
    sender: Type.Optional(
      open(
        {
          name: text(200, 'Name in the texts.'),
          email: text(254, 'Address in the texts.'),
          mailbox_ids: Type.Optional(Type.Array(textField(100, 'A mailbox, `mbx_…`.'), { maxItems: 100 })),
        },
        'Who writes.',
      ),
    ),
    sequence: Type.Optional(
      Type.Array(step, {
        maxItems: 50,
        description: 'The steps. Left out, plain ones are made of what the strategy states.',
      }),
    ),
    send_window: Type.Optional(
      strictObject({
        days: Type.Optional(
          Type.Array(Type.String({ enum: [...weekdays] }), {
            minItems: 1,
            uniqueItems: true,
            description: 'Monday to Friday unless told.',
          }),
        ),
        start: time('From 09:00 unless told.'),
        end: time('Until 17:00 unless told.'),
        timezone: text(100, '`recipient`, or a name such as `Europe/Berlin`.'),
      }),
    ),
    booking_url: text(2_000, 'Where to book a meeting; left out, the booking page of this service.'),
    booking: Type.Optional(
      strictObject({
        sales_rep: text(254, 'Who meets the lead; the mailbox unless told.'),
        duration_minutes: Type.Optional(
          Type.Integer({ minimum: 5, maximum: 480, description: 'Length of a meeting; 30 unless told.' }),
        ),
        timezone: text(100, 'A name such as `Europe/Berlin`; UTC unless told.'),
        days: Type.Optional(
          Type.Array(Type.String({ enum: [...weekdays] }), { minItems: 1, uniqueItems: true }),
        ),
        start: time('From 09:00 unless told.'),
        end: time('Until 17:00 unless told.'),
      }),
    ),
    legal: Type.Optional(
      open(
        {
          postal_address: text(500, 'Postal address of the sender.'),
          basis: text(500, 'Legal basis, such as `consent` or `legitimate_interest`.'),
        },
        'What the law asks for.',
      ),
    ),
    frequency_cap: Type.Optional(
      strictObject({
        max_messages: Type.Integer({ minimum: 1, maximum: 1_000 }),
        per_hours: Type.Integer({ minimum: 1, maximum: 744 }),
      }),
    ),
    tracking: Type.Optional(
      strictObject({ opens: Type.Optional(Type.Boolean()), clicks: Type.Optional(Type.Boolean()) }),
    ),
  },
  'What is said, and when.',
);

const agentConfig = open(
  { agents: list('Roles that work on the campaign; all unless told.') },
  'How the agents work on it.',
);

const rate = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 1, description }));

const serviceLevels = strictObject({
  reply_rate_min: rate('Least share of sent mails that were answered.'),
  open_rate_min: rate('Least share of sent mails that a person opened.'),
  bounce_rate_max: rate('Most share of bounces; above it the campaign is paused. 0.08 unless told.'),
  complaint_rate_max: rate('Most share of complaints; above it the campaign is paused. 0.003 unless told.'),
  send_latency_p95_ms: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Most time from due to sent, 95 of 100 mails.' }),
  ),
  window_minutes: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 44_640, description: 'Measured window; a day unless told.' }),
  ),
  min_sample: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Fewer mails in the window are no measure; 50 unless told.' }),
  ),
});

export const createCampaignBody = strictObject({
  name: textField(200, 'Name of the campaign.'),
  description: text(5_000, 'What it is about.'),
  icp: Type.Optional(icp),
  channels: Type.Optional(
    Type.Array(Type.String({ enum: ['email', 'linkedin', 'sms', 'phone'] }), {
      minItems: 1,
      uniqueItems: true,
      description: 'Channels it wants; only `email` has a transport. `["email"]` unless told.',
    }),
  ),
  messaging_strategy: Type.Optional(strategy),
  agent_config: Type.Optional(agentConfig),
  slo: Type.Optional(serviceLevels),
  lead_ids: Type.Optional(
    Type.Array(textField(100, 'A lead, `led_…`.'), {
      maxItems: 10_000,
      description: 'Leads of the campaign.',
    }),
  ),
  import_job_id: Type.Optional(textField(100, 'The leads of this import.')),
  filter: Type.Optional(
    strictObject({
      status: text(40, 'Only leads in this state.'),
      country: text(2, 'Only leads in this country.'),
      q: text(200, 'Only leads whose address or company holds this.'),
    }),
  ),
});

const squad = Type.Array(
  Type.Object({ agent_id: Type.String(), role: Type.String(), name: Type.String(), engine: Type.String() }),
);

const channelSupport = Type.Array(Type.Object({ channel: Type.String(), supported: Type.Boolean() }), {
  description: 'Which of the channels have a transport.',
});

const shared = {
  id: Type.String(),
  campaign_id: Type.String({ description: 'The same as `id`.' }),
  name: Type.String(),
  description: Type.String(),
  status: Type.String({
    enum: ['draft', 'launching', 'active', 'paused', 'completed', 'cancelled', 'failed'],
  }),
  pause_reason: nullable(Type.String()),
  channels: Type.Array(Type.String()),
  channel_support: channelSupport,
  agent_squad: squad,
  created_at: Type.String(),
  updated_at: Type.String(),
  launched_at: nullable(Type.String()),
  completed_at: nullable(Type.String()),
};

export const campaignRecord = Type.Object({
  ...shared,
  icp: Type.Object({}, { additionalProperties: true }),
  messaging_strategy: Type.Object({}, { additionalProperties: true }),
  agent_config: Type.Object({}, { additionalProperties: true }),
});

const counts = {
  emails_sent: Type.Integer(),
  delivered: Type.Integer(),
  opens: Type.Integer({ description: 'By people.' }),
  opens_machine: Type.Integer({ description: 'By scanners and mail proxies.' }),
  unique_opens: Type.Integer({ description: 'Mails that a person opened.' }),
  clicks: Type.Integer(),
  replies: Type.Integer({ description: 'Without automatic ones.' }),
  positive_replies: Type.Integer(),
  auto_replies: Type.Integer(),
  bounces: Type.Integer(),
  complaints: Type.Integer(),
  unsubscribes: Type.Integer(),
  blocked: Type.Integer({ description: 'Mails that the compliance guard held back.' }),
  failed: Type.Integer(),
  meetings_booked: Type.Integer(),
};

export const metricsRecord = Type.Object({
  leads_targeted: Type.Integer(),
  ...counts,
  open_rate: Type.Number({ description: 'Leads who opened, of those reached; 0 to 1.' }),
  reply_rate: Type.Number({ description: 'Leads who replied, of those reached; 0 to 1.' }),
  booking_rate: Type.Number({ description: 'Meetings, of the leads targeted; 0 to 1.' }),
  bounce_rate: Type.Number({ description: 'Bounces, of the mails tried; 0 to 1.' }),
  spend_usd: Type.Number(),
  budget_usd: nullable(Type.Number()),
  cost_per_reply_usd: nullable(Type.Number()),
  cost_per_meeting_usd: nullable(Type.Number()),
  by_step: Type.Array(Type.Object({ step: Type.Integer(), ...counts })),
  by_variant: Type.Array(Type.Object({ step: Type.Integer(), variant: Type.String(), ...counts })),
});

const execution = Type.Object({
  execution_id: Type.String(),
  status: Type.String(),
  test_cohort_size: nullable(Type.Integer()),
  leads_targeted: Type.Integer(),
  start_at: Type.String(),
  created_at: Type.String(),
});

export const campaignDetail = Type.Object({
  ...campaignRecord.properties,
  executions: Type.Array(execution),
  budget: Type.Object({
    limit_usd: nullable(Type.Number()),
    spent_usd: Type.Number(),
    reserved_usd: Type.Number(),
    remaining_usd: nullable(Type.Number()),
    spent_fraction: Type.Number(),
  }),
  daily_send_limit: nullable(Type.Integer()),
  slo: Type.Object({}, { additionalProperties: true }),
  metrics: metricsRecord,
});

export const campaignList = listOf('campaigns', campaignRecord);
export const listCampaignsQuery = strictObject({
  ...pageQuery,
  status: Type.Optional(
    Type.String({
      enum: ['draft', 'launching', 'active', 'paused', 'completed', 'cancelled', 'failed'],
      description: 'Only those in this state.',
    }),
  ),
});
export const campaignParams = Type.Object({
  id: Type.String({ description: 'The id of the campaign, `cmp_…`.' }),
});

export const launchBody = strictObject({
  test_cohort_size: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000_000,
      description: 'Contact only so many leads, chosen by a hash. The rest may be launched later.',
    }),
  ),
  budget_limit_usd: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1_000_000_000,
      description: 'Most that the campaign may spend in all.',
    }),
  ),
  daily_send_limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000_000, description: 'Most messages a day (UTC).' }),
  ),
  start_at: Type.Optional(timestampField('When the first step is due; at once unless told.')),
  idempotency_key: Type.Optional(textField(255, 'A repeat under the key answers as the first.')),
});

export const resumeBody = strictObject({
  budget_limit_usd: launchBody.properties.budget_limit_usd,
  daily_send_limit: launchBody.properties.daily_send_limit,
});

const estimate = Type.Object({
  ai_inference_usd: Type.Number(),
  data_enrichment_usd: Type.Number(),
  channel_costs_usd: Type.Number(),
  total_usd: Type.Number(),
  low_usd: Type.Number(),
  high_usd: Type.Number(),
  per_lead_usd: Type.Number(),
  basis: Type.String({ description: 'What the figures stand on.' }),
});

export const launchRecord = Type.Object({
  execution_id: Type.String(),
  campaign_id: Type.String(),
  status: Type.String(),
  cost_estimate: estimate,
  projected_counts: Type.Object({
    leads_eligible: Type.Integer(),
    leads_targeted: Type.Integer(),
    leads_suppressed: Type.Integer(),
    leads_excluded: Type.Integer(),
    emails_planned: Type.Integer(),
    estimated_days: Type.Integer(),
    estimated_completion_at: Type.String(),
    projected_replies: nullable(Type.Integer({ description: 'Null while there is no history to go by.' })),
    projected_meetings: nullable(Type.Integer()),
  }),
  limits: Type.Object({
    test_cohort_size: nullable(Type.Integer()),
    budget_limit_usd: nullable(Type.Number()),
    daily_send_limit: nullable(Type.Integer()),
  }),
  warnings: Type.Array(Type.String()),
});

export const whyRecord = Type.Object({
  campaign_id: Type.String(),
  status: Type.String(),
  is_sending: Type.Boolean(),
  next_at: nullable(Type.String({ description: 'When something is looked at next.' })),
  reasons: Type.Array(
    Type.Object({
      reason: Type.String(),
      detail: Type.String(),
      messages: nullable(Type.Integer()),
      until: nullable(Type.String()),
    }),
  ),
});

/** Whether a time zone can be reckoned with. */
export function isZone(name: string): boolean {
  return name === 'recipient' || IANAZone.isValidZone(name);
}
