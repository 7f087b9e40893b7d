import { PassThrough, Transform } from 'node:stream';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createBlobStore, createFileDriver } from '../../../../../engine/blobs/index.ts';
import { createJobs } from '../../../../../engine/jobs/index.ts';
import { type AnyDatabase, createUnitOfWork, LogAppender } from '../../../../../engine/spine/index.ts';
import { systemClock } from '../../../../../kit/clock.ts';
import { createPool, type DatabaseConnection } from '../../../../../kit/db/index.ts';
import { createSecretBox } from '../../../../../kit/secrets/index.ts';
import { backupJob } from '../run-backup.ts';

/** What the process that is to be killed is told, as JSON in its first argument. */
export interface SlowBackup {
  connection: DatabaseConnection;
  directory: string;
  /** Base64. */
  masterKey: string;
  orgId: string;
  environment: string;
  backupId: string;
}

// A process of its own that runs one backup and never comes to its end: the store takes some bytes, says so, and
// then no more. Whoever started it kills it.
const { connection, directory, masterKey, orgId, environment, backupId }: SlowBackup = JSON.parse(
  process.argv[2]!,
);
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
const job = backupJob({
  db,
  unitOfWork: createUnitOfWork(db, new LogAppender({ pool, clock: systemClock, participants: [] })),
  jobs: createJobs(),
  blobs: createBlobStore({ driver: stalling, pool, clock: systemClock, onError }),
  secretBox: createSecretBox(Buffer.from(masterKey, 'base64')),
  clock: systemClock,
  async connect() {
    const client = new pg.Client(connection);
    await client.connect();
    return client;
  },
  onError,
});
await job.run(
  { orgId, environment, backupId },
  { attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
);
