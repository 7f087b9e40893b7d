import type { Logger } from 'pino';
import type { Acknowledgements } from '../../engine/acknowledgements/index.ts';
import type { Area } from '../../engine/area.ts';
import type { BlobStore } from '../../engine/blobs/index.ts';
import { handleJob, type JobHandler, type Jobs } from '../../engine/jobs/index.ts';
import type { EventReader, UnitOfWork } from '../../engine/spine/index.ts';
import type { Clock } from '../../kit/clock.ts';
import { ThreadPool } from '../../kit/threads/index.ts';
import { AnalysesAhead } from './applications/analyses-ahead.ts';
import { analyzeApplication, giveUpAnalysis } from './applications/analyze-application.ts';
import type { FindingRoutesPorts } from './findings/finding.routes.ts';
import { LocalFiles } from './local-files.ts';
import { ANALYSIS_THREADS, SHORT_WORK } from './pipeline/analysis-threads.ts';
import type { AgentSettings, WorkerTasks } from './pipeline/worker-protocol.ts';
import { reviewGauges } from './review-gauges.repository.ts';
import {
  analyzeApplicationJob,
  expireReviewJob,
  finishReviewJob,
  runAgentJob,
  startReviewJob,
} from './review-jobs.ts';
import type { ReviewBounds, ReviewService } from './review-service.ts';
import type { ReviewDatabase } from './review-tables.ts';
import { expireReview, giveUpReview } from './reviews/expire-review.ts';
import { finishReview } from './reviews/finish-review.ts';
import { requestReviewAction } from './reviews/review-action.ts';
import type { ReviewModel } from './reviews/review-model.ts';
import { runAgent } from './reviews/run-agent.ts';
import { startReview } from './reviews/start-review.ts';
import { applicationReviewRoutes } from './routes.ts';
import type { SubscriptionPort } from './subscriptions/subscription.routes.ts';

export interface ReviewPorts {
  db: ReviewDatabase;
  unitOfWork: UnitOfWork;
  clock: Clock;
  log: Logger;
  jobs: Jobs;
  blobs: BlobStore;
  reader: EventReader;
  subscriptions: SubscriptionPort;
  /** Undefined if no language model is configured. */
  model: ReviewModel | undefined;
  acknowledgements: Acknowledgements;
  /** Names of people and keys, by public id. */
  namesOf: FindingRoutesPorts['namesOf'];
  settings: ReviewSettings;
}

export interface ReviewSettings {
  /** Number of threads for analyses and agents. */
  threads: number;
  /** Heap per thread. */
  threadMemoryMb: number;
  /** Whether a thread runs a sample analysis before the first real one. */
  warmsUp: boolean;
  bounds: ReviewBounds;
  agents: AgentSettings;
}

/** Uploaded applications: their analysis, and the agents that review them. */
export function openReview(ports: ReviewPorts): Area {
  const { db, unitOfWork, clock, log, jobs, blobs, reader, subscriptions, model, acknowledgements, namesOf } =
    ports;
  const { warmsUp, ...settings } = ports.settings;
  const service = createReviewService({
    ...settings,
    db,
    unitOfWork,
    clock,
    log,
    jobs,
    blobs,
    model,
    beginsAhead: true,
  });
  const served = { ...service, reader, subscriptions, acknowledgements, namesOf };
  return {
    routes: applicationReviewRoutes(() => served),
    jobs: reviewJobs(service),
    actions: [requestReviewAction(service)],
    figures: [reviewGauges],
    start() {
      if (warmsUp) service.warmUp();
    },
    stop: () => service.stop(),
  };
}

export interface ReviewOptions extends Omit<ReviewService, 'workers' | 'ahead' | 'checks' | 'localFiles'> {
  /** Number of threads for analyses and agents. */
  threads: number;
  /** Heap per thread. */
  threadMemoryMb: number;
  /** Whether an analysis starts before its job. */
  beginsAhead: boolean;
  /** The threads' module; for tests. */
  workerEntry?: URL | undefined;
}

export interface RunningReviewService extends ReviewService {
  /** Lets a thread run a sample analysis before the first real one. */
  warmUp(): void;
  stop(): Promise<void>;
}

/** The area's service. No thread starts before there is work for it or `warmUp` is called. */
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
  // An oversized string or list crashes V8, and its process with it.
  const checks = new ThreadPool<WorkerTasks>({ entry, size: 1, memoryMb: 256, processFlags: [] });
  const localFiles = new LocalFiles(ports.blobs);
  return {
    ...ports,
    workers,
    ahead: new AnalysesAhead(workers, { isWanted: beginsAhead }),
    checks,
    localFiles,
    warmUp() {
      // A failure here only makes the first application slower.
      workers.run('warmUp', null).catch(() => undefined);
    },
    async stop() {
      await Promise.all([workers.stop(), checks.stop()]);
      await localFiles.stop();
    },
  };
}

/** The area's background jobs. */
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
