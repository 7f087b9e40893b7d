import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { createBlobStore, createFileDriver } from '../../../engine/blobs/index.ts';
import { createNodeRegistry } from '../../../engine/cluster/index.ts';
import { createJobs, JobRunner, migrateJobs } from '../../../engine/jobs/index.ts';
import {
  type AnyDatabase,
  createEventReader,
  createUnitOfWork,
  LogAppender,
} from '../../../engine/spine/index.ts';
import { systemClock } from '../../../kit/clock.ts';
import { createPool, type DatabaseConnection } from '../../../kit/db/index.ts';
import { createReviewService, reviewJobs } from '../area.ts';
import { reviewEventIndex } from '../events/event-index.ts';
import type { ReviewModel } from '../reviews/review-model.ts';

export interface ReviewNodeOptions {
  connection: DatabaseConnection;
  /** Where files are stored. */
  folder: string;
  /** The threads' module; the real one by default. */
  workerEntry?: URL | undefined;
  beginsAhead?: boolean;
  /** A language model for the agents; none by default. */
  model?: (pool: Pool) => ReviewModel;
  analysisTimeoutMs?: number;
  agentTimeoutMs?: number;
  /** No other node runs: every lock on a job belongs to a dead one. */
  isAlone?: boolean;
  /** Whether this node runs jobs. */
  handlesJobs?: boolean;
}

const silent = pino({ level: 'silent' });

/** The area's service and its jobs, with a real log, queue and file store. */
export async function startReviewNode(options: ReviewNodeOptions) {
  const { connection, folder } = options;
  const onError = () => {};
  const pool = createPool(connection, { max: 8, applicationName: 'review test', onError });
  const jobPool = createPool(connection, { max: 7, applicationName: 'review test jobs', onError });
  const db: AnyDatabase = new Kysely({ dialect: new PostgresDialect({ pool }) });
  const appender = new LogAppender({ pool, clock: systemClock, participants: [reviewEventIndex()] });
  const nodeId = randomUUID();
  const registry = createNodeRegistry({ connection, nodeId, info: {}, onError });
  await migrateJobs(jobPool);
  await registry.start();
  const service = createReviewService({
    db,
    unitOfWork: createUnitOfWork(db, appender),
    clock: systemClock,
    jobs: createJobs(),
    blobs: createBlobStore({ driver: createFileDriver(folder), pool, clock: systemClock, onError }),
    log: silent,
    threads: 2,
    // Little memory, so that runaway use fails fast; the real analysis needs more.
    threadMemoryMb: options.workerEntry === undefined ? 512 : 48,
    workerEntry: options.workerEntry,
    beginsAhead: options.beginsAhead ?? false,
    bounds: {
      analysisTimeoutMs: options.analysisTimeoutMs ?? 20_000,
      agentTimeoutMs: options.agentTimeoutMs ?? 20_000,
    },
    agents: { advisoryDbPath: undefined, osv: undefined },
    model: options.model?.(pool),
  });
  const runner = new JobRunner({
    pool: jobPool,
    registry,
    log: silent,
    handlers: reviewJobs(service),
    concurrency: 6,
    isAlone: options.isAlone ?? true,
  });
  const { handlesJobs = true } = options;
  if (handlesJobs) await runner.start();
  return {
    nodeId,
    pool,
    db,
    service,
    reader: createEventReader({ pool }),
    async stop() {
      await runner.stop();
      await service.stop();
      await registry.stop();
      await jobPool.end();
      await pool.end();
    },
  };
}

export type ReviewNode = Awaited<ReturnType<typeof startReviewNode>>;
