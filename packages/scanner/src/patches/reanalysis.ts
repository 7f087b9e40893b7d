import { parseAllDocuments } from 'yaml';
import { agents } from '../agents/agent-list.ts';
import { mergeFindings } from '../agents/meta/synthesizer-agent.ts';
import { analyzeFiles } from '../analysis/index.ts';
import { collectDependencyFiles } from '../dependencies/collect-packages.ts';
import { advisorySource, reportDependencies } from '../dependencies/read-dependencies.ts';
import { createFileLookup } from '../read/files/file-lookup.ts';
import type { AgentInput } from '../types/agent.ts';
import type { AgentOptions } from '../types/agent-options.ts';
import type { ApplicationIndex } from '../types/application-index.ts';
import type { FileEntry } from '../types/file-entry.ts';
import type { Finding } from '../types/finding.ts';

/** The files that an analysis needs to see a finding again. */
export interface Neighbourhood {
  index: ApplicationIndex;
  entries: FileEntry[];
}

const MAX_NEIGHBOURS = 60;

/** The finding's file, other changed files, the files on its path, their imports and importers. */
export function neighbourhoodOf(
  finding: Finding,
  index: ApplicationIndex,
  files: readonly FileEntry[],
  changed: readonly string[],
): Neighbourhood {
  const wanted = new Set([...changed, finding.file, ...finding.evidence.map((one) => one.file)]);
  const byPath = new Map(index.files.map((file) => [file.path, file]));
  for (const path of [...wanted]) {
    for (const one of byPath.get(path)?.imports ?? []) if (one.resolved !== null) wanted.add(one.resolved);
  }
  for (const file of index.files) {
    if (wanted.size >= MAX_NEIGHBOURS) break;
    if (file.imports.some((one) => one.resolved === finding.file)) wanted.add(file.path);
    // Property files give the values of constants.
    if (/\.properties$/.test(file.path) && file.sizeBytes < 65_536) wanted.add(file.path);
  }
  return { index, entries: files.filter((entry) => wanted.has(entry.path)) };
}

export function textEntry(path: string, text: string): FileEntry {
  const bytes = Buffer.from(text, 'utf8');
  return { path, sizeBytes: bytes.length, read: () => bytes };
}

interface Analysis {
  index: ApplicationIndex;
  findings: Finding[];
}

const before = new WeakMap<ApplicationIndex, Map<string, Promise<Analysis>>>();
const MAX_REMEMBERED = 40;

/**
 * Analyses the files before and after the change, with this agent and the security agents only. `line` is where the
 * finding would be after the change.
 */
export async function compareAnalyses(
  finding: Finding,
  around: Neighbourhood,
  { changed, line }: { changed: readonly FileEntry[]; line: number },
  options: AgentOptions | undefined,
): Promise<{ parses: boolean; resolves: boolean; noNew: boolean }> {
  const key = `${finding.agent}\0${around.entries.map((entry) => entry.path).join('\0')}`;
  const known = before.get(around.index) ?? new Map<string, Promise<Analysis>>();
  before.set(around.index, known);
  const old = await (known.get(key) ?? remember(known, key, analyse(finding, around.entries, options)));
  const paths = new Set(changed.map((entry) => entry.path));
  const kept = around.entries.filter((entry) => !paths.has(entry.path));
  const now = await analyse(finding, [...kept, ...changed], options);
  const parses = changed.every(
    (entry) => entry.path !== finding.file || parsesAsBefore(entry, old.index, now.index, around),
  );
  const wasSeen = countOf(old, finding) > 0;
  return {
    parses,
    // The finding itself must be gone, not another one of its rule.
    resolves:
      wasSeen &&
      countOf(now, finding) < countOf(old, finding) &&
      (finding.package !== null ||
        countOf(now, finding, line) < Math.max(1, countOf(old, finding, finding.line))),
    noNew: !hasNewFindings(old.findings, now.findings),
  };
}

function remember(
  known: Map<string, Promise<Analysis>>,
  key: string,
  analysis: Promise<Analysis>,
): Promise<Analysis> {
  const [oldest] = known.keys();
  if (known.size >= MAX_REMEMBERED && oldest !== undefined) known.delete(oldest);
  known.set(key, analysis);
  return analysis;
}

async function analyse(
  finding: Finding,
  entries: readonly FileEntry[],
  options: AgentOptions | undefined,
): Promise<Analysis> {
  const index = await analyzeFiles(entries);
  const files = createFileLookup(entries);
  const { model: _unasked, ...rules } = options ?? {};
  const dependencies = reportDependencies(collectDependencyFiles(files), advisorySource(rules));
  const input: AgentInput = { index, files, dependencies, findings: [], options: rules };
  const asked = agents.filter(
    (agent) =>
      agent.id === finding.agent || (agent.category === 'security' && agent.id !== 'security.supply-chain'),
  );
  const findings: Finding[] = [];
  for (const agent of asked) findings.push(...(await agent.run(input)).findings);
  // As in a review: a finding that only appears once this one is gone counts as new.
  return { index, findings: mergeFindings(findings).findings };
}

/**
 * How many findings of the rule a file has, or one of its lines. By rule and function, because ordinals of equal
 * places change.
 */
function countOf(analysis: Analysis, finding: Finding, line?: number): number {
  return analysis.findings.filter(
    (one) =>
      one.ruleId === finding.ruleId &&
      one.file === finding.file &&
      (line === undefined || one.line === line) &&
      (finding.package ? one.package?.name === finding.package.name : true),
  ).length;
}

/** In any file, because callers of a changed function may be affected. */
function hasNewFindings(old: readonly Finding[], now: readonly Finding[]): boolean {
  const keyOf = ({ file, ruleId }: Finding) => `${file}\0${ruleId}`;
  const counts = new Map<string, number>();
  for (const one of old) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  for (const one of now) {
    const left = (counts.get(keyOf(one)) ?? 0) - 1;
    if (left < 0) return true;
    counts.set(keyOf(one), left);
  }
  return false;
}

function parsesAsBefore(
  changed: FileEntry,
  old: ApplicationIndex,
  now: ApplicationIndex,
  around: Neighbourhood,
): boolean {
  const path = changed.path;
  const text = Buffer.from(changed.read()).toString('utf8');
  if (path.endsWith('.json')) return isReadable(() => JSON.parse(text));
  if (/\.ya?ml$/.test(path))
    return parseAllDocuments(text, { logLevel: 'silent' }).every(
      (document) => !('errors' in document) || document.errors.length === 0,
    );
  const was =
    old.files.find((file) => file.path === path) ?? around.index.files.find((file) => file.path === path);
  const is = now.files.find((file) => file.path === path);
  if (!is || is.status === 'skipped') return false;
  return is.reason !== 'syntax_errors' || was?.reason === 'syntax_errors';
}

function isReadable(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
}
