import type { IndexedFile, InspectFile } from '@trivium/scanner';

export type FileInspection = [path: string, told: Record<string, unknown>];

/**
 * One thread's share of the inspections. `claims` is shared memory: one entry per file, set once a thread has
 * taken it.
 */
export function inspectClaimed(
  files: Iterable<[number, IndexedFile]>,
  inspect: InspectFile,
  claims: Int32Array,
): FileInspection[] {
  const told: FileInspection[] = [];
  for (const [at, file] of files)
    if (Atomics.compareExchange(claims, at, 0, 1) === 0) told.push([file.path, inspect(file)]);
  return told;
}
