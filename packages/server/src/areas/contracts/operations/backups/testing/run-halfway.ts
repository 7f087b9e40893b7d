import { PassThrough, Transform } from 'node:stream';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createBlobStore, createFileDriver } from '../../../../../engine/blobs/index.ts';
import { createJobs } from '../../../../../engine/jobs/index.ts';
import { type AnyDatabase, createUnitOfWork, LogAppender } from '../../../../../engine/spine/index.ts';
import { systemClock } from '../../../../../kit/clock.ts';
import { createPool, type DatabaseConnection } from '../../../../../kit/db/index.ts';
import { required } from '../../../../../kit/required.ts';
import { createSecretBox } from '../../../../../kit/secrets/index.ts';
import type { BackupService } from '../backup-service.ts';
import { backupJob } from '../run-backup.ts';
import { restoreJob } from '../run-restore.ts';

/** The task of the process to be killed, as JSON in its first argument. */
export interface HalfwayJob {
  job: 'backup' | 'restore';
  connection: DatabaseConnection;
  directory: string;
  /** Base64. */
  masterKey: string;
  orgId: string;
  environment: string;
  id: string;
}

// A process that starts a backup or restore, never finishes it, says so, and waits to be killed. For a
// backup, the store accepts some bytes and then blocks; a restore has written everything and commits nothing.
const told: HalfwayJob = JSON.parse(required(process.argv[2], 'process.argv[2]'));
const { connection, directory, masterKey, orgId, environment } = told;
const onError = () => {};
const pool = createPool(connection, { max: 4, applicationName: 'slow backup', onError });
const db: AnyDatabase = new Kysely({ dialect: new PostgresDialect({ pool }) });
const files = createFileDriver(directory);
const stalling = {
  ...files,
  write(key: string, source: NodeJS.ReadableStream) {
    let bytes = 0;
    const stall = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        if (bytes < 20_000) return done(null, chunk);
        process.stdout.write('half written\n');
      },
    });
    return files.write(key, source.pipe(stall).pipe(new PassThrough()));
  },
};
const service: BackupService = {
  db,
  unitOfWork: createUnitOfWork(db, new LogAppender({ pool, clock: systemClock, participants: [] })),
  jobs: createJobs(),
  blobs: createBlobStore({ driver: stalling, pool, clock: systemClock, onError }),
  secretBox: createSecretBox(Buffer.from(masterKey, 'base64')),
  clock: systemClock,
  async connect() {
    const client = new pg.Client(connection);
    await client.connect();
    if (told.job === 'restore') stallCommit(client);
    return client;
  },
  onError,
};

function stallCommit(client: pg.Client): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const stalling = (...given: unknown[]) => {
    if (given[0] !== 'commit') return query(...given);
    process.stdout.write('all but committed\n');
    return new Promise(() => {});
  };
  Object.assign(client, { query: stalling });
}

const job = told.job === 'backup' ? backupJob(service) : restoreJob(service);
await job.run(
  { orgId, environment, [`${told.job}Id`]: told.id },
  { attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
);
