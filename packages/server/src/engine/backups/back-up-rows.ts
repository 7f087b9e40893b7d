import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { DatabaseConnection } from '../../kit/db/index.ts';
import { type BackupSource, backUpChains, explainCut } from './back-up-files.ts';
import { writeJson } from './backup-place.ts';
import { copyBlobs } from './blob-copies.ts';
import { newBackupId, pathIn, type RowsManifest } from './manifest.ts';
import { storePacked } from './packed-files.ts';
import {
  copyOut,
  listSequences,
  listTables,
  type RowTable,
  readDatabase,
  readJobVersion,
} from './row-tables.repository.ts';
import { packFiles, type TarFile } from './tar-files.ts';

/** Tables are stored in parts of this size, because tar needs a file's size before its bytes. */
const PART_BYTES = 4 * 1_048_576;

/**
 * Copies the rows of all tables from one transaction's snapshot, on any PostgreSQL. `owner` may read all of
 * them.
 */
export async function backUpRows(source: BackupSource, owner: DatabaseConnection): Promise<RowsManifest> {
  const { place, release, encryptionKeyId } = source;
  const startedAt = new Date();
  const id = newBackupId(startedAt, randomBytes(2).toString('hex'));
  const client = new pg.Client({ ...owner, application_name: 'trivium backup' });
  client.on('error', () => {});
  try {
    await client.connect();
    const chains = await backUpChains(source, id);
    await client.query('begin isolation level repeatable read, read only');
    const about = await describe(client);
    const counts = new Map<RowTable, number>();
    const rows = await storePacked(
      place,
      pathIn(id, 'rows.tar.zst'),
      packFiles(tableParts(client, about.tables, counts)),
    );
    const sequences = await listSequences(client);
    await client.query('commit');
    const blobs = await copyBlobs(place, source.blobs);
    const manifest: RowsManifest = {
      format: 1,
      kind: 'rows',
      id,
      release,
      startedAt: startedAt.toISOString(),
      ...about,
      encryptionKeyId,
      rows,
      tables: about.tables.map((table) => ({ ...table, rows: counts.get(table) ?? 0 })),
      sequences,
      chains,
      blobs,
    };
    await writeJson(place, pathIn(id, 'manifest.json'), manifest);
    return manifest;
  } catch (error) {
    throw explainCut(error);
  } finally {
    await client.end().catch(() => {});
  }
}

async function describe(client: pg.Client) {
  const { now, version, migrations } = await readDatabase(client);
  return {
    consistentAt: now.toISOString(),
    postgres: { version },
    migrations,
    jobVersion: await readJobVersion(client),
    tables: await listTables(client),
  };
}

async function* tableParts(
  client: pg.Client,
  tables: readonly RowTable[],
  counts: Map<RowTable, number>,
): AsyncGenerator<TarFile> {
  for (const [index, table] of tables.entries()) {
    const rows = copyOut(client, table);
    let part: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      part.push(chunk);
      bytes += chunk.length;
      if (bytes < PART_BYTES) continue;
      yield partOf(index, part, bytes);
      part = [];
      bytes = 0;
    }
    if (bytes > 0) yield partOf(index, part, bytes);
    counts.set(table, rows.rowCount);
  }
}

/** Named by the table's number, since table names may contain anything. */
function partOf(index: number, part: Buffer[], size: number): TarFile {
  return {
    path: `${index}.copy`,
    content: {
      size,
      read: async function* () {
        yield* part;
      },
    },
  };
}
