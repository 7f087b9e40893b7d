import type { Logger } from 'pino';
import type { BlobStore } from '../../engine/blobs/index.ts';
import type { Jobs } from '../../engine/jobs/index.ts';
import type { UnitOfWork } from '../../engine/spine/index.ts';
import type { Clock } from '../../kit/clock.ts';
import type { ThreadPool } from '../../kit/threads/index.ts';
import type { AnalysesAhead } from './applications/analyses-ahead.ts';
import type { LocalFiles } from './local-files.ts';
import type { AgentSettings, WorkerTasks } from './pipeline/worker-protocol.ts';
import type { ReviewDatabase } from './review-tables.ts';
import type { ReviewModel } from './reviews/review-model.ts';

/** The dependencies of the area's use cases. */
export interface ReviewService {
  db: ReviewDatabase;
  unitOfWork: UnitOfWork;
  clock: Clock;
  jobs: Jobs;
  blobs: BlobStore;
  /** The store's files as local paths. */
  localFiles: LocalFiles;
  log: Logger;
  /** Threads for analyses and agents. */
  workers: ThreadPool<WorkerTasks>;
  ahead: AnalysesAhead;
  /** A separate thread for uploads, so that none waits for an analysis. */
  checks: ThreadPool<WorkerTasks>;
  bounds: ReviewBounds;
  agents: AgentSettings;
  /** Undefined if no language model is configured. */
  model: ReviewModel | undefined;
}

export interface ReviewBounds {
  analysisTimeoutMs: number;
  agentTimeoutMs: number;
}
