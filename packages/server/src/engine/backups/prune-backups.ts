import type { BackupPlace } from './backup-place.ts';
import { listBackups, readManifest } from './manifest.ts';

export interface Pruned {
  /** Ids. */
  backups: string[];
  /** Log files that no backup needs any more. */
  logFiles: number;
}

/** An unfinished backup older than this has been abandoned. */
const BROKEN_OFF_AFTER_MS = 86_400_000;

/** Removes all but the newest `keep` backups, unfinished ones, and the log before the oldest one left. */
export async function pruneBackups(place: BackupPlace, keep: number, now: Date): Promise<Pruned> {
  const whole = await listBackups(place);
  const kept = whole.slice(-keep);
  const backups = whole.slice(0, -keep);
  const before = new Date(now.getTime() - BROKEN_OFF_AFTER_MS);
  await place.removeUnfinished(before);
  const brokenOff = await listBrokenOff(place, new Set(whole), before);
  for (const id of [...backups, ...brokenOff]) await removeBackup(place, id);
  return { backups, logFiles: await removeLogBefore(place, kept) };
}

async function listBrokenOff(
  place: BackupPlace,
  whole: ReadonlySet<string>,
  before: Date,
): Promise<string[]> {
  const limit = before.toISOString().replace(/[-:]|\.\d+/g, '');
  const ids = new Set<string>();
  for await (const path of place.list('backups/')) ids.add(path.split('/')[1] ?? '');
  return [...ids].filter((id) => !whole.has(id) && id !== '' && id < limit);
}

/** Removes the manifest first: from then on, what is left of the backup is in no list. */
async function removeBackup(place: BackupPlace, id: string): Promise<void> {
  await place.remove(`backups/${id}/manifest.json`);
  for await (const path of place.list(`backups/${id}/`)) await place.remove(path);
}

/** Per timeline: only the log of a kept backup's own timeline is cut. */
async function removeLogBefore(place: BackupPlace, kept: readonly string[]): Promise<number> {
  const firsts = new Map<string, string>();
  for (const id of kept) {
    const manifest = await readManifest(place, id);
    if (manifest.kind !== 'files') continue;
    const { timeline, first } = manifest.wal;
    const known = firsts.get(timeline);
    if (known === undefined || first < known) firsts.set(timeline, first);
  }
  let count = 0;
  for (const [timeline, first] of firsts) {
    for await (const path of place.list(`wal/${timeline}`)) {
      const [, name] = /^wal\/([0-9A-F]{24})\.zst$/.exec(path) ?? [];
      if (name === undefined || name >= first) continue;
      await place.remove(path);
      count++;
    }
  }
  return count;
}
