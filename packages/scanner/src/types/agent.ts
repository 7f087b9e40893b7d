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
  /** Languages (as in `LanguageTotals.name`) of which at least one must be there; else the agent is skipped. */
  needsLanguage?: readonly string[];
  /**
   * What can be told of one file by itself, when nothing but the file has been read (and settings, by
   * `isConfigurationPath`): plain data, and the same in whatever thread it is asked. Undefined: nothing.
   */
  inspectFile?(file: IndexedFile, input: InspectionInput): unknown;
  run(input: AgentInput): AgentResult | Promise<AgentResult>;
}

export type InspectionInput = Pick<AgentInput, 'files'>;

/** What the agents told of single files: by path, then by the agent's id. */
export type Inspections = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** What follows from a file alone, kept from one analysis to the next. */
export interface FileMemory {
  /** What was kept of a file that is still the same; undefined where nothing was. */
  recall(about: string, file: IndexedFile): unknown;
  /** Keeps plain data. */
  keep(about: string, file: IndexedFile, told: unknown): void;
}

export interface AgentInput {
  index: ApplicationIndex;
  files: FileLookup;
  dependencies: DependencyReport;
  /** What the other agents found; only `meta.*` agents get any. `meta.synthesizer` gets what the verifier kept. */
  findings: readonly Finding[];
  /** Files that were inspected already; an agent inspects the others itself. */
  inspections?: Inspections;
  /** What is kept of single files, where anything is. */
  memory?: FileMemory;
  options: AgentOptions;
}

export interface AgentResult {
  status: 'completed' | 'skipped';
  /** Why it was skipped: `language_absent`, `nothing_to_check`. */
  reason?: string;
  driver: 'rules' | 'llm';
  /**
   * In the order severity, confidence (high first), file, line, rule. For `meta.verifier`: the findings it keeps,
   * confidence perhaps lowered. For `meta.synthesizer`: the final list, merged and ranked.
   */
  findings: Finding[];
  dropped: DroppedFinding[];
  /** True when it stopped before it had seen all. */
  incomplete?: boolean;
  /** Only of `meta.synthesizer`: what to do first, at most 10 sentences. */
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

/** A unified diff that passed all four gates, or null with the gates' results; see `PatchChecks`. */
export type MakePatch = (
  finding: Finding,
  index: ApplicationIndex,
  files: readonly FileEntry[],
  options?: AgentOptions,
) => Promise<{ patch: string | null; checks: PatchChecks | null; reason: string | null }>;
