import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { AnyDatabase, AnyTransaction } from '../../../../engine/spine/index.ts';
import { type DatabaseConnection, only } from '../../../../kit/db/index.ts';
import type { IdealCustomer } from './match-customer.ts';
import { MODEL_VERSION, type Score } from './score-lead.ts';
import { newLeadScoreColumns, type ScoreRow, scoreColumns, scoreTables } from './score-rows.ts';

export interface ScoreJob {
  connection: DatabaseConnection;
  orgId: string;
  importId: string;
  /** Bounds of the import's lead ids. */
  firstLeadId: string;
  lastLeadId: string;
  campaignId: string | null;
  customer: IdealCustomer;
  nowMs: number;
}

/** Leads per page. */
export const PAGE_LEADS = 10_000;

/** Holds a page of scores that are going to replace earlier ones. */
export async function createNewScores(writer: pg.Client): Promise<void> {
  await writer.query(`create temp table if not exists new_scores (lead_id uuid, score smallint, fit smallint,
    intent smallint, engagement smallint, tier text, recommendation text, confidence numeric, reasons text)`);
}

/** The next leads, after `after`. `barred` is the result of `barredCondition`. */
export async function readPage(
  client: pg.Client,
  { orgId, importId, firstLeadId, lastLeadId }: ScoreJob,
  barred: string,
  after: string | undefined,
): Promise<ScoreRow[]> {
  const isFirst = after === undefined;
  const start = after ?? firstLeadId;
  const isNew = await isAllNew(client, [orgId, start, lastLeadId]);
  const columns = isNew ? newLeadScoreColumns : scoreColumns;
  const { rows } = await client.query<ScoreRow>({
    name: `score${isFirst ? '_first' : ''}${isNew ? '_new' : ''}_page`,
    text: `select ${columns.replace(' as "isBarred"', `${barred} as "isBarred"`)} from ${isNew ? 'leads l' : scoreTables}
      where l.org_id = $1 and l.id ${isFirst ? '>=' : '>'} $2 and l.id <= $3 and l.import_id = $4
      order by l.id limit ${PAGE_LEADS}`,
    values: [orgId, start, lastLeadId, importId],
  });
  return rows;
}

/** Whether only the leads' own rows have data about them, which saves joining three tables. */
async function isAllNew(client: pg.Client, range: string[]): Promise<boolean> {
  const any = (table: string) =>
    `exists (select from ${table} where org_id = $1 and lead_id > $2 and lead_id <= $3)`;
  const { rows } = await client.query<{ known: boolean }>({
    name: 'score_any_known',
    text: `select ${['lead_profiles', 'lead_engagement', 'lead_scores'].map(any).join(' or ')} as known`,
    values: range,
  });
  return !only(rows).known;
}

/** Whether suppressions have to be checked, and how; most organizations have few or none. */
export async function barredCondition(client: pg.Client, { orgId, nowMs }: ScoreJob): Promise<string> {
  const { rows } = await client.query('select from suppressions where org_id = $1 limit 1', [orgId]);
  if (rows.length === 0) return '';
  const now = new Date(nowMs).toISOString();
  return ` or exists (select from suppressions b where b.org_id = $1 and b.campaign_id is null
    and (b.expires_at is null or b.expires_at > '${now}')
    and ((b.kind = 'email' and b.value_hash = suppression_hash($1, l.email))
      or (b.kind = 'domain' and b.value_hash = suppression_hash($1, split_part(l.email, '@', 2)))))`;
}

const UNIQUE_VIOLATION = '23505';
const SCORE_COLUMNS =
  'lead_id, score, fit, intent, engagement, tier, recommendation, confidence, reasons, org_id, model_version, campaign_id, scored_at';

/**
 * First scores go straight into their table; if any lead has one already, or gets one meanwhile, the page
 * replaces them.
 */
export async function savePage(
  client: pg.Client,
  job: ScoreJob,
  lines: readonly string[],
  hasEarlier: boolean,
): Promise<void> {
  if (!hasEarlier && (await copyFirstScores(client, job, lines))) return;
  await client.query('begin');
  await client.query('truncate new_scores');
  await copyLines(client, 'copy new_scores from stdin', `${lines.join('\n')}\n`);
  await client.query(
    `insert into lead_scores (${SCORE_COLUMNS})
     select lead_id, score, fit, intent, engagement, tier, recommendation, confidence, reasons, $1, $2, $3, $4
     from new_scores
     on conflict (org_id, lead_id) do update set score = excluded.score, fit = excluded.fit, intent = excluded.intent,
       engagement = excluded.engagement, tier = excluded.tier, recommendation = excluded.recommendation,
       confidence = excluded.confidence, reasons = excluded.reasons, model_version = excluded.model_version,
       campaign_id = excluded.campaign_id, previous_score = lead_scores.score, scored_at = excluded.scored_at`,
    [job.orgId, MODEL_VERSION, job.campaignId, new Date(job.nowMs)],
  );
  await client.query('commit');
}

/** False when one of the leads was scored since the page was read; nothing is written then. */
async function copyFirstScores(client: pg.Client, job: ScoreJob, lines: readonly string[]): Promise<boolean> {
  const shared = `\t${job.orgId}\t${MODEL_VERSION}\t${job.campaignId ?? '\\N'}\t${new Date(job.nowMs).toISOString()}\n`;
  try {
    await copyLines(client, `copy lead_scores (${SCORE_COLUMNS}) from stdin`, lines.join(shared) + shared);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

async function copyLines(client: pg.Client, statement: string, text: string): Promise<void> {
  await pipeline(Readable.from([Buffer.from(text)]), client.query(copyFrom(statement)));
}

/** An import's leads, by id range. */
export interface ImportedLeads {
  orgId: string;
  importId: string;
  after: string;
  lastLeadId: string;
}

interface ScoredRow extends Omit<Score, 'reasons' | 'confidence'> {
  leadId: string;
  previousScore: number | null;
  scoredAt: Date;
}

/** The next scores of an import's leads. */
export async function nextScores(
  tx: AnyTransaction,
  { orgId, importId, after, lastLeadId }: ImportedLeads,
  most: number,
): Promise<ScoredRow[]> {
  const { rows } = await sql<ScoredRow>`
    select s.lead_id as "leadId", s.score, s.previous_score as "previousScore", s.fit, s.intent, s.engagement, s.tier,
      s.recommendation, s.scored_at as "scoredAt"
    from lead_scores s join leads l on l.org_id = s.org_id and l.id = s.lead_id
    where s.org_id = ${orgId} and s.lead_id > ${after} and s.lead_id <= ${lastLeadId}
      and l.import_id = ${importId}
    order by s.lead_id limit ${most}`.execute(tx);
  return rows;
}

/** Deletes scores of leads that were erased after their page was read. */
export async function dropErasedScores(
  tx: AnyTransaction,
  { orgId, firstLeadId, lastLeadId }: { orgId: string; firstLeadId: string; lastLeadId: string },
): Promise<void> {
  await sql`delete from lead_scores s where s.org_id = ${orgId} and s.lead_id >= ${firstLeadId} and s.lead_id <= ${lastLeadId}
    and not exists (select from leads l where l.org_id = s.org_id and l.id = s.lead_id)`.execute(tx);
}

/** The next lead ids of an import. */
export async function nextLeads(
  tx: AnyTransaction,
  { orgId, importId, after, lastLeadId }: ImportedLeads,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from leads where org_id = ${orgId} and id > ${after} and id <= ${lastLeadId}
      and import_id = ${importId} order by id limit ${most}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** How far an import's scores have been published; null before the first. */
export async function readFollowed(
  db: AnyDatabase | AnyTransaction,
  orgId: string,
  importId: string,
): Promise<string | null> {
  const { rows } = await sql<{ followed: string | null }>`
    select followed_through as followed from lead_imports where org_id = ${orgId} and id = ${importId}`.execute(
    db,
  );
  return rows[0]?.followed ?? null;
}

export async function noteFollowed(
  tx: AnyTransaction,
  orgId: string,
  importId: string,
  leadId: string,
): Promise<void> {
  await sql`update lead_imports set followed_through = ${leadId} where org_id = ${orgId} and id = ${importId}`.execute(
    tx,
  );
}
