import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { extract as extractTar } from 'tar-stream';
import {
  type DatabaseConnection,
  halfRestoredProblem,
  halfRestoredTable,
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
import { jobSchema, quoted, readJobVersion } from './row-tables.ts';

export interface RestoreRowsOptions {
  place: BackupPlace;
  manifest: RowsManifest;
  /** An empty database, as the role that is to own its tables. */
  owner: DatabaseConnection;
  /** Of this release. */
  migrations: Migration[];
}

/** Fills an empty database: with all rows, or with none. */
export async function restoreRows({ place, manifest, owner, migrations }: RestoreRowsOptions): Promise<void> {
  const client = new pg.Client({ ...owner, application_name: 'trivium restore' });
  client.on('error', () => {});
  await client.connect();
  try {
    await requireEmptyDatabase(client);
    // What is committed before the rows are, is a schema on which a service would start.
    await client.query(`create table ${halfRestoredTable} ()`);
    await makeSchema(client, owner, manifest, migrations);
    await client.query('begin');
    const foreignKeys = await loosenTables(client, manifest);
    await readPacked(place, manifest.rows, (content) => loadTables(client, manifest, content));
    await tightenTables(client, foreignKeys);
    for (const { schema, name, value } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2)', [quoted({ schema, name }), value]);
    }
    await client.query(`drop table ${halfRestoredTable}`);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end().catch(() => {});
  }
}

async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in (current_schema(), $1) limit 1`,
    [jobSchema],
  );
  if (rows[0] === undefined) return;
  if (await isHalfRestoredDatabase(client)) throw new BackupError(halfRestoredProblem);
  throw new BackupError(
    `The database to restore into is not empty: it has the table ${rows[0].name}. Name an empty one, or drop what is in it.`,
  );
}

/** The tables as they were when the backup was made; what is newer is migrated with the rows in it. */
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

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Within the transaction: no trigger acts on a row that was counted before, and tables may come in any order. */
async function loosenTables(client: pg.Client, { tables }: RowsManifest): Promise<ForeignKey[]> {
  for (const { name, partition } of tables) {
    if (partition === null) continue;
    const target = pg.escapeIdentifier(name);
    await client.query(
      `create table if not exists ${target} partition of ${pg.escapeIdentifier(partition.of)} ${partition.bounds}`,
    );
  }
  const { rows: foreignKeys } = await client.query<ForeignKey>(
    `select c.conrelid::regclass::text as "table", quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_namespace n on n.oid = c.connamespace
     where c.contype = 'f' and c.conparentid = 0 and n.nspname in (current_schema(), $1)`,
    [jobSchema],
  );
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${table} drop constraint ${name}`);
  for (const table of await allTables(client))
    await client.query(`alter table ${table} disable trigger user`);
  // What the migrations filled in themselves is in the backup too.
  await client.query(`truncate ${tables.map(quoted).join(', ')}`);
  return foreignKeys;
}

async function tightenTables(client: pg.Client, foreignKeys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  for (const table of await allTables(client)) await client.query(`alter table ${table} enable trigger user`);
}

async function allTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in (current_schema(), $1)`,
    [jobSchema],
  );
  return rows.map(({ name }) => name);
}

/** The parts of a table follow one another. */
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
      const columns = table.columns.map(pg.escapeIdentifier).join(', ');
      await pipeline(parts(), client.query(copyFrom(`copy ${quoted(table)} (${columns}) from stdin`)));
    }
  };
  const [isFed, isLoaded] = await Promise.allSettled([fed, load()]);
  for (const result of [isLoaded, isFed]) if (result.status === 'rejected') throw result.reason;
}
