import type { NewEvent } from '../../../engine/spine/index.ts';
import { required } from '../../../kit/required.ts';
import { findApplication } from '../applications/application.repository.ts';
import { readScores } from '../readiness/readiness.repository.ts';
import { countOpen } from '../results/results.repository.ts';
import type { ReviewService } from '../review-service.ts';
import type { ReviewStatus, ReviewTransaction } from '../review-tables.ts';
import { judgeReview } from './change-gate.ts';
import { completedEvent } from './finish-review.ts';
import {
  type AgentEnd,
  endAgent,
  listAgents,
  lockReview,
  type Review,
  updateReview,
} from './review.repository.ts';
import { agentEvent } from './run-agent.ts';

interface EarlyEnd {
  status: 'timed_out' | 'failed';
  code: string;
  message(review: Review): string;
  /** The message for agents that had not finished. */
  agentMessage: string;
}

const TIME_IS_OVER: EarlyEnd = {
  status: 'timed_out',
  code: 'review_timeout',
  message: (review) => `The review exceeded its time limit of ${review.time_limit_seconds} s.`,
  agentMessage: 'The time limit of the review was over before this agent had ended.',
};

const GIVEN_UP: EarlyEnd = {
  status: 'failed',
  code: 'review_failed',
  message: () => 'The service failed at the review each time it was tried. Request another one.',
  agentMessage: 'The service gave the review up before this agent had ended.',
};

type ReviewName = { orgId: string; reviewId: string };

/** Ends a review that ran out of time; what its agents had found stays, as partial results. */
export function expireReview(service: ReviewService, name: ReviewName): Promise<void> {
  return endEarly(service, name, TIME_IS_OVER, ['running', 'verifying']);
}

/** The same for a review that the service cannot finish, after all attempts. */
export function giveUpReview(service: ReviewService, name: ReviewName): Promise<void> {
  return endEarly(service, name, GIVEN_UP, ['queued', 'running', 'verifying']);
}

async function endEarly(
  service: ReviewService,
  { orgId, reviewId }: ReviewName,
  early: EarlyEnd,
  from: readonly ReviewStatus[],
): Promise<void> {
  const at = new Date(service.clock.now());
  await service.unitOfWork(async (tx: ReviewTransaction) => {
    const review = await lockReview(tx, orgId, reviewId);
    if (review === undefined || !from.includes(review.status)) return { value: undefined };
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
        llm: null,
        error_code: early.code,
        error_message: early.agentMessage,
      };
      const isEnded = await endAgent(tx, agent, end);
      if (isEnded && agent.is_listed) events.push(agentEvent(review, agent, end));
    }
    const application = required(
      await findApplication(tx, orgId, review.application_id),
      'the application of a review',
    );
    const { cloud, library, mesh } = await readScores(tx, orgId, application.id);
    const scores = {
      cloud_readiness: cloud.score,
      library_readiness: library.score,
      mesh_readiness: mesh.score,
    };
    const open = await countOpen(tx, orgId, reviewId, at);
    const verdict = await judgeReview(tx, review, { status: early.status, counts: open.all, scores });
    await updateReview(tx, review, {
      status: early.status,
      completed_at: at,
      updated_at: at,
      scores: JSON.stringify(scores),
      findings: JSON.stringify(open.byCategory),
      gate_verdict: verdict && JSON.stringify(verdict),
      error_code: early.code,
      error_message: early.message(review),
    });
    events.push(
      completedEvent(review, { status: early.status, scores, counts: open.all, patches: 0, verdict, at }),
    );
    return { value: undefined, events };
  });
}
