import { type Static, Type } from 'typebox';
import { named, percentField, strictObject, timestampField } from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { formatTraceId } from '../../books/traces/trace-ids.ts';
import { campaignField } from '../../terms/named-campaign.ts';
import { MODEL_VERSION, type ScoredResult, WEIGHTS } from './score-lead.ts';

export const scoreBody = strictObject({
  campaign_id: Type.Optional(
    campaignField(
      "The campaign whose ideal customer profile is used; left out: that of the lead's newest campaign, or a general one.",
    ),
  ),
});

export const scoreRecord = named(
  'LeadScore',
  Type.Object({
    lead_id: Type.String({ description: '`led_…`' }),
    score: percentField('`round(0.5 fit + 0.3 intent + 0.2 engagement)`.'),
    breakdown: Type.Object(
      {
        fit: percentField('How well the lead fits the ideal customer.'),
        intent: percentField('Signs of an intent to buy; they lose half their value in 45 days.'),
        engagement: percentField(
          'Reactions to what was sent; they lose half their value in 14 days. Opens by machines do not count.',
        ),
      },
      { description: 'The three parts of the score, each 0 to 100.' },
    ),
    weights: Type.Object(
      {
        fit: Type.Number({ description: 'Weight of `fit`.' }),
        intent: Type.Number({ description: 'Weight of `intent`.' }),
        engagement: Type.Number({ description: 'Weight of `engagement`.' }),
      },
      { description: 'The weight of each part; their sum is 1.' },
    ),
    tier: Type.String({
      enum: ['A', 'B', 'C', 'D'],
      description: 'A from 80, B from 60, C from 40, otherwise D.',
    }),
    recommendation: Type.String({
      enum: ['contact_now', 'enrich_first', 'nurture', 'do_not_contact'],
      description: 'What to do next, by score and confidence.',
    }),
    confidence: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Share of the needed facts that are known.',
    }),
    reasons: Type.Array(
      Type.Object({
        component: Type.String({
          enum: ['fit', 'intent', 'engagement'],
          description: 'The part of the score that it belongs to.',
        }),
        rule: Type.String({ description: 'The rule that gave the points.' }),
        points: Type.Integer({ description: 'The points of a component sum to its value.' }),
        evidence: Type.String({ description: 'What the rule saw.' }),
      }),
      { description: 'What gave points, and what cost points.' },
    ),
    model_version: Type.String({
      description: 'Version of the rules; scores of two versions do not compare.',
    }),
    campaign_id: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The campaign whose ideal customer profile was used.',
    }),
    trace_id: Type.String({ description: 'Its trace, 32 hex digits.' }),
    scored_at: timestampField('When it was scored.'),
  }),
);

export function toScoreRecord(one: ScoredResult): Static<typeof scoreRecord> {
  return {
    lead_id: formatId('led', one.leadId),
    score: one.score,
    breakdown: { fit: one.fit, intent: one.intent, engagement: one.engagement },
    weights: WEIGHTS,
    tier: one.tier,
    recommendation: one.recommendation,
    confidence: one.confidence,
    reasons: one.reasons,
    model_version: MODEL_VERSION,
    campaign_id: one.campaignId === undefined ? null : formatId('cmp', one.campaignId),
    trace_id: formatTraceId(one.traceId),
    scored_at: one.scoredAt.toISOString(),
  };
}
