import { collect, type ItemOf, type Operations, type Trivium } from '../../../../sdk/src/index.ts';
import { CommandError, exitCodes } from './command-error.ts';
import { type ClientOptions, connect } from './connect.ts';
import {
  countBySeverity,
  exitCodeFor,
  type FailOn,
  type Finding,
  formatCounts,
  formatFinding,
  formatPatchCount,
} from './findings.ts';
import { formatTimeWithAge } from './format-time.ts';
import { given, type ListOptions, pagingOf } from './paging.ts';
import { isForProgram, note, print, styled } from './print.ts';
import { ProgressBar } from './progress-bar.ts';
import { type Column, printList } from './table.ts';

type Review = Operations['getReview']['response'];
type Application = ItemOf<'listApplications'>;

const running = new Set(['queued', 'running', 'verifying']);
const broken = new Set(['failed', 'timed_out']);

/** Prints the applications with their newest review; for one application, all of its reviews. */
export async function listReviews(
  applicationId: string | undefined,
  options: ClientOptions & ListOptions,
): Promise<void> {
  const { limit, pageSize } = pagingOf(options);
  const { pages } = connect(options);
  const query = { limit: pageSize };
  if (applicationId === undefined) {
    const empty = 'There is no review yet. Start one: trivium review <folder>';
    return printList(pages.listApplications({ query }), applicationColumns, { ...options, limit, empty });
  }
  const empty = `There is no review of ${applicationId} yet.`;
  const reviews = pages.listReviews({ params: { id: applicationId }, query });
  return printList(reviews, reviewColumns, { ...options, limit, empty });
}

const applicationColumns: Column<Application>[] = [
  { header: 'NEWEST REVIEW', value: ({ latest_review_id }) => latest_review_id },
  { header: 'APPLICATION', value: ({ id }) => id, isExtra: true },
  { header: 'NAME', value: ({ name }) => name, shrinks: true },
  { header: 'STATUS', value: ({ status }) => status, shrinks: true },
  { header: 'READINESS', value: ({ readiness }) => readiness?.overall },
  { header: 'CHANGED', value: ({ updated_at }) => updated_at, isTime: true },
];

const reviewColumns: Column<ItemOf<'listReviews'>>[] = [
  { header: 'REVIEW', value: ({ review_id }) => review_id },
  { header: 'STATUS', value: ({ status }) => status, style: ({ status }) => styleOf(status) },
  { header: 'DONE', value: ({ progress }) => `${progress.percent} %` },
  { header: 'FROM', value: ({ origin }) => origin },
  { header: 'PATCHES', value: ({ patches_generated }) => patches_generated },
  { header: 'CREATED', value: ({ created_at }) => created_at, isTime: true },
];

function styleOf(status: Review['status']) {
  if (broken.has(status)) return 'red' as const;
  return status === 'completed' ? ('green' as const) : ('yellow' as const);
}

interface ShowOptions extends ClientOptions {
  severity?: string;
  category?: string;
  file?: string;
  status?: string;
  patches?: boolean;
  failOn: FailOn;
  wait?: boolean;
}

/**
 * Prints the findings of a review, or of the newest review of an application. Resolves with the exit code: 1 if there
 * is a finding of at least the given severity, 2 if this is unknown because the review is not complete.
 */
export async function showReview(id: string, options: ShowOptions): Promise<number> {
  const trivium = connect(options);
  const review = await readReview(trivium, await reviewIdOf(trivium, id), options);
  const query = given({
    file: options.file,
    status: options.status,
    // The findings so far; the last line says that the review is still running.
    partial: running.has(review.status) ? true : undefined,
  });
  const all = await collect(trivium.reviews.findings(review.review_id, query as never));
  const findings = all.filter(chooserOf(options));
  const counts = countBySeverity(findings);
  await print(options, { ...review, counts, findings }, () => formatReview(review, findings, options));
  const isDone = !running.has(review.status) && !broken.has(review.status);
  if (isDone || options.failOn === 'none') return exitCodeFor(counts, options.failOn);
  if (!isForProgram(options))
    note('It is not complete, so more findings may follow. Pass --wait to wait for it.');
  return exitCodes.usage;
}

/** The route takes only one value of each; the command takes several. */
function chooserOf({ severity, category }: ShowOptions): (finding: Finding) => boolean {
  const isIn = (list: string | undefined, value: string) =>
    list === undefined || list.split(',').some((one) => one.trim() === value);
  return (finding) => isIn(severity, finding.severity) && isIn(category, finding.category);
}

async function reviewIdOf(trivium: Trivium, id: string): Promise<string> {
  if (!id.startsWith('app_')) return id;
  const { latest_review_id } = await trivium.api.getApplication({ params: { id } });
  if (latest_review_id !== null) return latest_review_id;
  throw new CommandError(`There is no review of ${id} yet. Start one: trivium api requestReview -f id=${id}`);
}

async function readReview(trivium: Trivium, id: string, options: ShowOptions): Promise<Review> {
  const read = () => trivium.api.getReview({ params: { id } });
  if (!options.wait) return read();
  const bar = new ProgressBar('Reviewing', options);
  const look = async () => {
    const now = await read();
    bar.update(now.progress.percent / 100, `${now.progress.completed} of ${now.progress.total} agents`);
    return now;
  };
  return trivium
    .waitFor(look, ({ status }) => !running.has(status), { timeoutMs: 3_600_000 })
    .finally(() => bar.end());
}

function formatReview(review: Review, findings: readonly Finding[], { patches }: ShowOptions): string {
  const { review_id, application_id, status, progress, completed_at, error } = review;
  const blocks = findings.map((finding) =>
    formatFinding(finding, { isFull: true, withPatch: patches === true }),
  );
  const reason = error === null ? '' : ` ${error.message}`;
  const done = completed_at === null ? `${progress.percent} % done` : formatTimeWithAge(completed_at);
  return [
    ...blocks.flatMap((block) => [block, '']),
    `${review_id} of ${application_id}: ${styled(styleOf(status), status)}, ${done}.${reason}`,
    `${formatCounts(countBySeverity(findings))}. ${formatPatchCount(findings)}`,
  ].join('\n');
}
