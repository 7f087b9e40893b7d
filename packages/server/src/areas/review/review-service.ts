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

/** What the use cases of the area work with. */
export interface ReviewService {
  db: ReviewDatabase;
  unitOfWork: UnitOfWork;
  clock: Clock;
  jobs: Jobs;
  blobs: BlobStore;
  /** The store's files at paths of this machine. */
  localFiles: LocalFiles;
  log: Logger;
  /** Threads for analyses and agents. */
  workers: ThreadPool<WorkerTasks>;
  ahead: AnalysesAhead;
  /** A thread of its own for uploads, so that none waits behind an analysis. */
  checks: ThreadPool<WorkerTasks>;
  bounds: ReviewBounds;
  agents: AgentSettings;
  /** Undefined where no language model is set. */
  model: ReviewModel | undefined;
}

export interface ReviewBounds {
  analysisTimeoutMs: number;
  agentTimeoutMs: number;
}
