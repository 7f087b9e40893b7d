// The one entry. Types and small tables stand here, and what opens archives; what reads code, with its parsers, is
// loaded when it is first asked for.
export type { InspectFile } from './agents/inspect-files.ts';
export type { Proposal } from './agents/patches/make-patch.ts';
export type { FileChange } from './agents/patches/unified-diff.ts';
export type { AnalysisHelper, ScanRequest } from './analysis/analysis-helper.ts';
export { byPath } from './analysis/files/by-path.ts';
export type { ScannedFile } from './analysis/files/scan-file.ts';
export { isVendoredPath } from './analysis/files/third-party.ts';
export type { FlowWork } from './analysis/flow/find-flows.ts';
export type { FlowPartResult } from './analysis/flow/flow-part.ts';
export { hasBinaryExtension } from './analysis/languages/language-table.ts';
export { testFramework } from './analysis/structure/test-frameworks.ts';
export { rulesVersion } from './analysis/versions.ts';
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
export {
  type Archive,
  checkArchive,
  InvalidArchive,
  openArchive,
  type SkippedEntry,
} from './zip/index.ts';

/** What makes an application's index. */
export const loadAnalysis = () => import('./analysis/index.ts');

/** The agents, which judge an index, and what they rest on. */
export const loadAgents = () => import('./agents/index.ts');

/** What mends findings. */
export const loadPatches = () => import('./agents/patches/index.ts');
