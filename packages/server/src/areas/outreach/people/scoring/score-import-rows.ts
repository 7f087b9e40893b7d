import type pg from 'pg';
import {
  barredCondition,
  createNewScores,
  PAGE_LEADS,
  readPage,
  type ScoreJob,
  savePage,
} from './score-import.repository.ts';
import { scoreLead } from './score-lead.ts';
import { packReasons, type ScoreRow, toScoredLead } from './score-rows.ts';

/**
 * Scores every lead of an import page by page; returns how many. Idempotent. The next page is read while one
 * is being scored and written.
 */
export async function scoreImportRows(reader: pg.Client, writer: pg.Client, job: ScoreJob): Promise<number> {
  const barred = await barredCondition(reader, job);
  await createNewScores(writer);
  let scored = 0;
  let saving = Promise.resolve();
  let page: Promise<ScoreRow[]> | undefined = readPage(reader, job, barred, undefined);
  while (page !== undefined) {
    const rows: ScoreRow[] = await page;
    const last = rows.at(-1);
    page = rows.length < PAGE_LEADS || !last ? undefined : readPage(reader, job, barred, last.id);
    // The error surfaces where the page is awaited.
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

/** A page's scores as COPY lines, without the fields they all share. */
function scoreLines(job: ScoreJob, rows: readonly ScoreRow[]): string[] {
  return rows.map((row) => {
    const score = scoreLead(toScoredLead(row), job.customer, job.nowMs);
    return `${row.id}\t${score.score}\t${score.fit}\t${score.intent}\t${score.engagement}\t${score.tier}\t${score.recommendation}\t${score.confidence}\t${escapeText(packReasons(score.reasons))}`;
  });
}

/** COPY text format: backslashes and line ends are escaped. */
function escapeText(text: string): string {
  return text.includes('\\') || text.includes('\t') || text.includes('\n')
    ? text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    : text;
}
