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
      description: 'Most that the campaign may spend in all.',
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
  idempotency_key: Type.Optional(textField(255, 'A repeat under the key answers as the first.')),
});

export const resumeBody = strictObject({
  budget_limit_usd: launchBody.properties.budget_limit_usd,
  daily_send_limit: launchBody.properties.daily_send_limit,
});

const estimate = Type.Object({
  ai_inference_usd: Type.Number({ description: 'Language models; 0 while rules do the work.' }),
  data_enrichment_usd: Type.Number({ description: 'Bought data; 0 while none is.' }),
  channel_costs_usd: Type.Number({ description: 'Mails, at the price that is set for one.' }),
  total_usd: Type.Number({ description: 'Their sum, as it is most likely.' }),
  low_usd: Type.Number({ description: 'If every lead answers the first mail.' }),
  high_usd: Type.Number({ description: 'If no lead answers.' }),
  per_lead_usd: Type.Number({ description: '`total_usd` over the leads.' }),
  basis: Type.String({ description: 'What the figures are based on.' }),
});

export const launchRecord = named(
  'CampaignLaunch',
  Type.Object({
    execution_id: Type.String({ description: '`cex_…`: this launch.' }),
    campaign_id: Type.String({ description: '`cmp_…`' }),
    status: Type.String({
      description: '`launching`: its leads are being chosen; then the campaign is `active`.',
    }),
    cost_estimate: describedAs(estimate, 'What it will cost, as far as that can be known.'),
    projected_counts: Type.Object(
      {
        audience: Type.String({
          enum: ['campaign', 'icp', 'all'],
          description:
            "Whom the launch chose: the campaign's own leads, those that its `icp` fits, or every lead.",
        }),
        leads_eligible: Type.Integer({ description: 'Leads that may be written to.' }),
        leads_targeted: Type.Integer({
          description: 'Those of them that it writes to: all, or the test cohort.',
        }),
        leads_suppressed: Type.Integer({ description: 'Left out: they want no mail, or it comes back.' }),
        leads_excluded: Type.Integer({
          description: 'Left out: the `exclusions` of its `icp` name them.',
        }),
        emails_planned: Type.Integer({ description: 'Mails if no lead answers: leads times steps.' }),
        estimated_days: Type.Integer({
          description: 'Days until the last mail, within the limits of the mailboxes.',
        }),
        estimated_completion_at: Type.String({ description: 'When the last mail would be sent.' }),
        projected_replies: nullable(
          Type.Integer({ description: 'Null while there is no history.' }),
          'Null while the organization has no history.',
        ),
        projected_meetings: nullable(Type.Integer(), 'Null while the organization has no history.'),
      },
      { description: 'What it will do, as far as that can be known.' },
    ),
    limits: Type.Object(
      {
        test_cohort_size: nullable(Type.Integer(), 'Most leads; null for all.'),
        budget_limit_usd: nullable(Type.Number(), 'Most that the campaign may spend; null for no limit.'),
        daily_send_limit: nullable(Type.Integer(), 'Most messages a day (UTC); null for no limit.'),
      },
      { description: 'What holds for this launch.' },
    ),
    warnings: Type.Array(Type.String(), {
      description: 'What to look at before much is sent, in sentences; empty for nothing.',
    }),
  }),
);

export const waitingReason = Type.Object({
  reason: Type.String({
    description: 'A code that does not change, such as `send_window`, `budget` or `campaign_paused`.',
  }),
  detail: Type.String({ description: 'The same in a sentence.' }),
  messages: nullable(Type.Integer(), 'How many messages wait for it; null where it holds everything.'),
  until: nullable(Type.String(), 'When it ends by itself; null where somebody has to do something.'),
});

export const whyRecord = named(
  'CampaignExplanation',
  Type.Object({
    campaign_id: Type.String({ description: '`cmp_…`' }),
    status: Type.String({ description: 'That of the campaign.' }),
    is_sending: Type.Boolean({ description: 'Whether something is due and may be sent now.' }),
    next_at: nullable(
      Type.String({ description: 'When something is looked at next.' }),
      'When something is looked at next; null for nothing to come.',
    ),
    reasons: Type.Array(waitingReason, { description: 'What holds messages back; empty while it sends.' }),
  }),
);
