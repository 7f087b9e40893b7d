import type { Category } from '@trivium/scanner';
import { formatId } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import { findApplication } from '../applications/application.repository.ts';
import { reviewEvent, reviewSubject } from '../events/review-event.ts';
import { isLongWork } from '../pipeline/analysis-threads.ts';
import { agentQueue, expireReviewJob, runAgentJob } from '../review-jobs.ts';
import type { ReviewService } from '../review-service.ts';
import type { ReviewTransaction } from '../review-tables.ts';
import { agentIds, categoryOf } from './agent-list.ts';
import { listAgents, lockReview, updateReview } from './review.repository.ts';

/**
 * Agents with rules only would just compete for CPU; each thread holds the whole index, and a large
 * application's index is large.
 */
function lanesFor({ model, workers }: ReviewService, workBytes: number): number {
  return model === undefined && isLongWork(workBytes) ? 1 : workers.size;
}

/** Starts the agents of a queued review; a second call finds it running and does nothing. */
export async function startReview(
  service: ReviewService,
  { orgId, reviewId }: { orgId: string; reviewId: string },
): Promise<void> {
  const at = new Date(service.clock.now());
  await service.unitOfWork(async (tx: ReviewTransaction) => {
    const review = await lockReview(tx, orgId, reviewId);
    if (review?.status !== 'queued') return { value: undefined };
    const agents = await listAgents(tx, orgId, [reviewId]);
    const { work_bytes: workBytes } = required(
      await findApplication(tx, orgId, review.application_id),
      'the application of a review',
    );
    const lanes = lanesFor(service, workBytes);
    const detectors = agentIds.filter(
      (id) => categoryOf(id) !== 'meta' && agents.some((agent) => agent.agent_id === id),
    );
    await updateReview(tx, review, { status: 'running', started_at: at, updated_at: at });
    // A review of `meta` alone has no detectors, and goes straight to its end.
    const first = detectors.length > 0 ? detectors : ['meta.verifier'];
    await service.jobs.addMany(
      tx,
      runAgentJob,
      first.map((agentId, position) => ({
        payload: { orgId, reviewId, agentId },
        queue: agentQueue(reviewId, position, lanes),
      })),
    );
    const endsAt = new Date(at.getTime() + review.time_limit_seconds * 1000);
    await service.jobs.add(
      tx,
      expireReviewJob,
      { orgId, reviewId },
      { runAt: endsAt, key: `review-expire-${reviewId}` },
    );
    const event = reviewEvent('review_started', reviewSubject(review), {
      review_id: formatId('rev', reviewId),
      application_id: formatId('app', review.application_id),
      status: 'running',
      categories: review.categories as Category[],
      agents_total: agents.filter((agent) => agent.is_listed).length,
      generate_patches: review.generate_patches,
      started_at: at.toISOString(),
    });
    return { value: undefined, events: [event] };
  });
}
