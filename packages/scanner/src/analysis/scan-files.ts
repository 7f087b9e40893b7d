import { emptyFile, type FileLimits } from '../read/files/index-file.ts';
import { isVendoredPath } from '../read/files/third-party.ts';
import { detectLanguage } from '../read/language-table.ts';
import type { FileEntry } from '../types/file-entry.ts';
import type { AnalysisHelper } from './analysis-helper.ts';
import { type ScannedFile, scanFile, unreadFile } from './scan-file.ts';

interface ScanOptions {
  limits: FileLimits;
  shouldStop: () => boolean;
  onProgress: (doneFiles: number, totalFiles: number) => void;
}

/** Files that a thread claims at once. */
const CLAIM = 8;
/** From this total size the memory per file matters. */
const LARGE_BYTES = 64 * 1_048_576;
const NEXT = 0;
const STOP = 1;
/** Index of the flag: whether the helper has started, or must not start any more. */
const HELPER = 2;
const BEGUN = 1;
const CLOSED = 2;

/** Scans all files, in two threads if there is a helper. `entries` are sorted by path. */
export async function scanFiles(
  entries: readonly FileEntry[],
  options: ScanOptions,
  helper: AnalysisHelper | undefined,
): Promise<ScannedFile[]> {
  const claims = new Int32Array(new SharedArrayBuffer(12));
  const theirs = helper?.scan({ limits: options.limits, claims }).catch(() => []);
  const scanned: (ScannedFile | undefined)[] = new Array(entries.length);
  const mine = scanClaimed(entries, options.limits, claims, () => {
    if (options.shouldStop()) Atomics.store(claims, STOP, 1);
    options.onProgress(Math.min(Atomics.load(claims, NEXT), entries.length), entries.length);
  });
  helper?.takeScanned(mine.map(([at, { file }]) => [at, file]));
  // A helper that is still loading its modules has claimed nothing, and is not waited for.
  const hasBegun = Atomics.compareExchange(claims, HELPER, 0, CLOSED) === BEGUN;
  for (const [at, file] of [...mine, ...((hasBegun && (await theirs)) || [])]) scanned[at] = file;
  // Files claimed by a failed helper, and files not claimed in time.
  return entries.map((entry, at) => scanned[at] ?? scanLeft(entry, options));
}

function scanLeft(entry: FileEntry, { limits, shouldStop }: ScanOptions): ScannedFile {
  if (!shouldStop()) return scanFile(entry, limits);
  const file = emptyFile(entry, detectLanguage(entry.path, ''), isVendoredPath(entry.path));
  return unreadFile({ ...file, status: 'skipped', reason: 'time_limit' });
}

/** The helper's share of the work; none if it starts too late. */
export function scanAlong(
  entries: readonly FileEntry[],
  limits: FileLimits,
  claims: Int32Array,
): [number, ScannedFile][] {
  return Atomics.compareExchange(claims, HELPER, 0, BEGUN) === 0 ? scanClaimed(entries, limits, claims) : [];
}

/** One thread's share of the work. */
function scanClaimed(
  entries: readonly FileEntry[],
  limits: FileLimits,
  claims: Int32Array,
  onClaim: () => void = () => undefined,
): [number, ScannedFile][] {
  const scanned: [number, ScannedFile][] = [];
  const isLarge = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > LARGE_BYTES;
  for (;;) {
    onClaim();
    if (Atomics.load(claims, STOP) === 1) return scanned;
    const from = Atomics.add(claims, NEXT, CLAIM);
    if (from >= entries.length) return scanned;
    for (const [at, entry] of entries.slice(from, from + CLAIM).entries()) {
      const file = scanFile(entry, limits);
      if (isLarge) {
        // A substring keeps the whole text in memory; a copy does not.
        file.file = structuredClone(file.file);
        if (file.copies !== null) file.copies.tokens = null;
      }
      scanned.push([from + at, file]);
    }
  }
}
