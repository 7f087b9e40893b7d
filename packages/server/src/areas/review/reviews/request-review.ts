import { type Category, categories, type Gate } from '@trivium/scanner';
import { cutText } from '../../../kit/cut-text.ts';
import { AppError, invalidField, notFound } from '../../../kit/errors/index.ts';
import { required } from '../../../kit/required.ts';
import { lockApplication } from '../applications/application.repository.ts';
import { applicationUuid } from '../applications/find-application.ts';
import { reviewErrors } from '../review-errors.ts';
import { startReviewJob } from '../review-jobs.ts';
import type { ReviewService } from '../review-service.ts';
import type { ApplicationStatus, ReviewTransaction } from '../review-tables.ts';
import { rulesInForce } from '../rules/rule-set.repository.ts';
import { planAgents } from './agent-list.ts';
import { findBaseline } from './baseline.ts';
import { uncounted } from './change-gate.ts';
import { findReview, insertReview, type NewReview, type Review } from './review.repository.ts';

export interface ReviewRequest {
  orgId: string;
  /** The review's UUID. */
  id: string;
  /** Public id. */
  applicationId: string;
  categories: readonly string[] | 'all';
  generatePatches: boolean;
  /** Public id, or `latest`. */
  baselineReviewId: string | undefined;
  gate: Gate | undefined;
  /** From 0 (critical) to 3 (low). */
  minSeverity: number | undefined;
  timeLimitSeconds: number;
  /** Of the event that requested it; the application's own by default. */
  correlationId?: string | undefined;
  /** Number of workflow runs that led to it. */
  workflowDepth?: number | undefined;
}

const reviewable: readonly ApplicationStatus[] = ['analyzing', 'analyzed', 'approved', 'rejected'];

/**
 * Accepts a review. It starts at once, or when the analysis has ended. Throws `not_found`,
 * `invalid_category`, `invalid_state`, `invalid_request`, `analysis_failed`.
 */
export function requestReview(service: ReviewService, request: ReviewRequest): Promise<Review> {
  const { orgId, id } = request;
  const applicationId = applicationUuid(request.applicationId);
  const wanted = readCategories(request.categories);
  const agents = planAgents(wanted);
  checkGate(request);
  return service.unitOfWork(async (tx: ReviewTransaction) => {
    const application = await lockApplication(tx, orgId, applicationId);
    if (application === undefined) throw notFound('application');
    const earlier = await findReview(tx, orgId, id);
    if (earlier !== undefined) return { value: earlier };
    checkState(application.status);
    const review: NewReview = {
      id,
      orgId,
      applicationId,
      categories: wanted,
      generatePatches: request.generatePatches,
      baselineReviewId: await findBaseline(
        tx,
        { ...request, categories: wanted, hasGate: request.gate !== undefined },
        application.name,
      ),
      gate: request.gate === undefined ? null : JSON.stringify(request.gate),
      minSeverity: request.minSeverity ?? null,
      timeLimitSeconds: request.timeLimitSeconds,
      estimatedSeconds: estimateSeconds(agents.length, application.lines_code, application.size_bytes),
      correlationId: request.correlationId ?? application.correlation_id,
      workflowDepth: request.workflowDepth ?? null,
      rulesSha256: await rulesInForce(tx, orgId),
      at: new Date(service.clock.now()),
    };
    await insertReview(tx, review, agents);
    if (application.status !== 'analyzing') {
      await service.jobs.add(tx, startReviewJob, { orgId, reviewId: id }, { key: `review-start-${id}` });
    }
    return { value: required(await findReview(tx, orgId, id), 'the review just written') };
  });
}

function readCategories(asked: readonly string[] | 'all'): Category[] {
  if (asked === 'all') return [...categories];
  const unknown = asked.find((name) => name !== 'all' && !(categories as readonly string[]).includes(name));
  if (unknown !== undefined || asked.length === 0) {
    throw new AppError(reviewErrors.invalid_category, {
      message: `${unknown === undefined ? 'There must be at least one category' : `\`${cutText(unknown, 100)}\` is not a category`}. The categories are ${categories.join(', ')}, or \`all\`.`,
      field: 'categories',
    });
  }
  return categories.filter((name) => asked.includes(name) || asked.includes('all'));
}

function checkState(status: ApplicationStatus): void {
  if (reviewable.includes(status)) return;
  if (status === 'analysis_failed') {
    throw new AppError(reviewErrors.analysis_failed, {
      message: 'The analysis of this application failed, so there is nothing to review. Upload it again.',
    });
  }
  throw new AppError('invalid_state', {
    message: `An application that is \`${status}\` takes no reviews.`,
    details: { status },
  });
}

/** A gate on findings that the review leaves out would always pass. */
function checkGate({ gate, minSeverity }: ReviewRequest): void {
  const severity = uncounted(gate, minSeverity);
  if (severity === undefined) return;
  throw invalidField(
    'gate',
    `\`min_severity\` leaves out what \`gate.max_new.${severity}\` counts. Leave out one of them.`,
  );
}

/** Measured: an agent processes some 400,000 lines a second; an archive has a line in about 12 bytes. */
function estimateSeconds(agents: number, linesCode: number | null, archiveBytes: number): number {
  const lines = linesCode ?? archiveBytes / 12;
  return 1 + Math.ceil((agents * lines) / 400_000 / 2);
}
