/**
 * The contract between the parts of the area: `analysis/` builds the index of an application, `agents/` check it, and
 * the platform (archives, jobs, records, routes) runs both in worker threads. Types only. Everything that crosses
 * threads or is stored is plain data, which structured clone and JSON preserve. Paths are relative to the archive,
 * with `/` and without a leading `./`; lines and columns start at 1. All lists have a fixed order (by path, then
 * line), so that equal input gives equal bytes.
 */

import type { CallerSetting } from './caller-setting.ts';
import type { IndexedFile, RouteFact } from './file-facts.ts';
import type { MisuseFinding, TaintFinding } from './flow-findings.ts';
import type { ModuleGraph } from './module-graph.ts';
import type { ConfigFile, DocumentKind, ManifestFile } from './project-files.ts';

export interface AnalyzeOptions {
  /** A larger file is `skipped` with reason `too_large` (dependency files and coverage reports are still listed). Default 1,048,576. */
  maxFileBytes?: number;
  /** CPU time for one file; above it, the file is `partial` with reason `time_budget`. Default 2,000. */
  fileBudgetMs?: number;
  /** Called between files; if true, the rest is `skipped` with reason `time_limit`. */
  shouldStop?: () => boolean;
  /** When arguments of exported functions count as untrusted. Default `auto`. */
  callers?: CallerSetting;
  onProgress?: (doneFiles: number, totalFiles: number) => void;
  /**
   * Called for each file where the analysis itself failed: the file is not `full`, with reason `engine_fault`, and
   * the others are analysed.
   */
  onFault?: (fault: EngineFault) => void;
}

export interface EngineFault {
  path: string;
  /** The error with its stack. */
  error: string;
}

export interface ApplicationIndex {
  /** Changes whenever equal files may give a different index. */
  engineVersion: string;
  files: IndexedFile[];
  languages: LanguageTotals[];
  /** The programming language with the most code; null if there is none. */
  primaryLanguage: string | null;
  complexity: ComplexityTotals;
  duplication: { percent: number; clones: Clone[] };
  graph: ModuleGraph;
  taint: TaintFinding[];
  misuse: MisuseFinding[];
  routes: RouteFact[];
  tests: { frameworks: string[]; files: number; cases: number; testToCodeRatio: number };
  /** From lcov, Cobertura, JaCoCo or go cover; null if no report was found. */
  coverage: { source: string; linePercent: number; files: { path: string; linePercent: number }[] } | null;
  manifests: ManifestFile[];
  configs: ConfigFile[];
  /** README, LICENSE, CHANGELOG, OpenAPI and other documents, by kind. */
  documents: { kind: DocumentKind; path: string }[];
  timing: { durationMs: number; parseMs: number; lexMs: number; taintMs: number };
}

export interface LanguageTotals {
  name: string;
  files: number;
  linesCode: number;
  linesComment: number;
  linesBlank: number;
  bytes: number;
  /** Share of all code bytes, 0 to 100, two decimals. */
  percent: number;
}

export interface ComplexityTotals {
  functions: number;
  cyclomatic: { avg: number; median: number; p95: number; max: number };
  cognitive: { avg: number; p95: number; max: number };
  nestingMax: number;
  functionsOver10: number;
  functionsOver20: number;
  maintainabilityIndex: number | null;
  /** At most 20, worst first. */
  hotspots: {
    file: string;
    line: number;
    endLine: number;
    function: string;
    cyclomatic: number;
    cognitive: number;
  }[];
}

interface ClonePlace {
  file: string;
  line: number;
  endLine: number;
}

export interface Clone {
  tokens: number;
  lines: number;
  places: [ClonePlace, ClonePlace];
}
