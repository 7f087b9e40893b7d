import { handleJob, type JobHandler } from '../../engine/jobs/index.ts';
import type { EventReader } from '../../engine/spine/index.ts';
import type { AnyRoute } from '../../kit/http/index.ts';
import { ThreadPool } from '../../kit/threads/index.ts';
import { AnalysesAhead } from './applications/analyses-ahead.ts';
import { analyzeApplication, giveUpAnalysis } from './applications/analyze-application.ts';
import { applicationRoutes } from './applications/application.routes.ts';
import { componentRoutes } from './components/component.routes.ts';
import { reviewEventRoutes } from './events/review-events.routes.ts';
import { LocalFiles } from './local-files.ts';
import { ANALYSIS_THREADS, SHORT_WORK } from './pipeline/analysis-threads.ts';
import type { WorkerTasks } from './pipeline/worker-protocol.ts';
import { readinessRoutes } from './readiness/readiness.routes.ts';
import { resultsRoutes } from './results/results.routes.ts';
import {
  analyzeApplicationJob,
  expireReviewJob,
  finishReviewJob,
  runAgentJob,
  startReviewJob,
} from './review-jobs.ts';
import type { ReviewService } from './review-service.ts';
import { expireReview, giveUpReview } from './reviews/expire-review.ts';
import { finishReview } from './reviews/finish-review.ts';
import { reviewRoutes } from './reviews/review.routes.ts';
import { runAgent } from './reviews/run-agent.ts';
import { startReview } from './reviews/start-review.ts';
import { sarifRoutes } from './sarif/sarif.routes.ts';
import { sbomRoutes } from './sbom/sbom.routes.ts';
import { reviewSubscriptionRoutes, type SubscriptionPort } from './subscriptions/subscription.routes.ts';
import { suppressionRoutes } from './suppressions/suppression.routes.ts';

export { reviewEventIndex } from './events/event-index.ts';
export type { AgentSettings } from './pipeline/worker-protocol.ts';
export { reviewErrors } from './review-errors.ts';
export { reviewIdPrefixes } from './review-ids.ts';
export type { ReviewService } from './review-service.ts';
export { requestReviewAction } from './reviews/review-action.ts';

export interface ReviewOptions extends Omit<ReviewService, 'workers' | 'ahead' | 'checks' | 'localFiles'> {
  /** Threads for analyses and agents. */
  threads: number;
  /** Heap of one thread. */
  threadMemoryMb: number;
  /** Whether an analysis begins before the job for it does. */
  beginsAhead: boolean;
  /** The threads' module; for tests. */
  workerEntry?: URL | undefined;
}

export interface RunningReviewService extends ReviewService {
  /** Has a thread run through an analysis before there is one to do. */
  warmUp(): void;
  stop(): Promise<void>;
}

/** The area's service. No thread is started before there is work for it, or `warmUp` is called. */
export function createReviewService(options: ReviewOptions): RunningReviewService {
  const { threads, threadMemoryMb, workerEntry, beginsAhead, ...ports } = options;
  const entry = workerEntry ?? new URL('./pipeline/worker.ts', import.meta.url);
  const workers = new ThreadPool<WorkerTasks>({
    entry,
    size: threads,
    memoryMb: threadMemoryMb,
    processFlags: SHORT_WORK,
    ...ANALYSIS_THREADS,
  });
  const checks = new ThreadPool<WorkerTasks>({ entry, size: 1, memoryMb: 256 });
  const localFiles = new LocalFiles(ports.blobs);
  return {
    ...ports,
    workers,
    ahead: new AnalysesAhead(workers, { isWanted: beginsAhead }),
    checks,
    localFiles,
    warmUp() {
      // What goes wrong here costs the first application some time, and nothing else.
      workers.run('warmUp', null).catch(() => undefined);
    },
    async stop() {
      await Promise.all([workers.stop(), checks.stop()]);
      await localFiles.stop();
    },
  };
}

export interface ReviewRoutesDeps {
  service: ReviewService;
  reader: EventReader;
  subscriptions: SubscriptionPort;
}

/** The application review API. */
export function applicationReviewRoutes({ service, reader, subscriptions }: ReviewRoutesDeps): AnyRoute[] {
  return [
    ...applicationRoutes(service),
    ...reviewRoutes(service),
    ...resultsRoutes(service),
    ...readinessRoutes(service),
    ...componentRoutes(service),
    ...suppressionRoutes(service),
    ...sbomRoutes(service),
    ...sarifRoutes(service),
    ...reviewEventRoutes(service.db, reader),
    ...reviewSubscriptionRoutes(subscriptions),
  ];
}

/** The area's background work. */
export function reviewJobs(service: ReviewService): JobHandler[] {
  return [
    handleJob(
      analyzeApplicationJob,
      (payload, context) => analyzeApplication(service, payload, context),
      (payload) => giveUpAnalysis(service, payload),
    ),
    handleJob(
      startReviewJob,
      (payload) => startReview(service, payload),
      (payload) => giveUpReview(service, payload),
    ),
    handleJob(
      runAgentJob,
      (payload, context) => runAgent(service, payload, context),
      (payload) => giveUpReview(service, payload),
    ),
    handleJob(
      finishReviewJob,
      (payload, context) => finishReview(service, payload, context),
      (payload) => giveUpReview(service, payload),
    ),
    handleJob(expireReviewJob, (payload) => expireReview(service, payload)),
  ];
}
