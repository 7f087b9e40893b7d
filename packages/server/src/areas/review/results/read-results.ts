import { type Acknowledgements, toAcknowledgementRecord } from '../../../engine/acknowledgements/index.ts';
import { rowsIn } from '../../../kit/db/index.ts';
import { AppError } from '../../../kit/errors/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { countComments } from '../findings/comment.repository.ts';
import { formatCounts } from '../pipeline/severity.ts';
import type { SeverityCounts } from '../pipeline/worker-protocol.ts';
import { reviewErrors } from '../review-errors.ts';
import type { ReviewDatabase } from '../review-tables.ts';
import type { Review } from '../reviews/review.repository.ts';
import { countDropped } from './finding.repository.ts';
import {
  countFindings,
  type FindingCount,
  type FoundFinding,
  listFindings,
  type ResultFilter,
} from './results.repository.ts';

/**
 * Throws `review_timeout` for a review that reached its time limit, unless partial results were requested.
 */
export function checkResults(review: Review, partial: boolean): void {
  if (review.status !== 'timed_out' || partial) return;
  throw new AppError(reviewErrors.review_timeout, {
    message: `${review.error_message} Read what was found until then with \`?partial=true\`, or review again with a longer time limit.`,
    details: { review_id: formatId('rev', review.id) },
  });
}

export interface ResultsService {
  db: ReviewDatabase;
  acknowledgements: Acknowledgements;
}

/** The results of a review as JSON text; findings are inserted as the stored bytes. */
export async function readResults(
  { db, acknowledgements }: ResultsService,
  review: Review,
  filter: ResultFilter,
  page: { limit: number; offset: number },
  at: Date,
): Promise<string> {
  const key = { orgId: review.org_id, reviewId: review.id };
  const [{ findings, total }, counts, dropped] = await Promise.all([
    listFindings(db, { ...key, at }, filter, page),
    countFindings(db, { ...key, at }),
    review.dropped === null ? countDropped(db, key) : (JSON.parse(review.dropped) as Record<string, number>),
  ]);
  const summary = sumBySeverity(counts.filter(({ status }) => status === 'new'));
  const head = JSON.stringify({
    review_id: formatId('rev', review.id),
    application_id: formatId('app', review.application_id),
    status: review.status,
    // False if any agent failed: an empty list must not look like a clean result.
    complete: review.status === 'completed',
    summary: { ...formatCounts(summary), total: summary.reduce((sum, count) => sum + count, 0) },
    by_category: countCategories(counts),
    scores: review.scores === null ? null : JSON.parse(review.scores),
    dropped: formatDropped(dropped, counts),
    coverage: review.coverage === null ? null : JSON.parse(review.coverage),
    total,
    ...page,
    has_more: page.offset + findings.length < total,
  });
  const texts = await showAll({ db, acknowledgements }, review.org_id, findings);
  return `${head.slice(0, -1)},"findings":[${texts.join(',')}]}`;
}

/** Findings read at once when streaming. */
const PORTION = 500;

interface Span {
  /** All by default. */
  most?: number | undefined;
  at: Date;
}

/** All matching findings, in result order, in batches. */
export async function* findingPortions(
  db: ReviewDatabase,
  { org_id: orgId, id: reviewId }: Review,
  filter: ResultFilter,
  { most = Number.POSITIVE_INFINITY, at }: Span,
): AsyncGenerator<FoundFinding[]> {
  for (let offset = 0; offset < most; offset += PORTION) {
    const limit = Math.min(PORTION, most - offset);
    const { findings } = await listFindings(db, { orgId, reviewId, at }, filter, { limit, offset });
    if (findings.length > 0) yield findings;
    if (findings.length < limit) return;
  }
}

/** The same, as one line of JSON per finding. */
export async function* findingLines(
  service: ResultsService,
  review: Review,
  filter: ResultFilter,
  span: Span,
): AsyncGenerator<string> {
  for await (const findings of findingPortions(service.db, review, filter, span))
    yield `${(await showAll(service, review.org_id, findings)).join('\n')}\n`;
}

/** Stored findings with their current status, assignee and comments. */
async function showAll(
  { db, acknowledgements }: ResultsService,
  orgId: string,
  findings: readonly FoundFinding[],
): Promise<string[]> {
  const fingerprints = findings.map(({ fingerprint }) => fingerprint);
  const [acknowledged, comments] = await Promise.all([
    acknowledgements.of(orgId, fingerprints),
    countComments(rowsIn(db), orgId, fingerprints),
  ]);
  return findings.map(({ finding, fingerprint, status }) => {
    const one = acknowledged.get(fingerprint);
    const now = {
      status,
      acknowledged: one === undefined ? null : toAcknowledgementRecord(one),
      comments: comments.get(fingerprint) ?? 0,
    };
    return `${finding.slice(0, -1)},${JSON.stringify(now).slice(1)}`;
  });
}

function sumBySeverity(counts: readonly FindingCount[]): SeverityCounts {
  const sums: SeverityCounts = [0, 0, 0, 0];
  for (const { severity, count } of counts) sums[severity] += count;
  return sums;
}

function countCategories(counts: readonly FindingCount[]) {
  const names = [...new Set(counts.map(({ category }) => category))].sort();
  const open = counts.filter(({ status }) => status === 'new');
  return Object.fromEntries(
    names.map((name) => [
      name,
      formatCounts(sumBySeverity(open.filter(({ category }) => category === name))),
    ]),
  );
}

function formatDropped(dropped: Record<string, number>, counts: readonly FindingCount[]) {
  const sumOf = (wanted: string) =>
    counts.reduce((sum, { status, count }) => (status === wanted ? sum + count : sum), 0);
  return {
    false_positive: dropped.false_positive ?? 0,
    duplicate: dropped.duplicate ?? 0,
    unanchored: dropped.unanchored ?? 0,
    disabled: dropped.disabled ?? 0,
    baseline: sumOf('existing'),
    suppressed: sumOf('suppressed'),
    below_min_severity: dropped.below_min_severity ?? 0,
  };
}
