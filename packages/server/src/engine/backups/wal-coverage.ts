import { type BackupPlace, readJson, writeJson } from './backup-place.ts';
import type { FilesManifest } from './manifest.ts';

/** A gapless range of the archived log. */
export interface ArchivedRun {
  /** Segment names, inclusive. */
  first: string;
  last: string;
  since: string;
  /** Contains everything committed by this time of the server's clock. */
  until: string;
}

/** How far a backup and the log after it reach. */
export interface Coverage {
  last: string;
  until: Date;
}

function coveragePath(timeline: string): string {
  return `archive/${timeline}.json`;
}

export async function readRuns(place: BackupPlace, timeline: string): Promise<ArchivedRun[]> {
  const stored = (await readJson(place, coveragePath(timeline))) as { runs: ArchivedRun[] } | undefined;
  return stored?.runs ?? [];
}

export function writeRuns(place: BackupPlace, timeline: string, runs: ArchivedRun[]): Promise<void> {
  return writeJson(place, coveragePath(timeline), { runs });
}

/** How far this backup can be restored: to its own end, or to that of the archive that continues it. */
export async function coverageOf(place: BackupPlace, manifest: FilesManifest): Promise<Coverage> {
  const { last, timeline } = manifest.wal;
  const own: Coverage = { last, until: new Date(manifest.consistentAt) };
  const runs = await readRuns(place, timeline);
  const run = runs.find((one) => one.first <= last && one.last >= last);
  return run === undefined ? own : { last: run.last, until: new Date(run.until) };
}
