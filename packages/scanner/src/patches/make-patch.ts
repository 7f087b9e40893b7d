import { createFileLookup } from '../read/files/file-lookup.ts';
import type { MakePatch } from '../types/agent.ts';
import type { AgentOptions } from '../types/agent-options.ts';
import type { ApplicationIndex } from '../types/application-index.ts';
import type { FileEntry, FileLookup } from '../types/file-entry.ts';
import type { Finding, PatchChecks } from '../types/finding.ts';
import { applyEdits, type Edit } from './edit.ts';
import type { FixSite } from './fixer.ts';
import { fixerOf } from './fixers.ts';
import { isNormalized } from './git-attributes.ts';
import { compareAnalyses, neighbourhoodOf, textEntry } from './reanalysis.ts';
import { appliesExactly, type FileChange, unifiedDiff } from './unified-diff.ts';

/** A change that passed all four checks. */
export interface Proposal {
  finding: Finding;
  edits: readonly Edit[];
  changes: readonly FileChange[];
}

/**
 * A change that fixes a finding. It is only returned if it applies to the file, still parses, removes the finding and
 * adds no new one to the file.
 */
export const makePatch: MakePatch = async (finding, index, files, options) => {
  const { proposal, checks, reason } = await proposeChange(finding, index, files, options);
  return { patch: (proposal && unifiedDiff(proposal.changes)) ?? null, checks, reason };
};

/** The change itself, so that it can be combined with those of other findings. */
export async function proposeChange(
  finding: Finding,
  index: ApplicationIndex,
  files: readonly FileEntry[],
  options?: AgentOptions,
): Promise<{ proposal: Proposal | null; checks: PatchChecks | null; reason: string | null }> {
  const fixer = fixerOf(finding.ruleId);
  if (!fixer) return { proposal: null, checks: null, reason: 'No safe change is known for this rule.' };
  const site = siteOf(finding, index, files);
  const edits = site && fixer(site);
  if (!site || !edits || edits.length === 0)
    return { proposal: null, checks: null, reason: 'The code does not have the form that the change needs.' };
  const checks: PatchChecks = { applies: false, parses: false, resolves: false, noNew: false };
  const changes = changesOf(site.files, edits);
  const isExact = (change: FileChange) => {
    const diff = unifiedDiff([change]);
    return diff !== undefined && appliesExactly(diff, change);
  };
  if (!changes?.every(isExact)) return { proposal: null, checks, reason: 'The change cannot be applied.' };
  checks.applies = true;
  const paths = changes.map(({ path }) => path);
  const changed = changes.map(({ path, after }) => textEntry(path, after));
  const around = neighbourhoodOf(finding, index, files, paths);
  const { parses, resolves, noNew } = await compareAnalyses(
    finding,
    around,
    { changed, line: finding.line + linesAbove(site, edits) },
    options,
  );
  Object.assign(checks, { parses, resolves, noNew });
  if (!checks.parses) return { proposal: null, checks, reason: 'The file would no longer parse.' };
  if (!checks.resolves) return { proposal: null, checks, reason: 'The finding would remain.' };
  if (!checks.noNew) return { proposal: null, checks, reason: 'The change would cause another finding.' };
  return { proposal: { finding, edits, changes }, checks, reason: null };
}

/** How many lines the edits above move the finding down. */
function linesAbove({ text, start, finding }: FixSite, edits: readonly Edit[]): number {
  const count = (part: string) => part.split('\n').length - 1;
  return edits
    .filter((edit) => edit.file === finding.file && edit.end <= start)
    .reduce((sum, edit) => sum + count(edit.replacement) - count(text.slice(edit.start, edit.end)), 0);
}

/** Each edited file with its new text; undefined if edits overlap or a file is not text. */
export function changesOf(files: FileLookup, edits: readonly Edit[]): FileChange[] | undefined {
  const changes: FileChange[] = [];
  for (const path of new Set(edits.map(({ file }) => file))) {
    const isNew = files.get(path) === undefined;
    const old = isNew ? { text: '', mark: '' } : readExactly(files, path);
    if (old === undefined) return undefined;
    const own = edits.filter(({ file }) => file === path);
    const after = applyEdits(old.text, own);
    if (after === undefined) return undefined;
    const before = isNew ? null : old.mark + old.text;
    changes.push({
      path,
      before,
      after: old.mark + after,
      isNormalized: before?.includes('\r\n') === true && isNormalized(files, path),
    });
  }
  return changes;
}

/**
 * A file's text and its byte order mark; undefined if these do not give exactly its bytes, because no patch could be
 * written.
 */
function readExactly(files: FileLookup, path: string): { text: string; mark: string } | undefined {
  const text = files.text(path);
  const bytes = files.get(path)?.read();
  if (text === undefined || bytes === undefined) return undefined;
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? '\ufeff' : '';
  return Buffer.from(mark + text).equals(bytes) ? { text, mark } : undefined;
}

const MAX_STATEMENT_LINES = 30;

/** The text of the file and the lines of the statement where the finding begins; undefined if it has moved. */
function siteOf(finding: Finding, index: ApplicationIndex, files: readonly FileEntry[]): FixSite | undefined {
  const lookup = createFileLookup(files);
  const text = readExactly(lookup, finding.file)?.text;
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  if (finding.line > lines.length) return undefined;
  const start = lines.slice(0, finding.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
  const last = Math.min(
    lines.length,
    Math.max(finding.endLine, finding.line),
    finding.line + MAX_STATEMENT_LINES,
  );
  const code = lines
    .slice(finding.line - 1, Math.max(last, Math.min(lines.length, finding.line + 4)))
    .join('\n');
  const language = index.files.find((file) => file.path === finding.file)?.language ?? null;
  return { finding, text, start, end: start + code.length, code, language, index, files: lookup };
}
