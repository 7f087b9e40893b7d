import { type AppError, invalidField } from '../../../kit/errors/index.ts';
import { parseId } from '../../../kit/ids.ts';
import { findApplication } from '../applications/application.repository.ts';
import type { FinishOutput } from '../pipeline/worker-protocol.ts';
import { countFixed, markExisting, readUnmatched } from '../results/baseline.repository.ts';
import type { ReviewDatabase, ReviewTransaction } from '../review-tables.ts';
import { findLatestReview, findReview, type Review } from './review.repository.ts';

/** Stands for the last review of an application with the same name. */
const LATEST = 'latest';

interface BaselineChoice {
  orgId: string;
  baselineReviewId: string | undefined;
  categories: readonly string[];
  hasGate: boolean;
}

/**
 * The review that a new one is compared with. It may belong to another application, since each upload of the
 * same code is one. Throws `invalid_request`.
 */
export async function findBaseline(
  tx: ReviewTransaction,
  wanted: BaselineChoice,
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

/** Findings that the baseline did not look for would count as new. */
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

/** The data to detect findings whose text or file moved; undefined if all are matched by fingerprint. */
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

/** Marks findings that the baseline has as well, and counts them and those that are gone. */
export async function applyBaseline(
  tx: ReviewTransaction,
  review: Review,
  moved: FinishOutput['moved'] = { existing: [], matched: 0 },
): Promise<{ existing: number; fixed: number | null }> {
  const { baseline_review_id: baselineId, org_id: orgId, id: reviewId } = review;
  if (baselineId === null) return { existing: 0, fixed: null };
  const of = { orgId, reviewId, baselineId };
  const existing = await markExisting(tx, of, moved.existing);
  return { existing, fixed: Math.max(0, (await countFixed(tx, of, review)) - moved.matched) };
}
