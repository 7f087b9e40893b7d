import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { extract as extractTar } from 'tar-stream';
import {
  type DatabaseConnection,
  halfRestoredProblem,
  isHalfRestoredDatabase,
  type Migration,
  migrate,
} from '../../kit/db/index.ts';
import { required } from '../../kit/required.ts';
import { migrateJobs } from '../jobs/index.ts';
import { BackupError } from './backup-error.ts';
import type { BackupPlace } from './backup-place.ts';
import type { RowsManifest } from './manifest.ts';
import { readPacked } from './packed-files.ts';
import {
  analyzeTables,
  findAnyTable,
  loosenTables,
  markHalfRestored,
  setSequence,
  tightenTables,
  unmarkHalfRestored,
} from './restored-table.repository.ts';
import { copyIn, readJobVersion } from './row-tables.repository.ts';

export interface RestoreRowsOptions {
  place: BackupPlace;
  manifest: RowsManifest;
  /** An empty database, as the role that will own its tables. */
  owner: DatabaseConnection;
  /** The migrations of this version. */
  migrations: Migration[];
}

/** Fills an empty database, all or nothing. */
export async function restoreRows({ place, manifest, owner, migrations }: RestoreRowsOptions): Promise<void> {
  const client = new pg.Client({ ...owner, application_name: 'trivium restore' });
  client.on('error', () => {});
  await client.connect();
  try {
    await requireEmptyDatabase(client);
    // The schema is committed before the rows, and a service would start on it.
    await markHalfRestored(client);
    await makeSchema(client, owner, manifest, migrations);
    await client.query('begin');
    const foreignKeys = await loosenTables(client, manifest.tables);
    await readPacked(place, manifest.rows, (content) => loadTables(client, manifest, content));
    await tightenTables(client, foreignKeys);
    for (const sequence of manifest.sequences) await setSequence(client, sequence);
    await unmarkHalfRestored(client);
    await client.query('commit');
    await analyzeTables(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  const table = await findAnyTable(client);
  if (table === undefined) return;
  if (await isHalfRestoredDatabase(client)) throw new BackupError(halfRestoredProblem);
  throw new BackupError(
    `The database to restore into is not empty: it has the table ${table}. Name an empty one, or drop what is in it.`,
  );
}

/** Creates the tables as they were when the backup was made; newer migrations run with the rows in place. */
async function makeSchema(
  client: pg.Client,
  owner: DatabaseConnection,
  { migrations: made, jobVersion, release }: RowsManifest,
  migrations: Migration[],
): Promise<void> {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = made.find((name) => !known.has(name));
  const newer = `The backup was made by a newer release (${release}`;
  if (unknown !== undefined) throw new BackupError(`${newer}, with ${unknown}). Restore it with that one.`);
  await migrate(
    client,
    migrations.filter(({ name }) => made.includes(name)),
  );
  const pool = new pg.Pool({ ...owner, max: 1 });
  pool.on('error', () => {});
  pool.on('connect', (opened) => void opened.on('error', () => {}));
  await migrateJobs(pool).finally(() => pool.end());
  const version = await readJobVersion(client);
  if (version === jobVersion) return;
  throw new BackupError(
    `The tables of jobs are of another version (${jobVersion}, here ${version}). Restore with the release that made the backup, ${release}, and start this one then.`,
  );
}

/** The parts of a table are consecutive. */
async function loadTables(client: pg.Client, manifest: RowsManifest, content: Readable): Promise<void> {
  const extract = extractTar();
  const fed = pipeline(content, extract as unknown as NodeJS.WritableStream);
  const load = async () => {
    const entries = extract[Symbol.asyncIterator]();
    let next = await entries.next();
    while (!next.done) {
      const index = Number.parseInt(next.value.header.name, 10);
      const parts = async function* () {
        while (!next.done && Number.parseInt(next.value.header.name, 10) === index) {
          yield* next.value as AsyncIterable<Buffer>;
          next = await entries.next();
        }
      };
      const table = required(manifest.tables[index], 'the table of a part');
      await pipeline(parts(), copyIn(client, table));
    }
  };
  const [isFed, isLoaded] = await Promise.allSettled([fed, load()]);
  for (const result of [isLoaded, isFed]) if (result.status === 'rejected') throw result.reason;
}
