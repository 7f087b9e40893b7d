import type { AgentOptions } from './agent-options.ts';
import type { ApplicationIndex } from './application-index.ts';
import type { DependencyReport } from './dependency-report.ts';
import type { FileEntry, FileLookup } from './file-entry.ts';
import type { IndexedFile } from './file-facts.ts';
import type { Category, DroppedFinding, Finding, PatchChecks } from './finding.ts';

export interface Agent {
  /** `<category>.<name>`, such as `security.injection`, `meta.verifier`. */
  id: string;
  category: Category;
  /** Languages (as in `LanguageTotals.name`), at least one of which must be present; otherwise the agent is skipped. */
  needsLanguage?: readonly string[];
  /**
   * The results for one file that depend only on that file (and on settings, by `isConfigurationPath`). Plain data,
   * and the same in any thread. Undefined: no results.
   */
  inspectFile?(file: IndexedFile, input: InspectionInput): unknown;
  run(input: AgentInput): AgentResult | Promise<AgentResult>;
}

export type InspectionInput = Pick<AgentInput, 'files'>;

/** The agents' results for single files: by path, then by agent id. */
export type Inspections = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Keeps results that depend only on one file from one analysis to the next. */
export interface FileMemory {
  /** The kept result of an unchanged file; undefined if there is none. */
  recall(about: string, file: IndexedFile): unknown;
  /** Keeps plain data. */
  keep(about: string, file: IndexedFile, told: unknown): void;
}

export interface AgentInput {
  index: ApplicationIndex;
  files: FileLookup;
  dependencies: DependencyReport;
  /**
   * The findings of the other agents; only for `meta.*` agents. `meta.synthesizer` gets those that the verifier kept.
   */
  findings: readonly Finding[];
  /** Results for files that were already inspected; an agent inspects the others itself. */
  inspections?: Inspections;
  /** Kept results for single files, if any. */
  memory?: FileMemory;
  options: AgentOptions;
}

export interface AgentResult {
  status: 'completed' | 'skipped';
  /** Why it was skipped: `language_absent`, `nothing_to_check`. */
  reason?: string;
  driver: 'rules' | 'llm';
  /**
   * Sorted by severity, confidence (highest first), file, line and rule. For `meta.verifier`: the findings that it
   * keeps, possibly with lower confidence. For `meta.synthesizer`: the final list, merged and ranked.
   */
  findings: Finding[];
  dropped: DroppedFinding[];
  /** True if it stopped before it had seen everything. */
  incomplete?: boolean;
  /** Only from `meta.synthesizer`: what to do first, at most 10 sentences. */
  topActions?: string[];
}

/** Throws for an unknown id. */
export type RunAgent = (
  id: string,
  index: ApplicationIndex,
  files: readonly FileEntry[],
  input?: {
    findings?: readonly Finding[];
    dependencies?: DependencyReport;
    inspections?: Inspections;
    memory?: FileMemory;
    options?: AgentOptions;
  },
) => Promise<AgentResult>;

/** A unified diff that passed all four checks, or null with the results of the checks; see `PatchChecks`. */
export type MakePatch = (
  finding: Finding,
  index: ApplicationIndex,
  files: readonly FileEntry[],
  options?: AgentOptions,
) => Promise<{ patch: string | null; checks: PatchChecks | null; reason: string | null }>;
