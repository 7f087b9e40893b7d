import { Type } from 'typebox';
import { named, nullable, strictObject, textField, timestampField } from '../../../../kit/http/index.ts';

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
  ai_inference_usd: Type.Number(),
  data_enrichment_usd: Type.Number(),
  channel_costs_usd: Type.Number(),
  total_usd: Type.Number(),
  low_usd: Type.Number(),
  high_usd: Type.Number(),
  per_lead_usd: Type.Number(),
  basis: Type.String({ description: 'What the figures are based on.' }),
});

export const launchRecord = named(
  'CampaignLaunch',
  Type.Object({
    execution_id: Type.String(),
    campaign_id: Type.String(),
    status: Type.String(),
    cost_estimate: estimate,
    projected_counts: Type.Object({
      audience: Type.String({
        enum: ['campaign', 'icp', 'all'],
        description:
          "Whom the launch chose: the campaign's own leads, those that its `icp` fits, or every lead.",
      }),
      leads_eligible: Type.Integer(),
      leads_targeted: Type.Integer(),
      leads_suppressed: Type.Integer(),
      leads_excluded: Type.Integer(),
      emails_planned: Type.Integer(),
      estimated_days: Type.Integer(),
      estimated_completion_at: Type.String(),
      projected_replies: nullable(Type.Integer({ description: 'Null while there is no history.' })),
      projected_meetings: nullable(Type.Integer()),
    }),
    limits: Type.Object({
      test_cohort_size: nullable(Type.Integer()),
      budget_limit_usd: nullable(Type.Number()),
      daily_send_limit: nullable(Type.Integer()),
    }),
    warnings: Type.Array(Type.String()),
  }),
);

export const waitingReason = Type.Object({
  reason: Type.String(),
  detail: Type.String(),
  messages: nullable(Type.Integer()),
  until: nullable(Type.String()),
});

export const whyRecord = named(
  'CampaignExplanation',
  Type.Object({
    campaign_id: Type.String(),
    status: Type.String(),
    is_sending: Type.Boolean(),
    next_at: nullable(Type.String({ description: 'When something is looked at next.' })),
    reasons: Type.Array(waitingReason),
  }),
);
