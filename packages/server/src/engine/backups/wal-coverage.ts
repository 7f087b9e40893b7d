import { type BackupPlace, readJson, writeJson } from './backup-place.ts';
import type { FilesManifest } from './manifest.ts';

/** A part of the log that is archived without a gap. */
export interface ArchivedRun {
  /** Names of segments, both in it. */
  first: string;
  last: string;
  since: string;
  /** What was committed by then is in it, by the server's clock. */
  until: string;
}

/** How far a backup and the log behind it reach. */
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

/** How far a restore of this backup can go: to its own end, or to that of the archive that goes on from there. */
export async function coverageOf(place: BackupPlace, manifest: FilesManifest): Promise<Coverage> {
  const { last, timeline } = manifest.wal;
  const own: Coverage = { last, until: new Date(manifest.consistentAt) };
  const runs = await readRuns(place, timeline);
  const run = runs.find((one) => one.first <= last && one.last >= last);
  return run === undefined ? own : { last: run.last, until: new Date(run.until) };
}
