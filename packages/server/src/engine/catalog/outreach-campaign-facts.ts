import { Type } from 'typebox';
import { nullable } from '../../kit/http/index.ts';
import { defineFact } from './fact.ts';
import {
  always,
  count,
  fields,
  fraction,
  id,
  listOf,
  oneOf,
  text,
  timestamp,
  usd,
} from './payload-fields.ts';

const campaignId = 'cmp_01a1e8de2dc37e2ab63cf16d6eb938d0';

/** Campaigns, with their service levels and budgets. */
export const outreachCampaignFacts = [
  defineFact({
    key: 'campaign_created',
    platform: 'outreach',
    trigger: 'A campaign was created as a draft, and its agents were assigned.',
    names: { events: 'campaign.created', webhooks: 'campaign.created', area: 'campaign.created' },
    data: fields({
      campaign_id: id('The campaign.'),
      name: text('Name of the campaign.'),
      status: always('draft', 'State of the campaign.'),
      channels: listOf(text('A channel, such as `email`.'), 'Channels the campaign wants to use.'),
      agent_squad: listOf(
        fields({
          agent_id: id('The agent.'),
          role: text('Role in the squad, such as `copywriter`.'),
          name: text('Name of the agent.'),
          engine: text('What drives it: `rules` or `llm`.'),
        }),
        'Agents assigned to the campaign.',
      ),
      created_at: timestamp('When it was created.'),
    }),
    sample: {
      campaign_id: campaignId,
      name: 'Logistics leads, winter',
      status: 'draft',
      channels: ['email'],
      agent_squad: [
        {
          agent_id: 'agt_01a1e8df1d5277e9903b57fa202f496e',
          role: 'copywriter',
          name: 'Copywriter',
          engine: 'rules',
        },
        {
          agent_id: 'agt_01a1e8e00ce17bb7bf9fdcf48d8e8d5b',
          role: 'compliance_guard',
          name: 'Compliance guard',
          engine: 'rules',
        },
      ],
      created_at: '2026-11-17T09:37:08.416Z',
    },
  }),
  defineFact({
    key: 'campaign_launched',
    platform: 'outreach',
    trigger: 'A campaign was launched, and the leads it will contact were chosen.',
    names: { events: 'campaign.launched', webhooks: 'campaign.launched', area: 'campaign.launched' },
    data: fields({
      campaign_id: id('The campaign.'),
      execution_id: id('This launch.'),
      leads_targeted: count('Leads the launch will contact.'),
      budget_limit_usd: nullable(usd('Most that may be spent.'), 'Budget in USD; null without a limit.'),
      daily_send_limit: nullable(count('Messages a day.'), 'Most messages a day; null without a limit.'),
      launched_at: timestamp('When it was launched.'),
    }),
    sample: {
      campaign_id: campaignId,
      execution_id: 'cex_01a1e8e0fc70767496446bc9ac4852ef',
      leads_targeted: 1_840,
      budget_limit_usd: 250,
      daily_send_limit: 120,
      launched_at: '2026-11-17T09:52:30.071Z',
    },
  }),
  defineFact({
    key: 'campaign_paused',
    platform: 'outreach',
    trigger: 'An active campaign was paused, by hand or by a guard.',
    names: { webhooks: 'campaign.paused' },
    data: fields({
      campaign_id: id('The campaign.'),
      reason: oneOf(
        ['manual', 'budget', 'slo', 'bounce_rate', 'complaint_rate', 'compliance', 'no_mailbox'],
        'Why it was paused.',
      ),
      paused_at: timestamp('When it was paused.'),
    }),
    sample: { campaign_id: campaignId, reason: 'bounce_rate', paused_at: '2026-11-19T15:20:44.902Z' },
  }),
  defineFact({
    key: 'campaign_completed',
    platform: 'outreach',
    trigger: 'All sequences of a campaign were finished.',
    names: { webhooks: 'campaign.completed' },
    data: fields({
      campaign_id: id('The campaign.'),
      leads_targeted: count('Leads the campaign was to contact.'),
      emails_sent: count('Mails sent.'),
      replies: count('Replies received, automatic ones left out.'),
      meetings_booked: count('Meetings booked.'),
      spend_usd: usd('Money spent.'),
      completed_at: timestamp('When the last sequence ended.'),
    }),
    sample: {
      campaign_id: campaignId,
      leads_targeted: 1_840,
      emails_sent: 4_612,
      replies: 96,
      meetings_booked: 21,
      spend_usd: 187.34,
      completed_at: '2026-12-15T17:04:12.550Z',
    },
  }),
  defineFact({
    key: 'slo_violated',
    platform: 'outreach',
    trigger: 'A service level of a campaign crossed its threshold.',
    names: { webhooks: 'slo.violated', area: 'slo.violated' },
    data: fields({
      campaign_id: id('The campaign.'),
      slo: text('The service level, such as `bounce_rate_max`; its suffix names the unit.'),
      threshold: Type.Number({ description: 'The limit, in the unit of the service level.' }),
      actual: Type.Number({ description: 'The measured value, in the unit of the service level.' }),
      window_minutes: count('Length of the measured window, minutes.'),
      violated_at: timestamp('When the threshold was crossed.'),
    }),
    sample: {
      campaign_id: campaignId,
      slo: 'bounce_rate_max',
      threshold: 0.03,
      actual: 0.042,
      window_minutes: 60,
      violated_at: '2026-11-19T15:20:44.318Z',
    },
  }),
  defineFact({
    key: 'budget_threshold_reached',
    platform: 'outreach',
    trigger: 'The spend of a campaign reached a threshold of its budget.',
    names: { webhooks: 'budget.threshold_reached' },
    data: fields({
      campaign_id: id('The campaign.'),
      threshold: fraction('Fraction of the budget that was reached.'),
      spent_usd: usd('Money spent so far.'),
      limit_usd: usd('The budget.'),
      action: oneOf(['notified', 'paused'], 'What the service did about it.'),
      reached_at: timestamp('When the threshold was reached.'),
    }),
    sample: {
      campaign_id: campaignId,
      threshold: 0.8,
      spent_usd: 200.12,
      limit_usd: 250,
      action: 'notified',
      reached_at: '2026-12-01T08:15:27.639Z',
    },
  }),
] as const;
