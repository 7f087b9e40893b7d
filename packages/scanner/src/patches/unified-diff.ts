import { createHash } from 'node:crypto';
import { applyPatch, structuredPatch } from 'diff';

/** A file before and after a change. */
export interface FileChange {
  path: string;
  /** Null if the file is new. */
  before: string | null;
  after: string;
  /** Git converts its line endings to \n before it compares, and the diff uses these. */
  isNormalized?: boolean;
}

/** Context lines around a change. */
const CONTEXT_LINES = 3;

/**
 * A unified diff for `git apply`, or undefined if the header cannot hold the path without quoting. Keeps line endings
 * and a missing newline at the end, and has the files' ids, so that `git apply --3way` can merge.
 */
export function unifiedDiff(changes: readonly FileChange[], context = CONTEXT_LINES): string | undefined {
  const parts: string[] = [];
  for (const change of changes) {
    const { path, before, after } = sidesOf(change);
    if (before === after || /[\p{Cc}"\\]/u.test(path)) return undefined;
    const { hunks } = structuredPatch(path, path, before ?? '', after, '', '', { context });
    // Git adds a tab after a name with a space, so that it is not cut there.
    const tail = /\s/.test(path) ? '\t' : '';
    parts.push(`diff --git a/${path} b/${path}`);
    if (before === null) parts.push('new file mode 100644');
    parts.push(`index ${before === null ? '0'.repeat(40) : blobId(before)}..${blobId(after)}`);
    parts.push(before === null ? '--- /dev/null' : `--- a/${path}${tail}`);
    parts.push(`+++ b/${path}${tail}`);
    for (const hunk of hunks) {
      parts.push(
        `@@ -${span(hunk.oldStart, hunk.oldLines)} +${span(hunk.newStart, hunk.newLines)} @@`,
        ...hunk.lines,
      );
    }
  }
  return parts.length === 0 ? undefined : `${parts.join('\n')}\n`;
}

function sidesOf(change: FileChange): FileChange {
  if (!change.isNormalized) return change;
  const normalize = (text: string) => text.replaceAll('\r\n', '\n');
  return {
    path: change.path,
    before: change.before === null ? null : normalize(change.before),
    after: normalize(change.after),
  };
}

/** The id that git gives a file with this text. */
function blobId(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function span(start: number, lines: number): string {
  // An empty side has the number of the line before it.
  return lines === 1 ? String(start) : `${lines === 0 ? start - 1 : start},${lines}`;
}

/** Whether the diff of one file turns its old text into the new one, with all context lines in place. */
export function appliesExactly(diff: string, change: FileChange): boolean {
  const { before, after } = sidesOf(change);
  try {
    return applyPatch(before ?? '', diff, { fuzzFactor: 0, autoConvertLineEndings: false }) === after;
  } catch {
    return false;
  }
}

/**
 * The text after the change, with hunks placed as `git apply` places them: one at the beginning or end of a file only
 * fits there, any other at the nearest match. Undefined if it does not fit. Null means no file.
 */
export function applyLikeGit(
  given: string | null,
  change: FileChange,
  context = CONTEXT_LINES,
): string | undefined {
  const { path, before, after } = sidesOf(change);
  if (before === null || given === null) return before === given ? after : undefined;
  const lines = linesOf(change.isNormalized ? given.replaceAll('\r\n', '\n') : given);
  const { hunks } = structuredPatch(path, path, before, after, '', '', { context });
  let moved = 0;
  for (const hunk of hunks) {
    const marked = withLineEnds(hunk.lines);
    const old = marked.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
    const next = marked.filter((line) => !line.startsWith('-')).map((line) => line.slice(1));
    const at = placeOf(lines, old, {
      expected: Math.max(0, hunk.oldStart - 1 + moved),
      isFirst: hunk.oldStart <= 1,
      isLast: !marked.at(-1)?.startsWith(' '),
    });
    if (at === undefined) return undefined;
    lines.splice(at, old.length, ...next);
    moved += next.length - old.length;
  }
  return lines.join('');
}

/** The lines with their line endings. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function withLineEnds(hunkLines: readonly string[]): string[] {
  return hunkLines.flatMap((line, at) =>
    line.startsWith('\\') ? [] : [hunkLines[at + 1]?.startsWith('\\') ? line : `${line}\n`],
  );
}

function placeOf(
  lines: readonly string[],
  old: readonly string[],
  { expected, isFirst, isLast }: { expected: number; isFirst: boolean; isLast: boolean },
): number | undefined {
  const fits = (at: number) =>
    at >= 0 &&
    at + old.length <= lines.length &&
    (!isFirst || at === 0) &&
    (!isLast || at + old.length === lines.length) &&
    old.every((line, index) => lines[at + index] === line);
  for (let distance = 0; distance <= lines.length; distance++) {
    if (fits(expected - distance)) return expected - distance;
    if (fits(expected + distance)) return expected + distance;
  }
  return undefined;
}
