import { checkOutBase } from '@trivium/scanner';
import type { Operations, Trivium } from '../../../../sdk/src/index.ts';
import { FailedError } from './command-error.ts';
import { type ClientOptions, resolvePath } from './connect.ts';
import { runReview, type Upload, upload } from './review-upload.ts';

type Review = Operations['getReview']['response'];

interface Change {
  /** As given by the user: a git ref, folder, archive, review, or `latest`. */
  base: string;
  /** The folder or archive with the change, and the name of its application. */
  path: string;
  name: string;
  categories: string[] | undefined;
}

/**
 * The review that a change is compared with. A git ref comes before a path of the same name, and is only uploaded and
 * reviewed if there is no review of that commit.
 */
export async function findBase(trivium: Trivium, change: Change, options: ClientOptions): Promise<string> {
  const { base, path, name } = change;
  if (base === 'latest' || base.startsWith('rev_')) return base;
  const tree = checkOutBase(path, base);
  if (tree === undefined) {
    const given = { path: resolvePath(base), given: `--base ${base}`, name, revision: undefined };
    return uploadBase(trivium, change, given, options);
  }
  try {
    const known = await findReviewed(trivium, change, tree.commit, options);
    if (known !== undefined) return known;
    const given = { path: tree.folder, given: `--base ${base}`, name, revision: tree.commit };
    return await uploadBase(trivium, change, given, options);
  } finally {
    tree.remove();
  }
}

async function uploadBase(trivium: Trivium, change: Change, what: Upload, options: ClientOptions) {
  const { id } = await upload(trivium, what, options);
  return reviewBase(trivium, change, id, options);
}

async function reviewBase(trivium: Trivium, { categories }: Change, id: string, options: ClientOptions) {
  const body = categories === undefined ? {} : { categories };
  const done = await runReview(trivium, id, body, { ...options, label: 'Reviewing the base' });
  if (done.status === 'completed' || done.status === 'completed_with_errors') return done.review_id;
  throw new FailedError(`The base could not be reviewed: ${done.error?.message ?? done.status}`);
}

/** An existing review of that commit with the same categories and rules, or a new review of an existing upload. */
async function findReviewed(trivium: Trivium, change: Change, revision: string, options: ClientOptions) {
  const query = { name: change.name, revision, limit: 20 };
  const { applications } = await trivium.api.listApplications({ query });
  const application = applications.find(({ status }) => usable.has(status));
  if (application === undefined) return undefined;
  const [{ reviews }, rules] = await Promise.all([
    trivium.api.listReviews({ params: { id: application.id }, query: { limit: 20 } }),
    trivium.api.getReviewRules(),
  ]);
  const known = reviews.find((review) => isLike(review, change, rules.sha256));
  return known?.review_id ?? reviewBase(trivium, change, application.id, options);
}

const usable = new Set(['analyzed', 'approved', 'rejected']);

function isLike(review: Review, { categories }: Change, rulesSha256: string | null): boolean {
  const wanted = categories ?? allCategories;
  return (
    review.status === 'completed' &&
    review.origin === 'agents' &&
    review.min_severity === null &&
    review.rules_sha256 === rulesSha256 &&
    wanted.every((category) => category in review.categories)
  );
}

const allCategories = [
  'security',
  'architecture',
  'quality',
  'testing',
  'performance',
  'documentation',
  'meta',
];
