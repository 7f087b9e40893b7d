import { createHash } from 'node:crypto';
import { defineJob } from '../../engine/jobs/index.ts';

// A job that meets a crash of the service is run again; what goes wrong in the work itself is a named
// outcome at once, so many attempts only serve a database that is away.
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
/** Agents of one review that work at once, at most: other jobs are to find a free hand. */
const MAX_LANES = 4;

/** Analyses take turns in a few queues, so that however many are uploaded, other jobs find a free hand. */
export function analysisQueue(applicationId: string): string {
  return `review-analysis-${bucketOf(applicationId, ANALYSIS_QUEUES)}`;
}

/** A review's agents run in so many lanes, within a bound; reviews share a fixed number of them. */
export function agentQueue(reviewId: string, position: number, lanes: number): string {
  return `review-agents-${bucketOf(reviewId, REVIEW_QUEUES)}-${position % Math.min(lanes, MAX_LANES)}`;
}

function bucketOf(id: string, buckets: number): number {
  return createHash('sha256').update(id).digest().readUInt32BE(0) % buckets;
}
