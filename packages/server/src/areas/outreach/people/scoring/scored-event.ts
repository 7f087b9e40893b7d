import { factEvent } from '../../../../engine/catalog/index.ts';
import type { NewEvent } from '../../../../engine/spine/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import type { Score } from './score-lead.ts';

export interface ScoredEventDetails extends Omit<Score, 'reasons' | 'confidence'> {
  orgId: string;
  leadId: string;
  previousScore: number | null;
  scoredAt: Date;
  correlationId?: string | null | undefined;
}

export function scoredEvent(details: ScoredEventDetails): NewEvent {
  const { orgId, leadId, score, previousScore, fit, intent, engagement, tier, recommendation } = details;
  return factEvent('lead_scored', {
    orgId,
    source: 'outreach',
    correlationId: details.correlationId,
    data: {
      lead_id: formatId('led', leadId),
      score,
      previous_score: previousScore,
      breakdown: { fit, intent, engagement },
      tier,
      recommendation,
      scored_at: details.scoredAt.toISOString(),
    },
  });
}
