import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { BaseBackup, type PostgresConnection, type WalRange } from '../../kit/embedded-postgres/index.ts';
import { errorText } from '../../kit/error-text.ts';
import { BackupError } from './backup-error.ts';
import { type BackupPlace, readJson, writeJson } from './backup-place.ts';
import { type BlobSource, copyBlobs } from './blob-copies.ts';
import { type FilesManifest, newBackupId, type PackedFile, pathIn } from './manifest.ts';
import { storePacked } from './packed-files.ts';
import { copiedFiles, namesBelow, packFiles } from './tar-files.ts';
import { storeSegments } from './wal-files.ts';

/** What is backed up besides the database, and where to. */
export interface BackupSource {
  place: BackupPlace;
  dataDir: string;
  release: string;
  encryptionKeyId: string;
  blobs: BlobSource;
}

/** The file that ties a location to one database: two databases would overwrite each other's log. */
const ownerFile = 'database.json';

/** Copies the files of a running embedded PostgreSQL, and the log that makes them consistent. */
export async function backUpFiles(
  source: BackupSource,
  superuser: PostgresConnection,
  home: string,
): Promise<FilesManifest> {
  const { place, release, encryptionKeyId } = source;
  const startedAt = new Date();
  const id = newBackupId(startedAt, randomBytes(2).toString('hex'));
  try {
    // Before the database: an older chain is sent the transactions in between again.
    const chains = await backUpChains(source, id);
    const { postgres, base, range } = await copyDatabase(place, id, superuser, home);
    // After the database: by now every file exists that its rows refer to.
    const blobs = await copyBlobs(place, source.blobs);
    const { label, timeline, first, last } = range;
    const manifest: FilesManifest = {
      format: 1,
      kind: 'files',
      id,
      release,
      startedAt: startedAt.toISOString(),
      consistentAt: range.consistentAt.toISOString(),
      encryptionKeyId,
      postgres,
      base,
      wal: { timeline, first, last, label },
      chains,
      blobs,
    };
    await writeJson(place, pathIn(id, 'manifest.json'), manifest);
    return manifest;
  } catch (error) {
    throw explainCut(error);
  }
}

async function copyDatabase(place: BackupPlace, id: string, superuser: PostgresConnection, home: string) {
  const backup = await BaseBackup.open(superuser, home);
  try {
    const postgres = await backup.identify();
    await claimPlace(place, postgres.systemId);
    const base = await storePacked(place, pathIn(id, 'base.tar.zst'), packFiles(backup.files()));
    const range: WalRange = await backup.finish();
    await storeSegments(place, backup.dataPath, range.first, range.last);
    return { postgres, base, range };
  } finally {
    await backup.close();
  }
}

/** Snapshots of embedded chains. Each is written atomically and never changed. */
export async function backUpChains(
  { place, dataDir }: Pick<BackupSource, 'place' | 'dataDir'>,
  id: string,
): Promise<PackedFile | undefined> {
  const chains = join(dataDir, 'chains');
  const isWanted = (path: string) => /^[^./][^/]*\/(born-at|snapshots\/state-\d+\.json\.gz)$/.test(path);
  const names = await namesBelow(chains, isWanted);
  if (names.length === 0) return undefined;
  return storePacked(place, pathIn(id, 'chains.tar.zst'), packFiles(copiedFiles(chains, names)));
}

/** Refuses a location that holds another database's log. */
export async function claimPlace(place: BackupPlace, systemId: string): Promise<void> {
  const owner = (await readJson(place, ownerFile)) as { systemId: string } | undefined;
  if (owner === undefined) return writeJson(place, ownerFile, { systemId });
  if (owner.systemId === systemId) return;
  throw new BackupError(
    `${place.name} holds the backups of another database (${owner.systemId}, not ${systemId}). Name a place of its own for each.`,
  );
}

/** The server, or the service with it, went away. */
export function explainCut(error: unknown): unknown {
  const { code = '', message = '' } = error as Error & { code?: string };
  const isCut = /^(57P0|08|ECONN|EPIPE)/.test(code) || /terminated|closed|connection error/i.test(message);
  if (error instanceof BackupError || !isCut) return error;
  return new BackupError(
    `The database went away during the backup (${errorText(error)}). What was written of it does not count: run the backup again.`,
    error,
  );
}
