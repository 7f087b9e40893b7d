import { applyPatch, structuredPatch } from 'diff';

/** A file before and after. */
export interface FileChange {
  path: string;
  /** Null where the file is new. */
  before: string | null;
  after: string;
}

/**
 * A unified diff as `git apply` reads it, or undefined for a path that its header cannot carry plainly. Line ends and
 * a missing newline at the end are kept as they are.
 */
export function unifiedDiff(changes: readonly FileChange[]): string | undefined {
  const parts: string[] = [];
  for (const { path, before, after } of changes) {
    if (before === after || /[\p{Cc}"\\]/u.test(path)) return undefined;
    const { hunks } = structuredPatch(path, path, before ?? '', after, '', '', { context: 3 });
    // Git ends a name that has a space with a tab, so that it is not cut there.
    const tail = /\s/.test(path) ? '\t' : '';
    parts.push(`diff --git a/${path} b/${path}`);
    if (before === null) parts.push('new file mode 100644', '--- /dev/null');
    else parts.push(`--- a/${path}${tail}`);
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

function span(start: number, lines: number): string {
  // A side without lines is named by the line before it.
  return lines === 1 ? String(start) : `${lines === 0 ? start - 1 : start},${lines}`;
}

/** Whether the diff of one file turns its old text into the new one, every context line in its place. */
export function appliesExactly(diff: string, change: FileChange): boolean {
  try {
    return (
      applyPatch(change.before ?? '', diff, { fuzzFactor: 0, autoConvertLineEndings: false }) === change.after
    );
  } catch {
    return false;
  }
}
