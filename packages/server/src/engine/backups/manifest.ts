import { BackupError } from './backup-error.ts';
import { type BackupPlace, readJson } from './backup-place.ts';
import type { CopiedBlobs } from './blob-copies.ts';
import type { RowTable, SequenceValue } from './row-tables.repository.ts';

/** A stored file of a backup. */
export interface PackedFile {
  path: string;
  bytes: number;
  /** Lowercase hex, of the stored bytes. */
  sha256: string;
}

interface CommonManifest {
  format: 1;
  id: string;
  /** Version of the service that made it. */
  release: string;
  startedAt: string;
  /** Restoring this backup alone yields the state at this time. */
  consistentAt: string;
  /** Identifies the encryption key that seals the secrets in it; the key itself is not included. */
  encryptionKeyId: string;
  /** Files of embedded chains; undefined if there were none. */
  chains?: PackedFile | undefined;
  /** Whether uploaded files, imports and the like are included, or where else they are stored. */
  blobs: CopiedBlobs;
}

/** A database's files and the log that follows: any later time can be restored. */
export interface FilesManifest extends CommonManifest {
  kind: 'files';
  postgres: { version: string; systemId: string };
  base: PackedFile;
  wal: { timeline: string; first: string; last: string; label: string };
}

/** The rows of all tables from one snapshot: for any PostgreSQL, and for this moment only. */
export interface RowsManifest extends CommonManifest {
  kind: 'rows';
  postgres: { version: string };
  migrations: string[];
  rows: PackedFile;
  jobVersion: number;
  tables: (RowTable & { rows: number })[];
  sequences: SequenceValue[];
}

export type BackupManifest = FilesManifest | RowsManifest;

const folder = 'backups/';

export function pathIn(backupId: string, file: string): string {
  return `${folder}${backupId}/${file}`;
}

/** `20261126T103000Z-4f1c`: ids sort by time. */
export function newBackupId(now: Date, random: string): string {
  return `${now.toISOString().replace(/[-:]|\.\d+/g, '')}-${random}`;
}

/** The ids of all complete backups, oldest first. The manifest is written last. */
export async function listBackups(place: BackupPlace): Promise<string[]> {
  const ids: string[] = [];
  for await (const path of place.list(folder)) {
    const [, id] = /^backups\/([^/]+)\/manifest\.json$/.exec(path) ?? [];
    if (id !== undefined) ids.push(id);
  }
  return ids.sort();
}

export async function readManifest(place: BackupPlace, backupId: string): Promise<BackupManifest> {
  const path = pathIn(backupId, 'manifest.json');
  const manifest = (await readJson(place, path)) as BackupManifest | undefined;
  if (manifest === undefined) {
    throw new BackupError(
      `There is no backup ${backupId} in ${place.name}. \`trivium backup list\` shows those that are there.`,
    );
  }
  if (manifest.format !== 1 || !['files', 'rows'].includes(manifest.kind)) {
    throw new BackupError(`${path} in ${place.name} was made by a newer release. Restore it with that one.`);
  }
  return manifest;
}
