import { backUp, type MadeBackup, openPlace } from '../app/backups.ts';
import { loadSettings } from '../app/settings.ts';
import {
  chooseBackup,
  describeTimes,
  listBackups as listIds,
  type Pruned,
  pruneBackups,
} from '../engine/backups/index.ts';
import { numberOf, resolvePath } from './client/connect.ts';
import { formatBytes, type OutputOptions, print } from './client/print.ts';

/** Backs up the installation of these settings, and says what the backup does not contain. */
export async function makeBackup(
  env: NodeJS.ProcessEnv,
  { to, rows, keep, ...output }: OutputOptions & { to?: string; rows?: boolean; keep?: string },
): Promise<void> {
  const settings = loadSettings(env);
  const kept = keep === undefined ? undefined : numberOf(keep, '--keep', 1);
  const place = await openPlace(settings, to, resolvePath('.'));
  const made = await backUp(settings, place, { rows });
  const removed = kept === undefined ? undefined : await pruneBackups(place, kept, new Date());
  const lines = [`Backed up to ${place.name}:`, ...describe(made), ...describeRemoved(removed)];
  await print(output, { place: place.name, ...made, removed }, lines.join('\n'));
}

function describe({ manifest, encryptionKey }: MadeBackup): string[] {
  const { id, consistentAt, blobs, chains, encryptionKeyId } = manifest;
  const { bytes } = manifest.kind === 'files' ? manifest.base : manifest.rows;
  const where =
    encryptionKey === undefined
      ? 'It is not available here: make sure that you have it.'
      : `It is in ${encryptionKey}: keep a copy elsewhere.`;
  return [
    `  backup      ${id}, ${formatBytes(bytes)}`,
    `  database    as of ${consistentAt}`,
    `  files       ${describeBlobs(blobs)}`,
    `  chains      ${chains === undefined ? 'none' : formatBytes(chains.bytes)}`,
    `  key         not in the backup, and a restore needs it: the encryption key ${encryptionKeyId}. ${where}`,
  ];
}

function describeBlobs(blobs: MadeBackup['manifest']['blobs']): string {
  if (!blobs.copied) return `not in the backup: they are in the bucket ${blobs.bucket}`;
  const missing =
    blobs.missing === undefined ? '' : `; ${blobs.missing} more no longer exist, and are not in the backup`;
  return `${blobs.count}${missing}`;
}

function describeRemoved(removed: Pruned | undefined): string[] {
  if (removed === undefined) return [];
  return [`  removed     ${removed.backups.length} backups, and ${removed.logFiles} older files of the WAL`];
}

/** Prints the backups, each with the times that it can be restored to. */
export async function listBackups(
  env: NodeJS.ProcessEnv,
  { from, ...output }: OutputOptions & { from?: string },
): Promise<void> {
  const place = await openPlace(loadSettings(env), from, resolvePath('.'));
  const ids = await listIds(place);
  if (ids.length === 0) await print(output, { backups: [] }, `There is no backup in ${place.name}.`);
  for (const backup of ids) {
    const choice = await chooseBackup(place, { backup });
    const { consistentAt, kind } = choice.manifest;
    const until = choice.coverage?.until.toISOString() ?? consistentAt;
    await print(output, { id: backup, kind, from: consistentAt, until }, describeTimes(choice));
  }
}
