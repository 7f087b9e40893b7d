import type { AnyDatabase, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import { recordSpans } from '../../books/traces/span.repository.ts';
import { newSpanId, traceIdOf } from '../../books/traces/trace-ids.ts';
import { findSuppressed } from '../suppressions/suppression.repository.ts';
import { readCustomer, readEmail, readScoreRow, saveScore } from './score.repository.ts';
import { DEFAULT_CUSTOMER, type ScoredResult, scoreLead } from './score-lead.ts';
import { toScoredLead } from './score-rows.ts';
import { scoredEvent } from './scored-event.ts';

export interface ScorePorts {
  db: AnyDatabase;
  unitOfWork: UnitOfWork;
  clock: Clock;
}

export interface ScoreRequest {
  orgId: string;
  leadId: string;
  /** Whose ideal customer applies; by default the lead's newest campaign's. */
  campaignId?: string | undefined;
  correlationId?: string | undefined;
}

/** Scores a lead by what is currently known. Throws `not_found`, also for an unknown campaign. */
export async function scoreOne(
  { db, unitOfWork, clock }: ScorePorts,
  request: ScoreRequest,
): Promise<ScoredResult> {
  const { orgId, leadId, campaignId } = request;
  const now = new Date(clock.now());
  const startedAt = performance.now();
  const email = await readEmail(db, orgId, leadId);
  if (email === undefined) throw notFound('lead');
  const found = await readCustomer(db, orgId, campaignId === undefined ? { leadId } : { campaignId });
  if (campaignId !== undefined && found === undefined) throw notFound('campaign', 'campaign_id');
  const suppressed = await findSuppressed(db, orgId, [email], { campaignId: found?.campaignId, now });
  const traceId = traceIdOf(orgId, found?.campaignId, leadId);
  return unitOfWork(async (tx) => {
    const row = await readScoreRow(tx, orgId, leadId);
    if (row === undefined) throw notFound('lead');
    const lead = toScoredLead({ ...row, isBarred: row.isBarred || suppressed.size > 0 });
    const score = scoreLead(lead, found?.customer ?? DEFAULT_CUSTOMER, now.getTime());
    await saveScore(tx, orgId, leadId, found?.campaignId, score, now);
    await recordSpans(tx, orgId, [
      {
        traceId,
        spanId: newSpanId(),
        name: 'score',
        campaignId: found?.campaignId,
        leadId,
        startedAtMs: now.getTime(),
        durationMs: performance.now() - startedAt,
        status: 'ok',
        attributes: { 'lead.score': score.score, 'lead.tier': score.tier },
      },
    ]);
    const event = scoredEvent({
      ...score,
      orgId,
      leadId,
      previousScore: row.previousScore,
      scoredAt: now,
      correlationId: request.correlationId,
    });
    return {
      value: { ...score, leadId, campaignId: found?.campaignId, traceId, scoredAt: now },
      events: [event],
    };
  });
}
