import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { DatabaseConnection } from '../../../kit/db/index.ts';
import { type IdealCustomer, MODEL_VERSION, scoreLead } from './score-lead.ts';
import { packReasons, type ScoreRow, scoreColumns, scoreTables, toScoredLead } from './score-rows.ts';

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

/** Scores every lead of an import, page by page; answers how many. Again, it comes to the same. */
export async function scoreImportRows(client: pg.Client, job: ScoreJob): Promise<number> {
  const barred = await barredCondition(client, job);
  await client.query(`create temp table if not exists new_scores (lead_id uuid, score smallint, fit smallint,
    intent smallint, engagement smallint, tier text, recommendation text, confidence numeric, reasons text)`);
  let scored = 0;
  for (let after: string | undefined; ; ) {
    const { rows } = await client.query<ScoreRow>({
      name: 'score_page',
      text: `select ${scoreColumns.replace(' as is_barred', `${barred} as is_barred`)} from ${scoreTables}
        where l.org_id = $1 and l.id ${after === undefined ? '>=' : '>'} $2 and l.id <= $3 and l.import_id = $4
        order by l.id limit ${PAGE_LEADS}`,
      values: [job.orgId, after ?? job.firstLeadId, job.lastLeadId, job.importId],
      ...(after === undefined && { name: 'score_first_page' }),
    });
    if (rows.length > 0) await savePage(client, job, rows);
    scored += rows.length;
    if (rows.length < PAGE_LEADS) return scored;
    after = rows.at(-1)!.id;
  }
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

async function savePage(client: pg.Client, job: ScoreJob, rows: readonly ScoreRow[]): Promise<void> {
  const lines: string[] = [];
  for (const row of rows) {
    const score = scoreLead(toScoredLead(row), job.customer, job.nowMs);
    lines.push(
      `${row.id}\t${score.score}\t${score.fit}\t${score.intent}\t${score.engagement}\t${score.tier}\t${score.recommendation}\t${score.confidence}\t${escapeText(packReasons(score.reasons))}\n`,
    );
  }
  await client.query('begin');
  await client.query('truncate new_scores');
  await pipeline(
    Readable.from([Buffer.from(lines.join(''))]),
    client.query(copyFrom('copy new_scores from stdin')),
  );
  await client.query(
    `insert into lead_scores (org_id, lead_id, score, fit, intent, engagement, tier, recommendation, confidence,
       reasons, model_version, campaign_id, scored_at)
     select $1, lead_id, score, fit, intent, engagement, tier, recommendation, confidence, reasons, $2, $3, $4
     from new_scores
     on conflict (org_id, lead_id) do update set score = excluded.score, fit = excluded.fit, intent = excluded.intent,
       engagement = excluded.engagement, tier = excluded.tier, recommendation = excluded.recommendation,
       confidence = excluded.confidence, reasons = excluded.reasons, model_version = excluded.model_version,
       campaign_id = excluded.campaign_id, previous_score = lead_scores.score, scored_at = excluded.scored_at`,
    [job.orgId, MODEL_VERSION, job.campaignId, new Date(job.nowMs)],
  );
  await client.query('commit');
}

/** Text of COPY: backslashes and line ends are escaped. */
function escapeText(text: string): string {
  return text.includes('\\') || text.includes('\t') || text.includes('\n')
    ? text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    : text;
}
