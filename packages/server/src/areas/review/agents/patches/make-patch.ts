import type { AgentOptions, MakePatch } from '../../types/agent.ts';
import type { ApplicationIndex } from '../../types/application-index.ts';
import type { FileEntry } from '../../types/file-entry.ts';
import type { Finding, PatchChecks } from '../../types/finding.ts';
import { createFileLookup } from '../core/file-lookup.ts';
import { applyEdits } from './edit.ts';
import { type FixSite, fixerOf } from './fixers.ts';
import { compareAnalyses, type Neighbourhood, neighbourhoodOf, textEntry } from './reanalysis.ts';
import { appliesExactly, unifiedDiff } from './unified-diff.ts';

/**
 * A change that mends a finding, told only after it applied to the file as it is, still parsed, cleared the finding and
 * brought no new one into the file.
 */
export const makePatch: MakePatch = async (finding, index, files, options) => {
  const fixer = fixerOf(finding.ruleId);
  if (!fixer) return { patch: null, checks: null, reason: 'No safe change is known for this rule.' };
  const site = siteOf(finding, index, files);
  const edits = site && fixer(site);
  if (!site || !edits || edits.length === 0)
    return { patch: null, checks: null, reason: 'The code has not the form that the change is for.' };
  const after = applyEdits(site.text, edits);
  const change = { path: finding.file, before: site.text, after: after ?? site.text };
  const diff = unifiedDiff([change]);
  const checks: PatchChecks = { applies: false, parses: false, resolves: false, noNew: false };
  if (!diff || !appliesExactly(diff, change))
    return { patch: null, checks, reason: 'The change does not apply.' };
  checks.applies = true;
  await judge(checks, finding, neighbourhoodOf(finding, index, files), change.after, options);
  if (!checks.parses) return { patch: null, checks, reason: 'The file would no longer parse.' };
  if (!checks.resolves) return { patch: null, checks, reason: 'The finding would still stand.' };
  if (!checks.noNew) return { patch: null, checks, reason: 'The change would bring another finding.' };
  return { patch: diff, checks, reason: null };
};

async function judge(
  checks: PatchChecks,
  finding: Finding,
  around: Neighbourhood,
  after: string,
  options: AgentOptions | undefined,
): Promise<void> {
  const outcome = await compareAnalyses(finding, around, textEntry(finding.file, after), options);
  checks.parses = outcome.parses;
  checks.resolves = outcome.resolves;
  checks.noNew = outcome.noNew;
}

const longestStatement = 30;

/** The text of the file and the lines of the statement that the finding begins in; undefined when it moved. */
function siteOf(finding: Finding, index: ApplicationIndex, files: readonly FileEntry[]): FixSite | undefined {
  const text = createFileLookup(files).text(finding.file);
  if (text === undefined) return undefined;
  // A text that is not UTF-8 cannot be written back as it was.
  if (text.includes('\ufffd')) return undefined;
  const lines = text.split('\n');
  if (finding.line > lines.length) return undefined;
  const start = lines.slice(0, finding.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
  const last = Math.min(
    lines.length,
    Math.max(finding.endLine, finding.line),
    finding.line + longestStatement,
  );
  const code = lines
    .slice(finding.line - 1, Math.max(last, Math.min(lines.length, finding.line + 4)))
    .join('\n');
  const language = index.files.find((file) => file.path === finding.file)?.language ?? null;
  return { finding, text, start, end: start + code.length, code, language };
}
