import type { Logger } from 'pino';
import type { BlobStore } from '../../engine/blobs/index.ts';
import type { Jobs } from '../../engine/jobs/index.ts';
import type { UnitOfWork } from '../../engine/spine/index.ts';
import type { Clock } from '../../kit/clock.ts';
import type { WorkerPool } from './pipeline/worker-pool.ts';
import type { AgentSettings } from './pipeline/worker-protocol.ts';
import type { ReviewDatabase } from './review-tables.ts';

/** What the use cases of the area work with. */
export interface ReviewService {
  db: ReviewDatabase;
  unitOfWork: UnitOfWork;
  clock: Clock;
  jobs: Jobs;
  blobs: BlobStore;
  log: Logger;
  /** Threads for analyses and agents. */
  workers: WorkerPool;
  /** A thread of its own for uploads, so that none waits behind an analysis. */
  checks: WorkerPool;
  bounds: ReviewBounds;
  agents: AgentSettings;
}

export interface ReviewBounds {
  analysisTimeoutMs: number;
  agentTimeoutMs: number;
}

/** Runs `use` with files of the blob store at paths of this machine. */
export async function withLocalFiles<T>(
  blobs: BlobStore,
  keys: readonly string[],
  use: (paths: string[]) => Promise<T>,
): Promise<T> {
  const opened: { path: string; release(): Promise<void> }[] = [];
  try {
    for (const key of keys) opened.push(await blobs.localFile(key));
    return await use(opened.map(({ path }) => path));
  } finally {
    await Promise.all(opened.map((file) => file.release()));
  }
}
