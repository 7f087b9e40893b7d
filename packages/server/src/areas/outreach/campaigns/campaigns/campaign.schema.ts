import { Type } from 'typebox';
import {
  describedAs,
  listOf,
  named,
  nullable,
  pageQuery,
  strictObject,
  textField,
} from '../../../../kit/http/index.ts';
import { leadStatuses } from '../../people/leads/lead.repository.ts';
import { MAX_TAG_LENGTH } from '../../terms/lead-tag.ts';
import { agentConfig, icp, optionalText, serviceLevels, strategy } from './strategy.schema.ts';

const name = textField(200, 'Name of the campaign.');

const content = {
  description: optionalText(5_000, 'What it is about.'),
  icp: Type.Optional(icp),
  channels: Type.Optional(
    Type.Array(named('Channel', Type.String({ enum: ['email', 'linkedin', 'sms', 'phone'] })), {
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
          country: optionalText(2, 'Only leads in this country.'),
          tag: Type.Optional(textField(MAX_TAG_LENGTH, 'Only leads with this tag.')),
          q: optionalText(200, 'Only leads whose address, name or company holds this.'),
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
    Type.Object({
      agent_id: Type.String({ description: '`agt_…`' }),
      role: Type.String({ description: 'What it is there for.' }),
      name: Type.String({ description: 'For people to read.' }),
      engine: Type.String({ description: 'What drove it when the campaign was made: `rules` or `llm`.' }),
    }),
  ),
);

const channelSupport = Type.Array(
  named(
    'ChannelSupport',
    Type.Object({
      channel: Type.String({ description: 'The name in `channels`.' }),
      supported: Type.Boolean({ description: 'Whether messages can be sent on it.' }),
    }),
  ),
  {
    description: 'Which of the channels have a transport.',
  },
);

const shared = {
  id: Type.String({ description: '`cmp_…`' }),
  campaign_id: Type.String({ description: 'The same as `id`.' }),
  name: Type.String({ description: 'For people to read.' }),
  description: Type.String({ description: 'What it is about; empty if not given.' }),
  status: Type.String({
    enum: ['draft', 'launching', 'active', 'paused', 'completed', 'cancelled', 'failed'],
    description:
      '`launching`: leads are being chosen. `completed`: every lead is through its steps. `failed`: the launch failed.',
  }),
  pause_reason: nullable(
    Type.String(),
    'Why it paused: `manual`, `budget`, `slo`, `bounce_rate`, `complaint_rate`, `compliance` or `no_mailbox`. Null unless it is paused.',
  ),
  channels: Type.Array(Type.String(), {
    description: 'The requested channels; `channel_support` says which are used.',
  }),
  channel_support: channelSupport,
  agent_squad: describedAs(squad, 'The agents that work for it.'),
  created_at: Type.String({ description: 'When it was made.' }),
  updated_at: Type.String({ description: 'When it last changed.' }),
  launched_at: nullable(Type.String(), 'Its first launch; null before.'),
  completed_at: nullable(Type.String(), 'When the last lead completed its steps; null before.'),
};

export const campaignRecord = named(
  'Campaign',
  Type.Object({
    ...shared,
    icp: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'The ideal customer profile that it was given; `{}` for none.',
      },
    ),
    messaging_strategy: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'Its sequence of mails, send window and rules, as it was given.',
      },
    ),
    agent_config: Type.Object(
      {},
      { additionalProperties: true, description: 'Settings of its agents, as they were given.' },
    ),
  }),
);

const counts = {
  emails_sent: Type.Integer({ description: 'Mails that a mail server accepted.' }),
  delivered: Type.Integer({ description: 'Accepted mails that did not bounce.' }),
  opens: Type.Integer({ description: 'Opens by people.' }),
  opens_machine: Type.Integer({ description: 'Opens by scanners and mail proxies.' }),
  unique_opens: Type.Integer({ description: 'Mails that a person opened.' }),
  clicks: Type.Integer({ description: 'Clicks by people, including repeated ones.' }),
  replies: Type.Integer({ description: 'Replies, without automatic ones.' }),
  positive_replies: Type.Integer({ description: 'Replies with a positive classification.' }),
  auto_replies: Type.Integer({
    description: 'Automatic replies, such as out of office; they do not stop a sequence.',
  }),
  bounces: Type.Integer({ description: 'Mails that bounced.' }),
  complaints: Type.Integer({ description: 'Recipients who marked a mail as spam.' }),
  unsubscribes: Type.Integer({ description: 'Recipients who unsubscribed.' }),
  blocked: Type.Integer({ description: 'Mails that the compliance guard held back.' }),
  failed: Type.Integer({ description: 'Mails that were not sent, for any reason.' }),
  meetings_booked: Type.Integer({ description: 'Meetings that are not cancelled.' }),
};

export const metricsRecord = named(
  'CampaignMetrics',
  Type.Object({
    leads_targeted: Type.Integer({ description: 'Leads that its launches selected.' }),
    ...counts,
    open_rate: Type.Number({ description: 'Leads who opened, as a share of those reached; 0 to 1.' }),
    reply_rate: Type.Number({ description: 'Leads who replied, as a share of those reached; 0 to 1.' }),
    booking_rate: Type.Number({ description: 'Meetings, as a share of the targeted leads; 0 to 1.' }),
    bounce_rate: Type.Number({ description: 'Bounces, as a share of the mails tried; 0 to 1.' }),
    spend_usd: Type.Number({ description: 'Cost so far: mails, data and language models.' }),
    budget_usd: nullable(Type.Number(), 'Maximum total cost; null for no limit.'),
    cost_per_reply_usd: nullable(Type.Number(), 'Cost per reply; null before the first reply.'),
    cost_per_meeting_usd: nullable(Type.Number(), 'Cost per meeting; null before the first meeting.'),
    by_step: Type.Array(Type.Object({ step: Type.Integer({ description: 'From 1.' }), ...counts }), {
      description: 'The same for each step of the sequence.',
    }),
    by_variant: Type.Array(
      Type.Object({
        step: Type.Integer({ description: 'From 1.' }),
        variant: Type.String({ description: 'Name in the sequence.' }),
        ...counts,
      }),
      { description: 'The same for each variant of a step.' },
    ),
  }),
);

export const executionRecord = named(
  'CampaignExecution',
  Type.Object({
    execution_id: Type.String({ description: '`cex_…`: one launch.' }),
    status: Type.String({ description: 'Its state, as the `status` of a campaign.' }),
    test_cohort_size: nullable(Type.Integer(), 'Maximum number of leads to select; null for all.'),
    leads_targeted: Type.Integer({ description: 'Leads that it selected.' }),
    start_at: Type.String({ description: 'When its first step was due.' }),
    created_at: Type.String({ description: 'When it was asked for.' }),
  }),
);

export const campaignDetail = named(
  'CampaignDetail',
  Type.Object({
    ...campaignRecord.properties,
    executions: Type.Array(executionRecord, { description: 'Its launches, the newest first.' }),
    budget: Type.Object(
      {
        limit_usd: nullable(Type.Number(), 'Maximum total cost; null for no limit.'),
        spent_usd: Type.Number({ description: 'Cost so far.' }),
        reserved_usd: Type.Number({
          description: 'Reserved for work in progress; it is spent or released when that ends.',
        }),
        remaining_usd: nullable(Type.Number(), 'What remains of the limit; null for no limit.'),
        spent_fraction: Type.Number({ description: 'Spent divided by limit; 0 without a limit.' }),
      },
      { description: 'Its budget and what was spent.' },
    ),
    daily_send_limit: nullable(Type.Integer(), 'Most messages a day (UTC); null for no limit of its own.'),
    slo: Type.Object(
      {},
      { additionalProperties: true, description: 'Thresholds that pause it, as they were given.' },
    ),
    metrics: describedAs(metricsRecord, 'The results so far.'),
  }),
);

/** Rows of the list include how the campaign is doing. */
export const campaignSummary = named(
  'CampaignSummary',
  Type.Object({
    ...campaignRecord.properties,
    leads_targeted: Type.Integer({ description: 'Leads that its launches selected.' }),
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
