import { join } from 'node:path';
import { type EmbeddedPostgresLog, recoverCluster } from '../../kit/embedded-postgres/index.ts';
import { BackupError } from './backup-error.ts';
import type { BackupPlace } from './backup-place.ts';
import type { FilesManifest, PackedFile } from './manifest.ts';
import { readPacked } from './packed-files.ts';
import { unpackFiles } from './tar-files.ts';
import type { Coverage } from './wal-coverage.ts';
import { fetchWalFile, walPath } from './wal-files.ts';

export interface RestoreFilesOptions {
  place: BackupPlace;
  manifest: FilesManifest;
  coverage: Coverage;
  at: Date | undefined;
  dataDir: string;
  log: EmbeddedPostgresLog;
}

/** Creates the embedded database of an empty data directory as it was at a given time. */
export async function restoreFiles(options: RestoreFilesOptions): Promise<void> {
  const { place, manifest, coverage, at, dataDir, log } = options;
  const { base, wal, postgres } = manifest;
  await recoverCluster({
    dataDir,
    log,
    major: postgres.version.split('.', 1).join(),
    label: wal.label,
    until: at,
    unpack: (folder) => unpackPacked(place, base, folder),
    async fetchWal(name, target) {
      const isSegment = name.length === 24;
      if (isSegment && name > coverage.last) return false;
      const isFound = await fetchWalFile(place, name, target);
      // A recovery that stops too early would look like a success.
      if (!isFound && isSegment && name.startsWith(wal.timeline) && name >= wal.first) {
        throw new BackupError(
          `${walPath(name)} is missing in ${place.name}. Restore it from a copy of that place, or restore to a time before it.`,
        );
      }
      return isFound;
    },
  });
}

/** Restores the files of embedded chains. */
export async function restoreChains(place: BackupPlace, chains: PackedFile, dataDir: string): Promise<void> {
  await unpackPacked(place, chains, join(dataDir, 'chains'));
}

function unpackPacked(place: BackupPlace, file: PackedFile, folder: string): Promise<void> {
  return readPacked(place, file, (content) => unpackFiles(content, folder));
}
