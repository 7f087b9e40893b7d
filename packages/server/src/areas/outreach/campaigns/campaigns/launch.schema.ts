import { Type } from 'typebox';
import {
  describedAs,
  named,
  nullable,
  strictObject,
  textField,
  timestampField,
} from '../../../../kit/http/index.ts';

export const launchBody = strictObject({
  test_cohort_size: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000_000,
      description: 'Contact only this many leads, chosen by a hash. The rest may be launched later.',
    }),
  ),
  budget_limit_usd: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1_000_000_000,
      description: 'Maximum cost of the campaign.',
    }),
  ),
  daily_send_limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000_000, description: 'Most messages a day (UTC).' }),
  ),
  start_at: Type.Optional(
    timestampField('When the first step is due, at most a year ahead. Default: at once.'),
  ),
  audience: Type.Optional(
    Type.String({
      enum: ['all'],
      description:
        '`all` launches the campaign at every lead of the organization. Left out: at its own leads; where it has none, at those that meet every criterion of its `icp` by what is known of them.',
    }),
  ),
  idempotency_key: Type.Optional(
    textField(255, 'A repeated request with the same key gets the first response.'),
  ),
});

export const resumeBody = strictObject({
  budget_limit_usd: launchBody.properties.budget_limit_usd,
  daily_send_limit: launchBody.properties.daily_send_limit,
});

const estimate = Type.Object({
  ai_inference_usd: Type.Number({ description: 'Cost of language models; 0 if rules do the work.' }),
  data_enrichment_usd: Type.Number({ description: 'Cost of bought data; 0 if none is bought.' }),
  channel_costs_usd: Type.Number({ description: 'Cost of mails, at the price set for one.' }),
  total_usd: Type.Number({ description: 'The most likely sum.' }),
  low_usd: Type.Number({ description: 'The sum if every lead answers the first mail.' }),
  high_usd: Type.Number({ description: 'The sum if no lead answers.' }),
  per_lead_usd: Type.Number({ description: '`total_usd` per lead.' }),
  basis: Type.String({ description: 'What the figures are based on.' }),
});

export const launchRecord = named(
  'CampaignLaunch',
  Type.Object({
    execution_id: Type.String({ description: '`cex_…`: this launch.' }),
    campaign_id: Type.String({ description: '`cmp_…`' }),
    status: Type.String({
      description: '`launching`: leads are being selected; then the campaign is `active`.',
    }),
    cost_estimate: describedAs(estimate, 'The estimated cost.'),
    projected_counts: Type.Object(
      {
        audience: Type.String({
          enum: ['campaign', 'icp', 'all'],
          description: "The selected leads: the campaign's own, those that its `icp` fits, or every lead.",
        }),
        leads_eligible: Type.Integer({ description: 'Leads that may be written to.' }),
        leads_targeted: Type.Integer({
          description: 'Leads that it writes to: all of them, or the test cohort.',
        }),
        leads_suppressed: Type.Integer({ description: 'Left out: suppressed addresses.' }),
        leads_excluded: Type.Integer({
          description: 'Left out by the `exclusions` of the `icp`.',
        }),
        emails_planned: Type.Integer({ description: 'Mails if no lead answers: leads times steps.' }),
        estimated_days: Type.Integer({
          description: 'Days until the last mail, within the limits of the mailboxes.',
        }),
        estimated_completion_at: Type.String({ description: 'When the last mail would be sent.' }),
        projected_replies: nullable(
          Type.Integer({ description: 'Null without history.' }),
          'Null while the organization has no history.',
        ),
        projected_meetings: nullable(Type.Integer(), 'Null while the organization has no history.'),
      },
      { description: 'The projected results.' },
    ),
    limits: Type.Object(
      {
        test_cohort_size: nullable(Type.Integer(), 'Maximum number of leads; null for all.'),
        budget_limit_usd: nullable(Type.Number(), 'Maximum cost of the campaign; null for no limit.'),
        daily_send_limit: nullable(Type.Integer(), 'Maximum messages a day (UTC); null for no limit.'),
      },
      { description: 'The limits of this launch.' },
    ),
    warnings: Type.Array(Type.String(), {
      description: 'What to check before much is sent; empty for nothing.',
    }),
  }),
);

export const waitingReason = Type.Object({
  reason: Type.String({
    description: 'A stable code, such as `send_window`, `budget` or `campaign_paused`.',
  }),
  detail: Type.String({ description: 'The same in a sentence.' }),
  messages: nullable(Type.Integer(), 'How many messages wait for it; null if it stops everything.'),
  until: nullable(Type.String(), 'When it ends by itself; null if somebody has to act.'),
});

export const whyRecord = named(
  'CampaignExplanation',
  Type.Object({
    campaign_id: Type.String({ description: '`cmp_…`' }),
    status: Type.String({ description: 'Status of the campaign.' }),
    is_sending: Type.Boolean({ description: 'Whether something is due and may be sent now.' }),
    next_at: nullable(
      Type.String({ description: 'When something is next considered for sending.' }),
      'When something is next considered for sending; null if nothing is planned.',
    ),
    reasons: Type.Array(waitingReason, { description: 'What stops messages; empty while it sends.' }),
  }),
);
