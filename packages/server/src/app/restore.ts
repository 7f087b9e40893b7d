import { readdir, realpath, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Pool } from 'pg';
import {
  BackupError,
  type BackupPlace,
  type Choice,
  type RowsManifest,
  restoreBlobs,
  restoreChains,
  restoreFiles,
  restoreRows,
} from '../engine/backups/index.ts';
import { type VerifiedLog, verifyStoredLogs } from '../engine/spine/index.ts';
import { createPool } from '../kit/db/index.ts';
import {
  beginRestore,
  endRestore,
  halfRestoredFileName,
  hasEmbeddedPostgres,
  isHalfRestored,
  lockToRestore,
  removeCluster,
} from '../kit/embedded-postgres/index.ts';
import { createLogger, openLogStream } from '../kit/observability/index.ts';
import { required } from '../kit/required.ts';
import {
  checkMasterKey,
  createKeyRing,
  findMasterKeys,
  keyFileName,
  previousKeysFileName,
  type SecretBox,
} from '../kit/secrets/index.ts';
import { keySourcesOf } from './key-sources.ts';
import { openDatabase } from './open-database.ts';
import { prepareSchema } from './prepare-schema.ts';
import { readOwnMigrations } from './read-own-migrations.ts';
import type { Settings } from './settings.ts';

export interface Restored {
  logs: VerifiedLog[];
  /** Files that rows refer to: restored, or in a bucket that is not part of the backup. */
  blobs: { restored: number } | { bucket: string };
  /** Problems, one per line; empty when everything is intact. */
  problems: string[];
}

/** What a data directory may contain before a restore: keys, and what an interrupted restore left. */
const allowedFiles = new Set([
  keyFileName,
  previousKeysFileName,
  'postgres',
  'postgres-location.json',
  'lost+found',
  halfRestoredFileName,
]);
/** What a restore creates besides the database. */
const restoredFolders = ['chains', 'blobs'];

/**
 * Restores into the empty data directory of the settings and verifies everything: the log against its
 * checkpoints, files against their hashes, the key against sealed secrets. If it fails, the directory is as
 * it was before; leftovers of a killed restore are removed first.
 */
export async function restore(
  settings: Settings,
  place: BackupPlace,
  choice: Choice,
  at: Date | undefined,
): Promise<Restored> {
  const { manifest } = choice;
  const dataDir = resolve(settings.DATA_DIR);
  const secretBox = await requireKey(settings, dataDir, manifest.encryptionKeyId);
  if (settings.DATABASE_URL !== undefined && manifest.kind === 'files') {
    throw new BackupError(
      `${manifest.id} holds the files of an embedded PostgreSQL, which no other takes. Restore it without DATABASE_URL; then move with \`trivium backup --rows\`.`,
    );
  }
  const isAnew = await isHalfRestored(dataDir);
  if (!isAnew) await requireEmpty(dataDir);
  const lock = await lockToRestore(dataDir);
  try {
    if (isAnew) await removeRestored(dataDir);
    await beginRestore(dataDir, `${manifest.id} from ${place.name}`);
    const restored = await restoreDatabase(settings, place, choice, at)
      .then(() => finish(settings, place, choice, secretBox))
      .catch(async (error) => {
        await removeRestored(dataDir);
        await endRestore(dataDir);
        throw error;
      });
    await endRestore(dataDir);
    return restored;
  } finally {
    await lock.release();
  }
}

async function restoreDatabase(
  settings: Settings,
  place: BackupPlace,
  { manifest, coverage }: Choice,
  at: Date | undefined,
): Promise<void> {
  const dataDir = resolve(settings.DATA_DIR);
  if (manifest.kind === 'rows') await fillDatabase(settings, place, manifest);
  else {
    const log = createLogger({ level: 'error', stream: openLogStream() });
    await restoreFiles({ place, manifest, coverage: required(coverage, 'its coverage'), at, dataDir, log });
  }
  if (manifest.chains !== undefined) await restoreChains(place, manifest.chains, dataDir);
}

/** Removes what an unfinished restore has created: the directory was empty before. */
async function removeRestored(dataDir: string): Promise<void> {
  await removeCluster(await realpath(dataDir));
  for (const name of restoredFolders) await rm(join(dataDir, name), { recursive: true, force: true });
}

/** Another key would open none of the secrets: endpoints could not sign, wallets could not send. */
async function requireKey(settings: Settings, dataDir: string, keyId: string): Promise<SecretBox> {
  const keys = await findMasterKeys(keySourcesOf(settings));
  const cure = `Set ENCRYPTION_KEY to that key, or copy its file ${keyFileName} into ${dataDir}.`;
  if (keys === undefined) {
    throw new BackupError(
      `The secrets in this backup are sealed under the encryption key ${keyId}, and there is no key here. ${cure}`,
    );
  }
  const box = createKeyRing(keys);
  if (box.keyIds.includes(keyId)) return box;
  throw new BackupError(
    `The secrets in this backup are sealed under the encryption key ${keyId}, and the key here is ${box.keyId}. ${cure}`,
  );
}

async function requireEmpty(dataDir: string): Promise<void> {
  if (await hasEmbeddedPostgres(dataDir)) {
    throw new BackupError(
      `There is a database in ${dataDir} already. Restore into an empty directory: set DATA_DIR to another one, or move this one away.`,
    );
  }
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const inTheWay = names.find((name) => !allowedFiles.has(name));
  if (inTheWay === undefined) return;
  throw new BackupError(
    `${dataDir} is not empty (${inTheWay}). Set DATA_DIR to an empty directory, which may hold ${keyFileName}.`,
  );
}

/** The embedded database is created; any other must exist and be empty. */
async function fillDatabase(settings: Settings, place: BackupPlace, manifest: RowsManifest): Promise<void> {
  const database = await openDatabase(settings);
  try {
    const owner = database.owner ?? database.connection;
    await restoreRows({ place, manifest, owner, migrations: readOwnMigrations() });
  } finally {
    await database.close();
  }
}

async function finish(
  settings: Settings,
  place: BackupPlace,
  { manifest }: Choice,
  secretBox: SecretBox,
): Promise<Restored> {
  const database = await openDatabase(settings);
  const pool = createPool(database.connection, {
    max: 2,
    applicationName: 'trivium restore',
    onError: () => {},
  });
  try {
    await prepareSchema(database);
    await checkMasterKey(pool, secretBox);
    const { blobs, problems } = await restoreStoredFiles(settings, place, manifest.blobs, pool);
    const logs: VerifiedLog[] = [];
    for await (const log of verifyStoredLogs(pool)) {
      logs.push(log);
      problems.push(...log.problems);
    }
    return { logs, blobs, problems };
  } finally {
    await pool.end();
    await database.close();
  }
}

async function restoreStoredFiles(
  settings: Settings,
  place: BackupPlace,
  kept: Choice['manifest']['blobs'],
  pool: Pool,
): Promise<Pick<Restored, 'blobs' | 'problems'>> {
  if (!kept.copied) return { blobs: { bucket: kept.bucket }, problems: [] };
  const folder = join(resolve(settings.DATA_DIR), 'blobs');
  const { count, problems } = await restoreBlobs(place, { folder, pool });
  return { blobs: { restored: count }, problems };
}
