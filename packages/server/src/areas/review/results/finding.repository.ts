import { sql } from 'kysely';
import { selectPage } from '../../../kit/db/index.ts';
import type { DroppedRow, FindingRow } from '../pipeline/worker-protocol.ts';
import type { ReviewDatabase, ReviewTransaction } from '../review-tables.ts';

interface ReviewKey {
  orgId: string;
  reviewId: string;
}

// A statement's parameters are built on the API thread, so no statement carries more than about 1 MB.
const ROWS_AT_ONCE = 400;

export async function insertFindings(
  tx: ReviewTransaction,
  { orgId, reviewId }: ReviewKey,
  rows: readonly FindingRow[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const part = rows.slice(at, at + ROWS_AT_ONCE);
    await sql`
      insert into review_findings
        (review_id, org_id, fingerprint, agent_id, category, severity, confidence, file, line, rule_id, finding)
      select ${reviewId}, ${orgId}, given.* from unnest(
        ${part.map((row) => row.fingerprint)}::text[],
        ${part.map((row) => row.agentId)}::text[],
        ${part.map((row) => row.category)}::text[],
        ${part.map((row) => row.severity)}::smallint[],
        ${part.map((row) => row.confidence)}::real[],
        ${part.map((row) => row.file)}::text[],
        ${part.map((row) => row.line)}::int[],
        ${part.map((row) => row.ruleId)}::text[],
        ${part.map((row) => row.json)}::text[]
      ) as given`.execute(tx);
  }
}

export async function deleteFindings(tx: ReviewTransaction, { orgId, reviewId }: ReviewKey): Promise<void> {
  await tx
    .deleteFrom('review_findings')
    .where('org_id', '=', orgId)
    .where('review_id', '=', reviewId)
    .execute();
}

/** Replaces the records of findings that got a patch. */
export async function replaceFindings(
  tx: ReviewTransaction,
  { orgId, reviewId }: ReviewKey,
  rows: readonly FindingRow[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const part = rows.slice(at, at + ROWS_AT_ONCE);
    await sql`
      update review_findings f set finding = given.finding
      from unnest(
        ${part.map((row) => row.fingerprint)}::text[],
        ${part.map((row) => row.agentId)}::text[],
        ${part.map((row) => row.json)}::text[]
      ) as given (fingerprint, agent_id, finding)
      where f.org_id = ${orgId} and f.review_id = ${reviewId}
        and f.fingerprint = given.fingerprint and f.agent_id = given.agent_id`.execute(tx);
  }
}

/** Deletes findings below the requested severity; returns how many. */
export async function deleteBelow(
  tx: ReviewTransaction,
  { orgId, reviewId }: ReviewKey,
  severity: number,
): Promise<number> {
  const deleted = await tx
    .deleteFrom('review_findings')
    .where('org_id', '=', orgId)
    .where('review_id', '=', reviewId)
    .where('severity', '>', severity)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** All findings of a review as JSON texts, in order. */
export async function readFindingTexts(
  db: ReviewDatabase,
  { orgId, reviewId }: ReviewKey,
): Promise<string[]> {
  const rows = await db
    .selectFrom('review_findings')
    .select('finding')
    .where('org_id', '=', orgId)
    .where('review_id', '=', reviewId)
    .orderBy('severity')
    .orderBy('confidence', 'desc')
    .orderBy('file')
    .orderBy('line')
    .orderBy('rule_id')
    .orderBy('fingerprint')
    .orderBy('agent_id')
    .execute();
  return rows.map(({ finding }) => finding);
}

/** Adds findings that were found but not delivered. */
export async function insertDropped(
  tx: ReviewTransaction,
  { orgId, reviewId }: ReviewKey,
  rows: readonly DroppedRow[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const part = rows.slice(at, at + ROWS_AT_ONCE);
    await sql`
      insert into review_dropped (review_id, org_id, ordinal, reason, dropped)
      select ${reviewId}, ${orgId}, given.ordinal + coalesce(
        (select max(ordinal) from review_dropped where org_id = ${orgId} and review_id = ${reviewId}), 0
      ), given.reason, given.dropped
      from unnest(${part.map((row) => row.reason)}::text[], ${part.map((row) => row.json)}::text[])
        with ordinality as given (reason, dropped, ordinal)`.execute(tx);
  }
}

export async function countDropped(
  db: ReviewDatabase,
  { orgId, reviewId }: ReviewKey,
): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('review_dropped')
    .select(['reason', (select) => select.fn.countAll<number>().as('count')])
    .where('org_id', '=', orgId)
    .where('review_id', '=', reviewId)
    .groupBy('reason')
    .execute();
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]));
}

/** In the order in which they were dropped. */
export async function listDropped(
  db: ReviewDatabase,
  { orgId, reviewId }: ReviewKey,
  page: { limit: number; offset: number },
): Promise<{ texts: string[]; total: number }> {
  const query = db.selectFrom('review_dropped').where('org_id', '=', orgId).where('review_id', '=', reviewId);
  const { rows, total } = await selectPage(db, {
    rows: query.select('dropped').orderBy('ordinal').limit(page.limit).offset(page.offset),
    count: query.select((select) => select.fn.countAll<number>().as('total')),
  });
  return { texts: rows.map(({ dropped }) => dropped), total };
}
