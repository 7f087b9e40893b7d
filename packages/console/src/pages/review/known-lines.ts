import { parsePatch } from 'diff';
import type { SourceLine } from './source-lines.tsx';
import type { Finding } from './use-findings.ts';

/** Number of lines shown before and after a finding. */
const AROUND = 8;

/**
 * The finding in context, from everything the review has of the file: lines quoted by findings and paths, and
 * those around patches. The API does not serve files, so the rest shows as gaps.
 */
export function linesAround(finding: Finding, all: readonly Finding[]): SourceLine[] {
  const { file, line, end_line: end, evidence } = finding;
  const known = knownLines(file, [finding, ...all]);
  const roles = new Map<number, string[]>();
  for (const step of evidence)
    if (step.file === file) roles.set(step.line, [...new Set([...(roles.get(step.line) ?? []), step.role])]);
  const from = Math.min(line, ...roles.keys());
  const to = Math.max(end, ...roles.keys());
  const shown = [...known]
    .filter(([number]) => number >= from - AROUND && number <= to + AROUND)
    .sort(([a], [b]) => a - b);
  const lines: SourceLine[] = [];
  for (const [number, text] of shown) {
    const before = lines.at(-1)?.number;
    if (before !== undefined && number > before + 1) lines.push({ number: undefined, text: '' });
    lines.push({
      number,
      text,
      isMarked: number >= line && number <= end,
      roles: roles.get(number),
    });
  }
  return lines;
}

function knownLines(file: string, findings: readonly Finding[]): Map<number, string> {
  const known = new Map<number, string>();
  const quote = (line: number, snippet: string) => {
    for (const [at, text] of snippet.split('\n').entries())
      if (!known.has(line + at)) known.set(line + at, text);
  };
  for (const one of findings) {
    if (one.file === file && one.snippet !== '') quote(one.line, one.snippet);
    for (const step of one.evidence) if (step.file === file) quote(step.line, step.snippet);
  }
  // Patches contain whole lines, so they take precedence over quotes, which have no indentation.
  for (const { patch } of findings)
    for (const [line, text] of linesOfPatch(patch, file)) known.set(line, text);
  return known;
}

function linesOfPatch(patch: string | null, file: string): [number, string][] {
  if (patch === null || !patch.includes(file)) return [];
  return parsePatch(patch)
    .filter(({ oldFileName }) => oldFileName === `a/${file}`)
    .flatMap(({ hunks }) =>
      hunks.flatMap(({ oldStart, lines }) =>
        lines
          .filter((text) => text.startsWith(' ') || text.startsWith('-'))
          .map((text, at): [number, string] => [oldStart + at, text.slice(1)]),
      ),
    );
}
