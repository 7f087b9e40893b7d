import { required } from '../../kit/required.ts';
import { BackupError } from './backup-error.ts';
import type { BackupPlace } from './backup-place.ts';
import { type BackupManifest, listBackups, readManifest } from './manifest.ts';
import { type Coverage, coverageOf } from './wal-coverage.ts';

export interface Wanted {
  /** A specific backup by id; by default the newest that fits. */
  backup?: string | undefined;
  /** The time to restore; by default the latest possible. */
  at?: Date | undefined;
}

export type Choice = { manifest: BackupManifest; coverage: Coverage | undefined };

/**
 * Chooses the backup that a restore starts from. Throws a `BackupError` that lists the times that can be
 * restored.
 */
export async function chooseBackup(place: BackupPlace, { backup, at }: Wanted): Promise<Choice> {
  const ids = backup === undefined ? (await listBackups(place)).reverse() : [backup];
  if (ids.length === 0) throw new BackupError(`There is no backup in ${place.name}.`);
  // Newest first. A backup of rows may be newer than the one whose archive reaches furthest.
  let furthest: Choice | undefined;
  for (const id of ids) {
    const choice = await describe(place, id);
    if (at !== undefined && isWithin(at, choice)) return choice;
    if (furthest === undefined || endOf(choice) > endOf(furthest)) furthest = choice;
  }
  const found = required(furthest, 'the backup that reaches furthest');
  if (at === undefined) return found;
  throw new BackupError(
    `${at.toISOString()} cannot be restored from ${place.name}: ${describeTimes(found)}. Times in between backups need BACKUP_TO, which archives the log.`,
  );
}

async function describe(place: BackupPlace, id: string): Promise<Choice> {
  const manifest = await readManifest(place, id);
  return { manifest, coverage: manifest.kind === 'files' ? await coverageOf(place, manifest) : undefined };
}

function endOf({ manifest, coverage }: Choice): Date {
  return coverage?.until ?? new Date(manifest.consistentAt);
}

function isWithin(at: Date, choice: Choice): boolean {
  return at >= new Date(choice.manifest.consistentAt) && at <= endOf(choice);
}

export function describeTimes(choice: Choice): string {
  const { id, consistentAt } = choice.manifest;
  const until = endOf(choice).toISOString();
  return until === consistentAt
    ? `${id} holds ${consistentAt} and no other time`
    : `${id} holds ${consistentAt} to ${until}`;
}
