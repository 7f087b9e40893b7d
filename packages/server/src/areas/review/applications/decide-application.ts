import type { NewEvent } from '../../../engine/spine/index.ts';
import { AppError, invalidField, notFound } from '../../../kit/errors/index.ts';
import { formatId, parseId } from '../../../kit/ids.ts';
import { type EventSubject, reviewEvent, subjectOf } from '../events/review-event.ts';
import type { ReviewService } from '../review-service.ts';
import type { ApplicationStatus, ReviewTransaction } from '../review-tables.ts';
import { failQueuedReviews, findReview } from '../reviews/review.repository.ts';
import { type Application, lockApplication, setStatus } from './application.repository.ts';
import { applicationUuid } from './find-application.ts';

export type Decision = 'approved' | 'rejected';

export interface DecisionRequest {
  orgId: string;
  /** Public ids. */
  applicationId: string;
  reviewId: string | undefined;
  reason: string | undefined;
}

const decidable: readonly ApplicationStatus[] = ['analyzed', 'approved', 'rejected'];

/**
 * Records a person's decision on an application, which also overrides the gate. Repeating it changes nothing.
 * Throws `not_found`, `invalid_state`.
 */
export function decideApplication(
  service: ReviewService,
  decision: Decision,
  request: DecisionRequest,
): Promise<Application> {
  const { orgId } = request;
  const id = applicationUuid(request.applicationId);
  const at = new Date(service.clock.now());
  return service.unitOfWork(async (tx: ReviewTransaction) => {
    const application = await lockOrRefuse(tx, orgId, id);
    if (application.status === decision) return { value: application };
    if (!decidable.includes(application.status)) throw wrongState(application, `be ${decision}`);
    const reviewId = await reviewOf(tx, request, id);
    await setStatus(tx, { orgId, id }, decision, at);
    const event = decisionEvent(subjectOf(application), application, decision, {
      by: 'user',
      reviewId,
      reason: request.reason ?? null,
      at,
    });
    return { value: { ...application, status: decision, updated_at: at }, events: [event] };
  });
}

/** The error of reviews that waited for an analysis of an archived application. */
const archivedEarly = {
  code: 'invalid_state',
  message: 'The application was archived before its analysis had ended.',
};

/** Archives an application. Its results stay readable. Throws `not_found`. */
export function archiveApplication(
  service: ReviewService,
  { orgId, applicationId, reason }: Pick<DecisionRequest, 'orgId' | 'applicationId' | 'reason'>,
): Promise<Application> {
  const id = applicationUuid(applicationId);
  const at = new Date(service.clock.now());
  return service.unitOfWork(async (tx: ReviewTransaction) => {
    const application = await lockOrRefuse(tx, orgId, id);
    if (application.status === 'archived') return { value: application };
    await setStatus(tx, { orgId, id }, 'archived', at);
    if (application.status === 'analyzing')
      await failQueuedReviews(tx, { orgId, applicationId: id }, archivedEarly, at);
    const event = reviewEvent('application_archived', subjectOf(application), {
      application_id: formatId('app', id),
      status: 'archived',
      previous_status: application.status,
      reason: reason ?? null,
      archived_at: at.toISOString(),
    });
    return { value: { ...application, status: 'archived', updated_at: at }, events: [event] };
  });
}

async function lockOrRefuse(tx: ReviewTransaction, orgId: string, id: string): Promise<Application> {
  const application = await lockApplication(tx, orgId, id);
  if (application === undefined) throw notFound('application');
  return application;
}

function wrongState({ status }: Application, what: string): AppError {
  return new AppError('invalid_state', {
    message: `An application that is \`${status}\` cannot ${what}.`,
    details: { status },
  });
}

async function reviewOf(
  tx: ReviewTransaction,
  { orgId, reviewId }: DecisionRequest,
  applicationId: string,
): Promise<string | null> {
  if (reviewId === undefined) return null;
  const uuid = parseId('rev', reviewId);
  const review = uuid === undefined ? undefined : await findReview(tx, orgId, uuid);
  if (review?.application_id === applicationId) return review.id;
  throw invalidField('review_id', '`review_id` must be a review of this application.');
}

/** The event of a decision by a person or the gate. */
export function decisionEvent(
  subject: EventSubject,
  application: Application,
  decision: Decision,
  made: { by: 'gate' | 'user'; reviewId: string | null; reason: string | null; at: Date },
): NewEvent {
  const data = {
    application_id: formatId('app', application.id),
    review_id: made.reviewId && formatId('rev', made.reviewId),
    decided_by: made.by,
    reason: made.reason,
  };
  const at = made.at.toISOString();
  return decision === 'approved'
    ? reviewEvent('application_approved', subject, {
        ...data,
        status: 'approved',
        approved_at: at,
      })
    : reviewEvent('application_rejected', subject, {
        ...data,
        status: 'rejected',
        rejected_at: at,
      });
}
