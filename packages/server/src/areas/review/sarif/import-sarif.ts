import type { StoredBlob } from '../../../engine/blobs/index.ts';
import { AppError, notFound } from '../../../kit/errors/index.ts';
import { required } from '../../../kit/required.ts';
import { ThreadFailure } from '../../../kit/threads/index.ts';
import { lockApplication } from '../applications/application.repository.ts';
import { applicationUuid } from '../applications/find-application.ts';
import type { WorkerTasks } from '../pipeline/worker-protocol.ts';
import { insertDropped, insertFindings } from '../results/finding.repository.ts';
import { reviewErrors } from '../review-errors.ts';
import type { ReviewService } from '../review-service.ts';
import type { ReviewTransaction } from '../review-tables.ts';
import { findReview, insertReview, type Review, updateReview } from '../reviews/review.repository.ts';

export interface ImportRequest {
  orgId: string;
  /** The review's UUID. */
  id: string;
  /** Public id. */
  applicationId: string;
  stored: StoredBlob;
}

const MAX_PROCESSOR_MS = 20_000;

/**
 * Imports another tool's findings as a completed review. They can be read, filtered, suppressed and used as a
 * baseline like all others. Throws `not_found`, `invalid_state`, `invalid_sarif`.
 */
export async function importSarif(service: ReviewService, request: ImportRequest): Promise<Review> {
  const { orgId, id } = request;
  const applicationId = applicationUuid(request.applicationId);
  const report = await readStored(service, request.stored.key);
  const at = new Date(service.clock.now());
  const review = await service.unitOfWork(async (tx: ReviewTransaction) => {
    const application = await lockApplication(tx, orgId, applicationId);
    if (application === undefined) throw notFound('application');
    if (application.status === 'archived') {
      throw new AppError('invalid_state', {
        message: 'An application that is `archived` takes no reviews.',
        details: { status: 'archived' },
      });
    }
    const isNew = await insertReview(
      tx,
      {
        id,
        orgId,
        applicationId,
        categories: ['security'],
        generatePatches: false,
        baselineReviewId: null,
        minSeverity: null,
        timeLimitSeconds: 0,
        estimatedSeconds: 0,
        correlationId: application.correlation_id,
        workflowDepth: null,
        rulesSha256: null,
        gate: null,
        at,
      },
      [],
    );
    const made = required(await findReview(tx, orgId, id), 'the review just written');
    if (!isNew) return { value: made };
    const key = { orgId, reviewId: id };
    await insertFindings(tx, key, report.rows);
    await insertDropped(tx, key, report.dropped);
    await updateReview(tx, made, { origin: 'sarif', status: 'completed', started_at: at, completed_at: at });
    return { value: required(await findReview(tx, orgId, id), 'the review just written') };
  });
  // The report's findings are in the database now.
  await service.blobs.delete(orgId, request.stored.key);
  return review;
}

async function readStored(service: ReviewService, key: string): Promise<WorkerTasks['readSarif']['output']> {
  try {
    return await service.localFiles.with([key], ([path]) =>
      service.checks.run('readSarif', { path }, { processorMs: MAX_PROCESSOR_MS }),
    );
  } catch (error) {
    if (!(error instanceof ThreadFailure)) throw error;
    if (error.kind === 'threw' && error.thrown?.name !== 'InvalidSarif') throw error;
    throw new AppError(reviewErrors.invalid_sarif, {
      message:
        error.kind === 'threw' ? error.message : 'The report could not be read within bounds. Split it.',
      field: 'file',
      cause: error,
    });
  }
}
