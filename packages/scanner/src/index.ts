// The one entry. Types and small tables stand here, and what opens archives; what reads code, with its parsers, is
// loaded when it is first asked for.
import type { Analysis, ScanOptions } from './scan/analyze.ts';
import type { Source } from './scan/open-source.ts';
import type { MakePatch, RunAgent } from './types/agent.ts';

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
export { byPath } from './read/files/by-path.ts';
export { withCache } from './read/files/with-cache.ts';
export { workBytesOf } from './read/files/work-size.ts';
export { readFolder } from './read/folder.ts';
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
 * Analyses a folder, a ZIP archive or files, and has agents judge them. Equal files give equal findings; what somebody
 * else could not open is told, and no code of the source is run. Work of seconds: where others wait for the thread,
 * call it in a worker, with `stackSizeMb: 512` for code that nests deep.
 * @throws `InvalidArchive`, and what the file system says of a path
 */
export async function analyze(source: Source, options: ScanOptions = {}): Promise<Analysis> {
  const scan = await import('./scan/analyze.ts');
  return scan.analyze(source, options);
}

/** One agent over what was analysed, such as `security.injection`. Throws for an id that there is not. */
export const runAgent: RunAgent = async (id, index, files, input) =>
  (await loadAgents()).runAgent(id, index, files, input);

/**
 * A unified diff that mends a finding, told only after it applied, still parsed, cleared the finding and brought no new
 * one; null with the reason where there is none.
 */
export const makePatch: MakePatch = async (finding, index, files, options) =>
  (await loadPatches()).makePatch(finding, index, files, options);

/** The parts of an analysis, for hosts that spread it over threads: what makes an index, */
export const loadAnalysis = () => import('./analysis/index.ts');

/** the agents and what they rest on, */
export const loadAgents = () => import('./agents/index.ts');

/** and what mends findings, also many together. */
export const loadPatches = () => import('./patches/index.ts');

/** what a language model's answers are held to, */
export const loadModelForms = () => import('./agents/llm/model-forms.ts');

/** Rules of one's own: whether they can be used as they are. */
export const loadRules = () => import('./own-rules/index.ts');

/** The rules by id, and code that each finds and leaves alone. */
export const loadCatalog = () => import('./rules/catalog/index.ts');
