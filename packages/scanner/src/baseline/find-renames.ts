import { createHash } from 'node:crypto';
import { basename } from 'node:path/posix';
import type { FileEntry } from '../types/file-entry.ts';

/** A larger file only counts as renamed if it is identical. */
const MAX_COMPARED_SIZE = 1_048_576;
/** At most so many files on each side are compared line by line, because each pair costs time. */
const MAX_COMPARED = 200;
/** The share of the text that must be equal, as in git. */
const MIN_SIMILAR = 0.5;

interface Candidate {
  path: string;
  bytes: Uint8Array;
}

/**
 * Renamed files, recognized by content: the base's path by current path. Each removed file of the base becomes at
 * most one other.
 * @param wanted only for these current paths
 */
export function findRenames(
  files: readonly FileEntry[],
  base: readonly FileEntry[],
  wanted: ReadonlySet<string>,
): Map<string, string> {
  const before = new Set(base.map(({ path }) => path));
  const now = new Set(files.map(({ path }) => path));
  const come = files.filter(({ path }) => wanted.has(path) && !before.has(path)).flatMap(readCandidate);
  if (come.length === 0) return new Map();
  const gone = base.filter(({ path }) => !now.has(path)).flatMap(readCandidate);
  const renamed = matchEqual(come, gone);
  const taken = new Set(renamed.values());
  const pairs = pairsOf(
    come.filter(({ path }) => !renamed.has(path)),
    gone.filter(({ path }) => !taken.has(path)),
  );
  for (const { from, to } of pairs) {
    if (renamed.has(to) || taken.has(from)) continue;
    renamed.set(to, from);
    taken.add(from);
  }
  return renamed;
}

/** An unreadable file is not a rename. */
function readCandidate(entry: FileEntry): Candidate[] {
  try {
    const bytes = entry.read();
    return bytes.length === 0 ? [] : [{ path: entry.path, bytes }];
  } catch {
    return [];
  }
}

function matchEqual(come: readonly Candidate[], gone: readonly Candidate[]): Map<string, string> {
  const byContent = new Map<string, string[]>();
  for (const { path, bytes } of gone) {
    const hash = hashOf(bytes);
    byContent.set(hash, [...(byContent.get(hash) ?? []), path]);
  }
  const renamed = new Map<string, string>();
  for (const { path, bytes } of come) {
    const paths = byContent.get(hashOf(bytes)) ?? [];
    const sameName = paths.findIndex((other) => basename(other) === basename(path));
    const [from] = paths.splice(Math.max(sameName, 0), 1);
    if (from !== undefined) renamed.set(path, from);
  }
  return renamed;
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

interface Lined {
  path: string;
  /** The length of each line with content. */
  lines: Map<string, number>;
  length: number;
}

/** Similar pairs, the most similar first; among equals, those with the same file name first. */
function pairsOf(come: readonly Candidate[], gone: readonly Candidate[]): { from: string; to: string }[] {
  const before = gone.filter(isCompared).slice(0, MAX_COMPARED).map(linesOf);
  const pairs = come
    .filter(isCompared)
    .slice(0, MAX_COMPARED)
    .map(linesOf)
    .flatMap((to) =>
      before.map((from) => ({
        from: from.path,
        to: to.path,
        share: shareOf(from, to),
        isSameName: basename(from.path) === basename(to.path),
      })),
    );
  return pairs
    .filter(({ share }) => share >= MIN_SIMILAR)
    .sort(
      (a, b) =>
        b.share - a.share ||
        Number(b.isSameName) - Number(a.isSameName) ||
        (`${a.to}\0${a.from}` < `${b.to}\0${b.from}` ? -1 : 1),
    );
}

function isCompared({ bytes }: Candidate): boolean {
  return bytes.length <= MAX_COMPARED_SIZE;
}

function linesOf({ path, bytes }: Candidate): Lined {
  const lines = new Map<string, number>();
  let length = 0;
  for (const written of Buffer.from(bytes).toString('utf8').split('\n')) {
    const line = written.trim();
    lines.set(line, (lines.get(line) ?? 0) + line.length);
    length += line.length;
  }
  return { path, lines, length };
}

function shareOf(from: Lined, to: Lined): number {
  const longer = Math.max(from.length, to.length);
  if (longer === 0 || Math.min(from.length, to.length) / longer < MIN_SIMILAR) return 0;
  let same = 0;
  for (const [line, length] of to.lines) same += Math.min(length, from.lines.get(line) ?? 0);
  return same / longer;
}
