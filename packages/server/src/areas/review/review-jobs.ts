import { createHash } from 'node:crypto';
import { defineJob } from '../../engine/jobs/index.ts';

// A job is retried after a crash of the service; an error in the work itself becomes an outcome at once. So
// many attempts only help against an unreachable database.
const MAX_ATTEMPTS = 25;

export const analyzeApplicationJob = defineJob<{ orgId: string; applicationId: string }>(
  'review.analyze_application',
  { maxAttempts: MAX_ATTEMPTS },
);
export const startReviewJob = defineJob<{ orgId: string; reviewId: string }>('review.start_review', {
  maxAttempts: MAX_ATTEMPTS,
});
export const runAgentJob = defineJob<{ orgId: string; reviewId: string; agentId: string }>(
  'review.run_agent',
  { maxAttempts: MAX_ATTEMPTS },
);
export const finishReviewJob = defineJob<{ orgId: string; reviewId: string }>('review.finish_review', {
  maxAttempts: MAX_ATTEMPTS,
});
export const expireReviewJob = defineJob<{ orgId: string; reviewId: string }>('review.expire_review', {
  maxAttempts: MAX_ATTEMPTS,
});

const ANALYSIS_QUEUES = 4;
const REVIEW_QUEUES = 16;
/** Max. agents of one review that run in parallel, so that other jobs find a free worker. */
const MAX_LANES = 4;

/** Analyses share a few queues, so that other jobs find a free worker however many are uploaded. */
export function analysisQueue(applicationId: string): string {
  return `review-analysis-${bucketOf(applicationId, ANALYSIS_QUEUES)}`;
}

/** A review's agents use up to this many queues; all reviews share a fixed number. */
export function agentQueue(reviewId: string, position: number, lanes: number): string {
  return `review-agents-${bucketOf(reviewId, REVIEW_QUEUES)}-${position % Math.min(lanes, MAX_LANES)}`;
}

function bucketOf(id: string, buckets: number): number {
  return createHash('sha256').update(id).digest().readUInt32BE(0) % buckets;
}
