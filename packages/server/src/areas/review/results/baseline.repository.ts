import { sql } from 'kysely';
import type { ReviewDatabase, ReviewTransaction } from '../review-tables.ts';

/** A review and its baseline. */
interface Compared {
  orgId: string;
  reviewId: string;
  baselineId: string;
}

/** With more findings on one side, moved ones are not searched for. */
const MAX_MOVED = 5_000;

/** Findings of a review whose fingerprints another review lacks, as JSON texts, most severe first. */
export async function readUnmatched(
  db: ReviewDatabase,
  { orgId, reviewId, baselineId }: Compared,
): Promise<string[]> {
  const { rows } = await sql<{ finding: string }>`
    select f.finding from review_findings f
    where f.org_id = ${orgId} and f.review_id = ${reviewId} and not exists (
      select from review_findings b
      where b.org_id = ${orgId} and b.review_id = ${baselineId} and b.fingerprint = f.fingerprint
    )
    order by f.severity, f.file, f.line, f.fingerprint, f.agent_id
    limit ${MAX_MOVED}`.execute(db);
  return rows.map(({ finding }) => finding);
}

/** How many of the baseline's findings, in the categories of the review, have no match by fingerprint. */
export async function countFixed(
  tx: ReviewTransaction,
  { orgId, reviewId, baselineId }: Compared,
  { categories, min_severity: least }: { categories: readonly string[]; min_severity: number | null },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct b.fingerprint)::int as count from review_findings b
    where b.org_id = ${orgId} and b.review_id = ${baselineId}
      and b.category = any(${categories}::text[]) and b.severity <= ${least ?? 3}
      and not exists (
        select from review_findings f
        where f.org_id = ${orgId} and f.review_id = ${reviewId} and f.fingerprint = b.fingerprint
      )`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Marks findings that the baseline has as well; returns how many. A finding that became more severe is new.
 * @param moved fingerprints of findings that the baseline has under another one
 */
export async function markExisting(
  tx: ReviewTransaction,
  { orgId, reviewId, baselineId }: Compared,
  moved: readonly string[],
): Promise<number> {
  const marked = await sql`
    update review_findings f set is_existing = true
    where f.org_id = ${orgId} and f.review_id = ${reviewId} and (f.fingerprint = any(${moved}::text[]) or exists (
      select from review_findings b
      where b.org_id = ${orgId} and b.review_id = ${baselineId} and b.fingerprint = f.fingerprint
        and b.severity <= f.severity
    ))`.execute(tx);
  return Number(marked.numAffectedRows ?? 0n);
}
