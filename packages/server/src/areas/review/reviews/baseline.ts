import { type AppError, invalidField } from '../../../kit/errors/index.ts';
import { parseId } from '../../../kit/ids.ts';
import { findApplication } from '../applications/application.repository.ts';
import type { FinishOutput } from '../pipeline/worker-protocol.ts';
import { countGone, markExisting, readUnmatched } from '../results/baseline.repository.ts';
import type { ReviewDatabase, ReviewTransaction } from '../review-tables.ts';
import { findLatestReview, findReview, type Review } from './review.repository.ts';

/** Refers to the last review of applications with this name. */
const LATEST = 'latest';

interface Wanted {
  orgId: string;
  baselineReviewId: string | undefined;
  categories: readonly string[];
  hasGate: boolean;
}

/**
 * The review to compare a new one with. It may be of an earlier upload of the same code, and so belong to
 * another application. Throws `invalid_request`.
 */
export async function findBaseline(
  tx: ReviewTransaction,
  wanted: Wanted,
  applicationName: string,
): Promise<string | null> {
  const { orgId, baselineReviewId: given } = wanted;
  if (given === undefined) return null;
  if (given === LATEST)
    return (await findLatestReview(tx, orgId, applicationName, wanted.categories)) ?? null;
  const uuid = parseId('rev', given);
  const review = uuid === undefined ? undefined : await findReview(tx, orgId, uuid);
  if (review === undefined || review.completed_at === null)
    throw refused('must be a review of this organization that has ended, or `latest`.');
  if (wanted.hasGate) checkComparable(review, wanted.categories);
  return review.id;
}

/** Findings in categories the baseline did not cover would look new. */
function checkComparable(baseline: Review, categories: readonly string[]): void {
  if (baseline.status === 'failed' || baseline.status === 'timed_out')
    throw refused(`ended as \`${baseline.status}\`: what it did not get to would pass for new.`);
  const missing = categories.find((category) => !baseline.categories.includes(category));
  if (missing !== undefined)
    throw refused(
      `did not look at \`${missing}\`: all of that would pass for new. Leave it out here as well.`,
    );
  if (baseline.min_severity !== null)
    throw refused('has a `min_severity`: what it left out would pass for new. Review it without.');
}

function refused(what: string): AppError {
  return invalidField('baseline_review_id', `\`baseline_review_id\` ${what}`);
}

/**
 * Data for matching baseline findings that changed text or file; undefined when fingerprints match them all.
 */
export async function readMoved(db: ReviewDatabase, review: Review) {
  const { baseline_review_id: baselineId, org_id: orgId } = review;
  if (baselineId === null) return undefined;
  const of = { orgId, reviewId: review.id, baselineId };
  const [gone, come] = await Promise.all([
    readUnmatched(db, { ...of, reviewId: baselineId, baselineId: review.id }),
    readUnmatched(db, of),
  ]);
  if (gone.length === 0 || come.length === 0) return undefined;
  const baseline = await findReview(db, orgId, baselineId);
  const application = baseline && (await findApplication(db, orgId, baseline.application_id));
  return application && { archiveKey: application.archive_key, gone, come };
}

/** Marks and counts what the baseline also has, and counts what is gone. */
export async function applyBaseline(
  tx: ReviewTransaction,
  review: Review,
  moved: FinishOutput['moved'] = { existing: [], matched: 0 },
): Promise<{ existing: number; fixed: number | null }> {
  const { baseline_review_id: baselineId, org_id: orgId, id: reviewId } = review;
  if (baselineId === null) return { existing: 0, fixed: null };
  const of = { orgId, reviewId, baselineId };
  const existing = await markExisting(tx, of, moved.existing);
  return { existing, fixed: Math.max(0, (await countGone(tx, of, review)) - moved.matched) };
}
