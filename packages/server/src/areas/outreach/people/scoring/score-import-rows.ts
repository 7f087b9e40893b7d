import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type DatabaseConnection, only } from '../../../../kit/db/index.ts';
import type { IdealCustomer } from './match-customer.ts';
import { MODEL_VERSION, scoreLead } from './score-lead.ts';
import {
  newLeadScoreColumns,
  packReasons,
  type ScoreRow,
  scoreColumns,
  scoreTables,
  toScoredLead,
} from './score-rows.ts';

export interface ScoreJob {
  connection: DatabaseConnection;
  orgId: string;
  importId: string;
  /** Ids of the import's leads lie in this range. */
  firstLeadId: string;
  lastLeadId: string;
  campaignId: string | null;
  customer: IdealCustomer;
  nowMs: number;
}

const PAGE_LEADS = 10_000;

/**
 * Scores every lead of an import, page by page; answers how many. Again, it comes to the same. While one page is
 * reckoned and written, the next one is read.
 */
export async function scoreImportRows(reader: pg.Client, writer: pg.Client, job: ScoreJob): Promise<number> {
  const barred = await barredCondition(reader, job);
  await writer.query(`create temp table if not exists new_scores (lead_id uuid, score smallint, fit smallint,
    intent smallint, engagement smallint, tier text, recommendation text, confidence numeric, reasons text)`);
  let scored = 0;
  let saving = Promise.resolve();
  let page: Promise<ScoreRow[]> | undefined = readPage(reader, job, barred, undefined);
  while (page !== undefined) {
    const rows: ScoreRow[] = await page;
    const last = rows.at(-1);
    page = rows.length < PAGE_LEADS || !last ? undefined : readPage(reader, job, barred, last.id);
    // A failure of it is met where the page is awaited.
    page?.catch(() => {});
    const lines = rows.length === 0 ? undefined : scoreLines(job, rows);
    await saving;
    if (lines !== undefined) {
      saving = savePage(
        writer,
        job,
        lines,
        rows.some(({ previousScore }) => previousScore !== null),
      );
      saving.catch(() => {});
    }
    scored += rows.length;
  }
  await saving;
  return scored;
}

async function readPage(
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

/** Whether nothing is known of the leads but what their rows say; three tables less to look each of them up in. */
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

/** Whether suppressions have to be looked at, and how; most organizations have few or none. */
async function barredCondition(client: pg.Client, { orgId, nowMs }: ScoreJob): Promise<string> {
  const { rows } = await client.query('select from suppressions where org_id = $1 limit 1', [orgId]);
  if (rows.length === 0) return '';
  const now = new Date(nowMs).toISOString();
  return ` or exists (select from suppressions b where b.org_id = $1 and b.campaign_id is null
    and (b.expires_at is null or b.expires_at > '${now}')
    and ((b.kind = 'email' and b.value_hash = suppression_hash($1, l.email))
      or (b.kind = 'domain' and b.value_hash = suppression_hash($1, split_part(l.email, '@', 2)))))`;
}

/** A page's scores as lines of COPY, without what all of them share. */
function scoreLines(job: ScoreJob, rows: readonly ScoreRow[]): string[] {
  return rows.map((row) => {
    const score = scoreLead(toScoredLead(row), job.customer, job.nowMs);
    return `${row.id}\t${score.score}\t${score.fit}\t${score.intent}\t${score.engagement}\t${score.tier}\t${score.recommendation}\t${score.confidence}\t${escapeText(packReasons(score.reasons))}`;
  });
}

const UNIQUE_VIOLATION = '23505';
const SCORE_COLUMNS =
  'lead_id, score, fit, intent, engagement, tier, recommendation, confidence, reasons, org_id, model_version, campaign_id, scored_at';

/** First scores go straight into their table; what has one already, or gets one meanwhile, is replaced. */
async function savePage(
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

/** Text of COPY: backslashes and line ends are escaped. */
function escapeText(text: string): string {
  return text.includes('\\') || text.includes('\t') || text.includes('\n')
    ? text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    : text;
}
