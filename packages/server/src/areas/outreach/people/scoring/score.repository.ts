import { sql } from 'kysely';
import type { AnyDatabase, AnyTransaction } from '../../../../engine/spine/index.ts';
import type { IdealCustomer } from './match-customer.ts';
import { MODEL_VERSION, type Score, type ScoredResult } from './score-lead.ts';
import { packReasons, type ScoreRow, scoreColumns, scoreTables, unpackReasons } from './score-rows.ts';

export async function readScoreRow(
  tx: AnyTransaction,
  orgId: string,
  leadId: string,
): Promise<ScoreRow | undefined> {
  const { rows } = await sql<ScoreRow>`
    select ${sql.raw(scoreColumns)} from ${sql.raw(scoreTables)}
    where l.org_id = ${orgId} and l.id = ${leadId} for no key update of l`.execute(tx);
  return rows[0];
}

export async function readEmail(db: AnyDatabase, orgId: string, leadId: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select email from leads where org_id = ${orgId} and id = ${leadId}`.execute(db);
  return rows[0]?.email;
}

/** The ideal customer of the campaign, or of the lead's newest one; undefined when there is none. */
export async function readCustomer(
  db: AnyDatabase,
  orgId: string,
  which: { campaignId: string } | { leadId: string },
): Promise<{ campaignId: string; customer: IdealCustomer } | undefined> {
  const { rows } = await sql<{ id: string; icp: IdealCustomer }>`
    select c.id, c.icp from outreach_campaigns c
    where c.org_id = ${orgId} and ${
      'campaignId' in which
        ? sql`c.id = ${which.campaignId}`
        : sql`c.id in (select campaign_id from campaign_leads m where m.org_id = ${orgId} and m.lead_id = ${which.leadId})`
    }
    order by c.created_at desc, c.id desc limit 1`.execute(db);
  return rows[0] && { campaignId: rows[0].id, customer: rows[0].icp };
}

export async function saveScore(
  tx: AnyTransaction,
  orgId: string,
  leadId: string,
  campaignId: string | undefined,
  score: Score,
  now: Date,
): Promise<void> {
  await sql`
    insert into lead_scores (org_id, lead_id, score, fit, intent, engagement, tier, recommendation, confidence, reasons,
      model_version, campaign_id, scored_at)
    values (${orgId}, ${leadId}, ${score.score}, ${score.fit}, ${score.intent}, ${score.engagement}, ${score.tier},
      ${score.recommendation}, ${score.confidence}, ${packReasons(score.reasons)}, ${MODEL_VERSION},
      ${campaignId ?? null}, ${now})
    on conflict (org_id, lead_id) do update set score = excluded.score, fit = excluded.fit, intent = excluded.intent,
      engagement = excluded.engagement, tier = excluded.tier, recommendation = excluded.recommendation,
      confidence = excluded.confidence, reasons = excluded.reasons, model_version = excluded.model_version,
      campaign_id = excluded.campaign_id, previous_score = lead_scores.score, scored_at = excluded.scored_at`.execute(
    tx,
  );
}

interface StoredScore
  extends Omit<ScoredResult, 'reasons' | 'traceId' | 'leadId' | 'campaignId' | 'confidence'> {
  reasons: string;
  campaignId: string | null;
  confidence: string;
}

/** A lead's current score; undefined before the first. */
export async function readScore(
  db: AnyDatabase,
  orgId: string,
  leadId: string,
): Promise<Omit<ScoredResult, 'traceId'> | undefined> {
  const { rows } = await sql<StoredScore>`
    select score, fit, intent, engagement, tier, recommendation, confidence, reasons, campaign_id as "campaignId",
      scored_at as "scoredAt"
    from lead_scores where org_id = ${orgId} and lead_id = ${leadId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { reasons, campaignId, confidence, ...score } = row;
  return {
    ...score,
    leadId,
    reasons: unpackReasons(reasons),
    campaignId: campaignId ?? undefined,
    confidence: Number(confidence),
  };
}
