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
    Type.Object({
      agent_id: Type.String({ description: '`agt_…`' }),
      role: Type.String({ description: 'What it is there for.' }),
      name: Type.String({ description: 'For people.' }),
      engine: Type.String({ description: 'What drove it when the campaign was made: `rules` or `llm`.' }),
    }),
  ),
);

const channelSupport = Type.Array(
  named(
    'ChannelSupport',
    Type.Object({
      channel: Type.String({ description: 'As `channels` names it.' }),
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
  name: Type.String({ description: 'For people.' }),
  description: Type.String({ description: 'What it is about; empty for nothing told.' }),
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
    description: 'What it asked for; `channel_support` tells which are used.',
  }),
  channel_support: channelSupport,
  agent_squad: describedAs(squad, 'The agents that work for it.'),
  created_at: Type.String({ description: 'When it was made.' }),
  updated_at: Type.String({ description: 'When it last changed.' }),
  launched_at: nullable(Type.String(), 'Its first launch; null before.'),
  completed_at: nullable(Type.String(), 'When the last lead was through; null before.'),
};

export const campaignRecord = named(
  'Campaign',
  Type.Object({
    ...shared,
    icp: Type.Object(
      {},
      { additionalProperties: true, description: 'The ideal customer that it was given; `{}` for none.' },
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
  emails_sent: Type.Integer({ description: 'Mails that a mail server took.' }),
  delivered: Type.Integer({ description: 'Those of them that did not come back.' }),
  opens: Type.Integer({ description: 'By people.' }),
  opens_machine: Type.Integer({ description: 'By scanners and mail proxies.' }),
  unique_opens: Type.Integer({ description: 'Mails that a person opened.' }),
  clicks: Type.Integer({ description: 'Every click of a person, repeated ones too.' }),
  replies: Type.Integer({ description: 'Without automatic ones.' }),
  positive_replies: Type.Integer({ description: 'Replies that say yes, by their classification.' }),
  auto_replies: Type.Integer({
    description: 'Answers of machines, such as out of office; they do not stop a sequence.',
  }),
  bounces: Type.Integer({ description: 'Mails that came back.' }),
  complaints: Type.Integer({ description: 'Recipients who called a mail spam.' }),
  unsubscribes: Type.Integer({ description: 'Recipients who want no more mail.' }),
  blocked: Type.Integer({ description: 'Mails that the compliance guard held back.' }),
  failed: Type.Integer({ description: 'Mails that were not sent, for any reason.' }),
  meetings_booked: Type.Integer({ description: 'Meetings that are not cancelled.' }),
};

export const metricsRecord = named(
  'CampaignMetrics',
  Type.Object({
    leads_targeted: Type.Integer({ description: 'Leads that its launches chose.' }),
    ...counts,
    open_rate: Type.Number({ description: 'Leads who opened, of those reached; 0 to 1.' }),
    reply_rate: Type.Number({ description: 'Leads who replied, of those reached; 0 to 1.' }),
    booking_rate: Type.Number({ description: 'Meetings, of the leads targeted; 0 to 1.' }),
    bounce_rate: Type.Number({ description: 'Bounces, of the mails tried; 0 to 1.' }),
    spend_usd: Type.Number({ description: 'What it cost so far: mails, data and language models.' }),
    budget_usd: nullable(Type.Number(), 'Most that it may spend; null for no limit.'),
    cost_per_reply_usd: nullable(Type.Number(), 'Spend over replies; null before the first.'),
    cost_per_meeting_usd: nullable(Type.Number(), 'Spend over meetings; null before the first.'),
    by_step: Type.Array(Type.Object({ step: Type.Integer({ description: 'From 1.' }), ...counts }), {
      description: 'The same for each step of the sequence.',
    }),
    by_variant: Type.Array(
      Type.Object({
        step: Type.Integer({ description: 'From 1.' }),
        variant: Type.String({ description: 'As the sequence names it.' }),
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
    status: Type.String({ description: 'How far it is, as the `status` of a campaign.' }),
    test_cohort_size: nullable(Type.Integer(), 'Most leads that it was to choose; null for all.'),
    leads_targeted: Type.Integer({ description: 'Leads that it chose.' }),
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
        limit_usd: nullable(Type.Number(), 'Most that it may spend; null for no limit.'),
        spent_usd: Type.Number({ description: 'What it cost so far.' }),
        reserved_usd: Type.Number({
          description: 'Held for what is under way; it is spent or freed when that ends.',
        }),
        remaining_usd: nullable(Type.Number(), 'The limit without both; null for no limit.'),
        spent_fraction: Type.Number({ description: 'Spent over limit, from 0; 0 without a limit.' }),
      },
      { description: 'What it may spend and has spent.' },
    ),
    daily_send_limit: nullable(Type.Integer(), 'Most messages a day (UTC); null for no limit of its own.'),
    slo: Type.Object(
      {},
      { additionalProperties: true, description: 'Thresholds that pause it, as they were given.' },
    ),
    metrics: describedAs(metricsRecord, 'What came of it so far.'),
  }),
);

/** A row of the list tells how it fares. */
export const campaignSummary = named(
  'CampaignSummary',
  Type.Object({
    ...campaignRecord.properties,
    leads_targeted: Type.Integer({ description: 'Leads that its launches chose.' }),
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
