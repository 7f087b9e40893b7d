import { sql } from 'kysely';
import type { AnyDatabase, AnyTransaction } from '../../../../engine/spine/index.ts';
import type { RowOf } from '../../../../kit/db/index.ts';
import { type EnrichedLead, enrichedLeads } from './enriched-lead.ts';
import type { EnrichmentResult } from './enrichment-result.ts';
import type { CachedAnswer } from './run-waterfall.ts';

export async function readEnrichedLead(
  db: AnyDatabase,
  orgId: string,
  leadId: string,
): Promise<{ lead: EnrichedLead; campaignId: string | undefined } | undefined> {
  const { rows } = await sql<RowOf<typeof enrichedLeads>>`
    select ${sql.raw(enrichedLeads.columnsOf('l'))} from leads l where org_id = ${orgId} and id = ${leadId}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { campaignId, ...lead } = row;
  return { lead, campaignId: campaignId ?? undefined };
}

export async function readCachedAnswer(
  db: AnyDatabase,
  orgId: string,
  provider: string,
  key: string,
  now: Date,
): Promise<CachedAnswer | undefined> {
  const { rows } = await sql<{ answer: CachedAnswer }>`
    select answer from enrichment_cache
    where org_id = ${orgId} and provider = ${provider} and key = ${key} and expires_at > ${now}`.execute(db);
  return rows[0]?.answer;
}

export async function writeCachedAnswer(
  db: AnyDatabase,
  orgId: string,
  provider: string,
  key: string,
  answer: CachedAnswer,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await sql`insert into enrichment_cache (org_id, provider, key, answer, fetched_at, expires_at)
    values (${orgId}, ${provider}, ${key}, ${JSON.stringify(answer)}, ${now}, ${expiresAt})
    on conflict (org_id, provider, key) do update set answer = excluded.answer, fetched_at = excluded.fetched_at,
      expires_at = excluded.expires_at`.execute(db);
}

/** Deletes the cached answers about an address whose lead was erased while the providers were asked. */
export async function dropAnswersAbout(db: AnyDatabase, orgId: string, email: string): Promise<void> {
  await sql`delete from enrichment_cache where org_id = ${orgId} and key = ${email}`.execute(db);
}

/** Deletes expired cached answers. */
export async function dropExpiredAnswers(db: AnyDatabase, now: Date): Promise<void> {
  await sql`delete from enrichment_cache where (org_id, provider, key) in (
    select org_id, provider, key from enrichment_cache where expires_at < ${now} order by expires_at limit 5000)`.execute(
    db,
  );
}

/** False when the lead was erased meanwhile. */
export async function saveEnrichment(
  tx: AnyTransaction,
  run: {
    orgId: string;
    enrichmentId: string;
    leadId: string;
    result: EnrichmentResult;
    providers: object[];
    costMicros: number;
    traceId: string;
    now: Date;
  },
): Promise<boolean> {
  const { orgId, enrichmentId, leadId, result, now } = run;
  const { rows } = await sql`update leads set enriched_at = ${now}
    where org_id = ${orgId} and id = ${leadId} returning id`.execute(tx);
  if (rows.length === 0) return false;
  await sql`insert into lead_enrichments (org_id, id, lead_id, status, result, cost_micros, trace_id, enriched_at)
    values (${orgId}, ${enrichmentId}, ${leadId}, ${result.status}, ${JSON.stringify({ ...result, providers: run.providers })},
      ${run.costMicros}, ${run.traceId}, ${now})`.execute(tx);
  if (result.status === 'failed') return true;
  await sql`
    insert into lead_profiles (org_id, lead_id, enrichment_id, company, person, intent, provenance, enriched_at)
    values (${orgId}, ${leadId}, ${enrichmentId}, ${JSON.stringify(result.company)}, ${JSON.stringify(result.person)},
      ${JSON.stringify(result.intent)}, ${JSON.stringify(result.provenance)}, ${now})
    on conflict (org_id, lead_id) do update set enrichment_id = excluded.enrichment_id, company = excluded.company,
      person = excluded.person, intent = excluded.intent, provenance = excluded.provenance,
      enriched_at = excluded.enriched_at`.execute(tx);
  return true;
}
