import { join, resolve } from 'node:path';
import type { Pool } from 'pg';
import {
  BackupError,
  type BackupManifest,
  type BackupPlace,
  type BlobSource,
  backUpFiles,
  backUpRows,
  openBackupPlace,
} from '../engine/backups/index.ts';
import { createPool } from '../kit/db/index.ts';
import { createKeyRing, findMasterKeys, keyFileName, readSealingKeyId } from '../kit/secrets/index.ts';
import { keySourcesOf } from './key-sources.ts';
import { openExistingDatabase } from './open-database.ts';
import { readVersion } from './read-version.ts';
import { s3SettingsOf } from './s3-settings.ts';
import type { Settings } from './settings.ts';

/** The given location, or the one in the settings. */
export function openPlace(
  settings: Settings,
  target: string | undefined,
  base?: string,
): Promise<BackupPlace> {
  const named = target ?? settings.BACKUP_TO;
  if (named === undefined) {
    throw new BackupError('Name a place for backups: a folder, or s3://bucket/prefix. Or set BACKUP_TO.');
  }
  const s3 = s3SettingsOf(settings);
  return openBackupPlace(named, s3, target === undefined ? undefined : base);
}

/** Where uploaded files and the like are stored. */
export function blobSourceOf(settings: Settings, pool: Pool): BlobSource {
  if (settings.S3_BUCKET !== undefined) return { bucket: settings.S3_BUCKET };
  return { folder: join(resolve(settings.DATA_DIR), 'blobs'), pool };
}

export interface MadeBackup {
  manifest: BackupManifest;
  /** Where to find the encryption key that a restore needs; undefined when it is not available here. */
  encryptionKey: string | undefined;
}

/**
 * Backs up the database of the settings, whether or not the service is running. `rows`: for restoring into
 * another PostgreSQL.
 */
export async function backUp(
  settings: Settings,
  place: BackupPlace,
  { rows = false }: { rows?: boolean | undefined } = {},
): Promise<MadeBackup> {
  const database = await openExistingDatabase(settings);
  const pool = createPool(database.connection, {
    max: 2,
    applicationName: 'trivium backup',
    onError: () => {},
  });
  try {
    const encryptionKeyId = await readSealingKeyId(pool);
    if (encryptionKeyId === undefined) {
      throw new BackupError('No service has used this database yet: there is nothing to back up.');
    }
    const source = {
      place,
      dataDir: resolve(settings.DATA_DIR),
      release: readVersion(),
      encryptionKeyId,
      blobs: blobSourceOf(settings, pool),
    };
    const { embedded } = database;
    const manifest =
      embedded === undefined || rows
        ? await backUpRows(source, database.owner ?? database.connection)
        : await backUpFiles(source, embedded.superuser, embedded.home);
    return { manifest, encryptionKey: await locateKey(settings, encryptionKeyId) };
  } finally {
    await pool.end();
    await database.close();
  }
}

async function locateKey(settings: Settings, keyId: string): Promise<string | undefined> {
  const keys = await findMasterKeys(keySourcesOf(settings));
  if (keys === undefined || !createKeyRing(keys).keyIds.includes(keyId)) return undefined;
  return settings.ENCRYPTION_KEY === undefined
    ? join(resolve(settings.DATA_DIR), keyFileName)
    : 'ENCRYPTION_KEY';
}
