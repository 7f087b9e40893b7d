import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { BlobStore } from '../engine/blobs/index.ts';
import type { NodeRegistry } from '../engine/cluster/index.ts';
import { createJobs, JobRunner, type Jobs, migrateJobs } from '../engine/jobs/index.ts';
import type { AnyDatabase } from '../engine/spine/index.ts';
import type { Clock } from '../kit/clock.ts';
import { createPool, type DatabaseConnection, type Notifications } from '../kit/db/index.ts';
import type { AddressPolicy, GuardedClient } from '../kit/net/index.ts';
import type { SecretBox } from '../kit/secrets/index.ts';
import { areaJobs } from './area-jobs.ts';
import type { Settings } from './settings.ts';
import { openBlobStore } from './start-blobs.ts';
import type { Spine } from './start-spine.ts';
import type { StopSequence } from './stop-sequence.ts';

/** What the platforms stand on. */
export interface AreaPorts {
  settings: Settings;
  log: Logger;
  clock: Clock;
  pool: Pool;
  db: AnyDatabase;
  connection: DatabaseConnection;
  /** The database is our own, below DATA_DIR. */
  isEmbedded: boolean;
  notifications: Notifications;
  secretBox: SecretBox;
  policy: AddressPolicy;
  client: GuardedClient;
  registry: NodeRegistry;
  spine: Spine;
  jobs: Jobs;
  blobs: BlobStore;
  stops: StopSequence;
}

/** Starts the file store, the areas and their jobs, in this order. */
export async function startAreas(ports: Omit<AreaPorts, 'jobs' | 'blobs'>): Promise<Areas> {
  const { settings, log, clock, pool, connection, registry, isEmbedded, stops } = ports;
  const onError = (error: unknown) => log.warn({ err: error }, 'stored files');
  const blobs = await openBlobStore(settings, { pool, clock, onError });
  blobs.start();
  stops.add('stored files', () => blobs.stop());
  const workerPool = createPool(connection, {
    max: settings.JOB_CONCURRENCY + 1,
    applicationName: 'trivium jobs',
    onError: (error) => log.warn({ err: error }, 'database connection of the jobs'),
  });
  stops.add('connections of the jobs', () => workerPool.end());
  await migrateJobs(workerPool);
  const areas = createAreas({ ...ports, jobs: createJobs(), blobs });
  const runner = new JobRunner({
    pool: workerPool,
    registry,
    log,
    handlers: areaJobs(areas),
    concurrency: settings.JOB_CONCURRENCY,
    isAlone: isEmbedded,
  });
  await areas.start();
  await runner.start();
  stops.add('jobs', () => runner.stop());
  return areas;
}

export type Areas = ReturnType<typeof createAreas>;

/** Puts each platform together. Its routes are listed in area-routes.ts, its jobs in area-jobs.ts. */
export function createAreas(_ports: AreaPorts) {
  return {
    /** Sets going what runs beside requests and jobs. */
    async start(): Promise<void> {},
  };
}
