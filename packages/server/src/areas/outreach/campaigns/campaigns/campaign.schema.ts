import { Type } from 'typebox';
import { listOf, named, nullable, pageQuery, strictObject, textField } from '../../../../kit/http/index.ts';
import { leadStatuses } from '../../people/leads/lead.repository.ts';
import { MAX_TAG_LENGTH } from '../../terms/lead-tag.ts';
import { agentConfig, icp, serviceLevels, strategy } from './strategy.schema.ts';

const text = (maxLength: number, description: string) => Type.Optional(textField(maxLength, description, 0));

const name = textField(200, 'Name of the campaign.');

const content = {
  description: text(5_000, 'What it is about.'),
  icp: Type.Optional(icp),
  channels: Type.Optional(
    Type.Array(Type.String({ enum: ['email', 'linkedin', 'sms', 'phone'] }), {
      minItems: 1,
      uniqueItems: true,
      description: 'Channels it wants; only `email` has a transport. Default: `["email"]`.',
    }),
  ),
  messaging_strategy: Type.Optional(strategy),
  slo: Type.Optional(serviceLevels),
  lead_ids: Type.Optional(
    Type.Array(textField(100, 'A lead, `led_…`.'), {
      maxItems: 10_000,
      description: 'Leads of the campaign.',
    }),
  ),
  import_job_id: Type.Optional(textField(100, 'The leads of this import.')),
  filter: Type.Optional(
    named(
      'CampaignLeads',
      strictObject(
        {
          status: Type.Optional(
            Type.String({ enum: [...leadStatuses], description: 'Only leads in this state.' }),
          ),
          country: text(2, 'Only leads in this country.'),
          tag: Type.Optional(textField(MAX_TAG_LENGTH, 'Only leads with this tag.')),
          q: text(200, 'Only leads whose address, name or company holds this.'),
        },
        { description: 'The present leads that meet all of this; `{}` means all of them.' },
      ),
    ),
  ),
};

export const createCampaignBody = strictObject({
  name,
  ...content,
  agent_config: Type.Optional(agentConfig),
});

export const changeCampaignBody = strictObject({ name: Type.Optional(name), ...content });

const squad = Type.Array(
  named(
    'SquadMember',
    Type.Object({ agent_id: Type.String(), role: Type.String(), name: Type.String(), engine: Type.String() }),
  ),
);

const channelSupport = Type.Array(
  named('ChannelSupport', Type.Object({ channel: Type.String(), supported: Type.Boolean() })),
  {
    description: 'Which of the channels have a transport.',
  },
);

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

export const campaignRecord = named(
  'Campaign',
  Type.Object({
    ...shared,
    icp: Type.Object({}, { additionalProperties: true }),
    messaging_strategy: Type.Object({}, { additionalProperties: true }),
    agent_config: Type.Object({}, { additionalProperties: true }),
  }),
);

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

export const metricsRecord = named(
  'CampaignMetrics',
  Type.Object({
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
  }),
);

export const executionRecord = named(
  'CampaignExecution',
  Type.Object({
    execution_id: Type.String(),
    status: Type.String(),
    test_cohort_size: nullable(Type.Integer()),
    leads_targeted: Type.Integer(),
    start_at: Type.String(),
    created_at: Type.String(),
  }),
);

export const campaignDetail = named(
  'CampaignDetail',
  Type.Object({
    ...campaignRecord.properties,
    executions: Type.Array(executionRecord),
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
  }),
);

/** A row of the list tells how it fares. */
export const campaignSummary = named(
  'CampaignSummary',
  Type.Object({
    ...campaignRecord.properties,
    leads_targeted: Type.Integer(),
    emails_sent: counts.emails_sent,
    unique_opens: counts.unique_opens,
    replies: counts.replies,
    bounces: counts.bounces,
    meetings_booked: counts.meetings_booked,
  }),
);

export const campaignList = listOf('campaigns', campaignSummary);
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
