import type { NewEvent } from '../../../engine/spine/index.ts';
import { findApplication } from '../applications/application.repository.ts';
import { readScores } from '../readiness/readiness.repository.ts';
import { countOpen } from '../results/results.repository.ts';
import type { ReviewService } from '../review-service.ts';
import type { ReviewTransaction } from '../review-tables.ts';
import { completedEvent } from './finish-review.ts';
import { type AgentEnd, endAgent, listAgents, lockReview, updateReview } from './review.repository.ts';
import { agentEvent } from './run-agent.ts';

/** Ends a review whose time is over; what its agents had found stays, as partial results. */
export async function expireReview(
  service: ReviewService,
  { orgId, reviewId }: { orgId: string; reviewId: string },
): Promise<void> {
  const at = new Date(service.clock.now());
  await service.unitOfWork(async (tx: ReviewTransaction) => {
    const review = await lockReview(tx, orgId, reviewId);
    if (review === undefined || (review.status !== 'running' && review.status !== 'verifying')) {
      return { value: undefined };
    }
    const events: NewEvent[] = [];
    for (const agent of await listAgents(tx, orgId, [reviewId])) {
      const end: AgentEnd = {
        status: 'failed',
        driver: agent.driver,
        completed_at: at,
        duration_ms: agent.started_at === null ? 0 : Math.max(at.getTime() - agent.started_at.getTime(), 0),
        findings: [0, 0, 0, 0],
        dropped: 0,
        reason: null,
        error_code: 'review_timeout',
        error_message: 'The time limit of the review was over before this agent had ended.',
      };
      const isEnded = await endAgent(tx, agent, end);
      if (isEnded && agent.is_listed) events.push(agentEvent(review, agent, end));
    }
    const application = (await findApplication(tx, orgId, review.application_id))!;
    const { cloud, library, mesh } = await readScores(tx, orgId, application.id);
    const scores = {
      cloud_readiness: cloud.score,
      library_readiness: library.score,
      mesh_readiness: mesh.score,
    };
    const open = await countOpen(tx, orgId, reviewId, at);
    await updateReview(tx, review, {
      status: 'timed_out',
      completed_at: at,
      updated_at: at,
      scores: JSON.stringify(scores),
      findings: JSON.stringify(open.byCategory),
      error_code: 'review_timeout',
      error_message: `The review exceeded its time limit of ${review.time_limit_seconds} s.`,
    });
    events.push(completedEvent(review, { status: 'timed_out', scores, counts: open.all, patches: 0, at }));
    return { value: undefined, events };
  });
}
