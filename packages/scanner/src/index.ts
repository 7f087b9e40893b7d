// The one entry. Types and small tables stand here, and what opens archives; what reads code, with its parsers, is
// loaded when it is first asked for.
export type { InspectFile } from './agents/inspect-files.ts';
export type { AnalysisHelper, ScanRequest } from './analysis/analysis-helper.ts';
export type { FlowWork } from './analysis/find-flows.ts';
export type { FlowPartResult } from './analysis/flow-part.ts';
export type { ScannedFile } from './analysis/scan-file.ts';
export { rulesVersion } from './analysis/versions.ts';
export type { Proposal } from './patches/make-patch.ts';
export type { FileChange } from './patches/unified-diff.ts';
export {
  type Archive,
  checkArchive,
  InvalidArchive,
  openArchive,
  type SkippedEntry,
} from './read/archive/index.ts';
export { byPath } from './read/files/by-path.ts';
export { isVendoredPath } from './read/files/third-party.ts';
export { hasBinaryExtension } from './read/language-table.ts';
export { testFramework } from './read/structure/test-frameworks.ts';
export type {
  AgentOptions,
  AgentResult,
  Inspections,
  LlmOptions,
  LlmUsage,
  OsvOptions,
} from './types/agent.ts';
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
export {
  type ReadinessChecklist,
  type ReadinessKind,
  readinessKinds,
  type Score,
} from './types/readiness.ts';

/** What makes an application's index. */
export const loadAnalysis = () => import('./analysis/index.ts');

/** The agents, which judge an index, and what they rest on. */
export const loadAgents = () => import('./agents/index.ts');

/** What mends findings. */
export const loadPatches = () => import('./patches/index.ts');
