// The only entry of the package. It loads types, small tables and the archive reader. Parsers and everything else that
// reads code are loaded on first use.
import type { Analysis, ScanOptions } from './scan/analyze.ts';
import type { Source } from './scan/open-source.ts';
import type { MakePatch, RunAgent } from './types/agent.ts';
import type { FileEntry } from './types/file-entry.ts';

export type { InspectFile } from './agents/inspect-files.ts';
export { asksModel } from './agents/llm/model-agents.ts';
export type { Judgement } from './agents/run-agents.ts';
export type { AnalysisHelper, FlowWork, ScanRequest } from './analysis/analysis-helper.ts';
export type { FlowPartResult } from './analysis/flow-work.ts';
export type { ScannedFile } from './analysis/scan-file.ts';
export { rulesVersion } from './analysis/versions.ts';
export {
  compareWithBase,
  findRenames,
  type Gate,
  type GateVerdict,
  gateForm,
  judgeGate,
  parseGate,
  unmatchedFiles,
} from './baseline/index.ts';
export { InvalidRules, REPOSITORY_RULES } from './own-rules/rule-source.ts';
export type { RuleProblem } from './own-rules/rule-types.ts';
export {
  type Archive,
  checkArchive,
  InvalidArchive,
  openArchive,
  type SkippedEntry,
} from './read/archive/index.ts';
export { byPath } from './read/compare-text.ts';
export { withCache } from './read/files/with-cache.ts';
export { workBytesOf } from './read/files/work-size.ts';
export { testFramework } from './read/structure/test-frameworks.ts';
export type { RuleEntry } from './rules/catalog/catalog.ts';
export type { RuleExample } from './rules/catalog/examples.ts';
export { compareFindings } from './rules/compare-findings.ts';
export type { Analysis, ScanOptions } from './scan/analyze.ts';
export { checkOutBase, commitOf } from './scan/base-tree.ts';
export { formatGitLab } from './scan/format-gitlab.ts';
export { formatSarif, sarifResult, sarifRule, sarifSchema } from './scan/format-sarif.ts';
export type { Source } from './scan/open-source.ts';
export type { AgentResult, Inspections } from './types/agent.ts';
export type { AgentOptions, OsvOptions, RuleSource } from './types/agent-options.ts';
export type { Application } from './types/application.ts';
export type { ApplicationIndex, EngineFault } from './types/application-index.ts';
export type { DependencyReport, PackageUse } from './types/dependency-report.ts';
export type { FileEntry } from './types/file-entry.ts';
export type { IndexedFile } from './types/file-facts.ts';
export {
  type Category,
  categories,
  type DroppedFinding,
  type Evidence,
  type Finding,
  type Severity,
  severities,
} from './types/finding.ts';
export type { ModelFailureKind, ModelForms, ModelQuestion, ModelSession } from './types/model-session.ts';
export {
  gradeOf,
  type ReadinessChecklist,
  type ReadinessKind,
  readinessKinds,
  type Score,
} from './types/readiness.ts';

/**
 * Analyses a folder, a ZIP archive or files, and runs the agents on them. Equal files give equal findings. The code of
 * the source is never run. An analysis takes seconds of CPU: if others wait for the thread, call this in a worker, with
 * `stackSizeMb: 512` for deeply nested code.
 * @throws `InvalidArchive`, and errors of the file system
 */
export async function analyze(source: Source, options: ScanOptions = {}): Promise<Analysis> {
  const scan = await import('./scan/analyze.ts');
  return scan.analyze(source, options);
}

/** A folder's files as Git would see them: without `.git` and everything that a .gitignore excludes. */
export async function readFolder(folder: string): Promise<FileEntry[]> {
  const read = await import('./read/folder.ts');
  return read.readFolder(folder);
}

/** Runs one agent, such as `security.injection`, on an analysis. Throws if there is no agent with this id. */
export const runAgent: RunAgent = async (id, index, files, input) =>
  (await loadAgents()).runAgent(id, index, files, input);

/**
 * A unified diff that fixes a finding. It is only returned if it applies, parses, removes the finding and adds no new
 * one; otherwise null, with the reason.
 */
export const makePatch: MakePatch = async (finding, index, files, options) =>
  (await loadPatches()).makePatch(finding, index, files, options);

/** For hosts that distribute an analysis over threads: builds the index. */
export const loadAnalysis = () => import('./analysis/index.ts');

/** For hosts that distribute an analysis over threads: the agents and their helpers. */
export const loadAgents = () => import('./agents/index.ts');

/** For hosts that distribute an analysis over threads: patches, also many at once. */
export const loadPatches = () => import('./patches/index.ts');

/** The checks of a language model's answers. */
export const loadModelForms = () => import('./agents/llm/model-forms.ts');

/** Checks and describes custom rules. */
export const loadRules = () => import('./own-rules/index.ts');

/** The built-in rules by id, with code that each finds and code that it accepts. */
export const loadCatalog = () => import('./rules/catalog/index.ts');
