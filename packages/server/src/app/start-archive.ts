import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { forgetWalArchive, WalArchive } from '../engine/backups/index.ts';
import { blobSourceOf, openPlace } from './backups.ts';
import type { Settings } from './settings.ts';
import type { Database } from './start-database.ts';
import type { StopSequence } from './stop-sequence.ts';

interface ArchiveOptions {
  settings: Settings;
  database: Database;
  pool: Pool;
  log: Logger;
  stops: StopSequence;
}

/**
 * Archives the embedded database's log when a backup location is set; otherwise the server keeps none for it.
 * Resolves with a function that returns for how many seconds archiving has been failing.
 */
export async function startArchive(options: ArchiveOptions): Promise<() => number> {
  const { settings, database, pool, log, stops } = options;
  if (database.embedded === undefined) return () => 0;
  const { superuser, home } = database.embedded;
  if (settings.BACKUP_TO === undefined) {
    await forgetWalArchive(superuser);
    return () => 0;
  }
  const place = await openPlace(settings, undefined);
  const archive = new WalArchive({
    place,
    superuser,
    home,
    blobs: blobSourceOf(settings, pool),
    everyMs: settings.BACKUP_ARCHIVE_SECONDS * 1_000,
    onError: (error) => log.error({ err: error }, `the log could not be archived in ${place.name}`),
  });
  archive.start();
  stops.add('archive of the log', () => archive.stop());
  return () => archive.failingSeconds();
}
