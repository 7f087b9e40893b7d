import type {
  EngineFault,
  ModelFailureKind,
  ModelQuestion,
  RuleSource,
  SkippedEntry,
} from '@trivium/scanner';
import type { CheckedRules } from '../rules/checked-rules.ts';
import type { DescribedRule } from '../rules/rule-reference.ts';

// The messages between the API thread and a worker thread. Long lists are sent as JSON texts, so that the API
// thread neither parses nor builds them.

/** Where a worker finds an application. `archivePath` and `indexPath` are local files. */
export interface ApplicationFiles {
  /** Identifies the index whatever its path is; threads cache by it. */
  indexKey: string;
  archivePath: string;
  indexPath: string;
}

export interface AgentSettings {
  advisoryDbPath: string | undefined;
  /** A database on the network to query; undefined: none. */
  osv: OsvSettings | undefined;
}

/** A database with the OSV API, and the addresses that the client may connect to. */
export interface OsvSettings {
  url: string;
  allowLoopback: boolean;
  allowedNetworks: readonly string[];
  caCertificates?: readonly string[];
}

/** A question of an agent's thread, which has no API key for a model. */
export interface WorkerQuestion {
  question: ModelQuestion;
  /** How long the agent can wait and still deliver what its rules found. */
  leftMs: number;
}

export type ModelReply = { answer: unknown } | { failure: ModelFailureKind; message: string };

/** A finding as a row: the columns for queries, and the record itself. */
export interface FindingRow {
  fingerprint: string;
  agentId: string;
  category: string;
  severity: number;
  confidence: number;
  file: string;
  line: number;
  ruleId: string;
  /** The finding as in the API, without its status, as JSON. */
  json: string;
}

export interface DroppedRow {
  reason: string;
  json: string;
}

/** Counts by severity: critical, high, medium, low. */
export type SeverityCounts = [number, number, number, number];

export interface ComponentRow {
  key: string;
  name: string;
  path: string;
  version: string | null;
  score: number;
  /** Other data of the finding, as JSON. */
  details: string;
  findings: SeverityCounts;
}

/** A file that was not fully analysed, and why. */
export interface GapRow {
  status: 'partial' | 'skipped';
  json: string;
}

export interface ReadinessRow {
  kind: 'cloud' | 'library' | 'mesh';
  score: number;
  grade: 'A' | 'B' | 'C' | 'D' | 'F';
  checklist: string;
}

export interface AnalysisOutput {
  /** The analysis as in the API, as JSON. */
  report: string;
  /** What the agents read: packed parts. */
  index: Uint8Array;
  linesCode: number;
  overallScore: number;
  vulnerabilities: SeverityCounts;
  readiness: ReadinessRow[];
  components: ComponentRow[];
  gaps: GapRow[];
  /** Packages of the bill of materials, each as JSON. */
  packages: string[];
  primaryLanguage: string | null;
  languages: { name: string; files: number; lines_code: number }[];
  files: { full: number; partial: number; skipped: number };
  /** Files at which the analysis itself failed: for the log. */
  faults: EngineFault[];
  durationMs: number;
}

export interface AgentOutput {
  status: 'completed' | 'skipped';
  reason: string | null;
  driver: 'rules' | 'llm';
  rows: FindingRow[];
  counts: SeverityCounts;
  dropped: DroppedRow[];
  isIncomplete: boolean;
  topActions: string[];
}

export interface FinishOutput {
  /** Findings that got a patch: their new records. */
  patched: FindingRow[];
  readiness: ReadinessRow[];
  /** Findings per component, by its key. */
  componentFindings: { key: string; findings: SeverityCounts }[];
  /**
   * Findings that the baseline has under another fingerprint, and how many of the baseline's findings
   * matched.
   */
  moved: { existing: string[]; matched: number };
  /** The coverage of the files, as JSON. */
  coverage: string;
}

export interface ArchiveCheck {
  /** The uncompressed size of all its files. */
  uncompressedBytes: number;
  /** The size of the files that an analysis reads. */
  workBytes: number;
  skipped: SkippedEntry[];
}

/** Every kind of task of a worker, with input and output. */
export interface WorkerTasks {
  /**
   * Loads the modules of the next task: the check of an archive, or an analysis, which has two threads for a
   * large one.
   */
  prepare: { input: { for: 'check' | 'analysis' | 'large_analysis' }; output: null };
  /** Compiles the code that every analysis runs. */
  warmUp: { input: null; output: null };
  checkArchive: { input: { path: string }; output: ArchiveCheck };
  analyze: {
    /** Rejected with `NotShortWork` if more than `largestBytes` of the archive would be read. */
    input: {
      archivePath: string;
      agents: AgentSettings;
      largestBytes: number;
      /** The index of an earlier version, whose results are reused where still valid. */
      earlierIndexPath?: string | undefined;
      /** Opens a second thread even for little work. */
      alwaysInTwo?: boolean;
    };
    output: AnalysisOutput;
  };
  runAgent: {
    input: {
      files: ApplicationFiles;
      agentId: string;
      /** Other agents' findings, for agents that judge them. */
      findings: string[];
      agents: AgentSettings;
      /** The organization's rules. */
      rules: RuleSource[];
      /** Whether it has a model to ask. */
      asksModel: boolean;
      stopAfterMs: number;
    };
    output: AgentOutput;
  };
  finish: {
    input: {
      files: ApplicationFiles;
      /** Archive entries that are not read, JSON. */
      skippedEntries: string;
      findings: string[];
      /** Fingerprints that the organization has suppressed; they do not count in the scores. */
      suppressed: string[];
      generatePatches: boolean;
      rescore: boolean;
      /**
       * Findings only in the baseline and only in this review, to detect moved ones; undefined: nothing can
       * have moved.
       */
      moved: { archivePath: string; gone: string[]; come: string[] } | undefined;
      agents: AgentSettings;
      stopAfterMs: number;
    };
    output: FinishOutput;
  };
  /** Parses an organization's own rules: the rules, and the errors. */
  checkRules: { input: { text: string }; output: CheckedRules };
  /** The built-in rules with their examples, by id. */
  describeRules: { input: Record<string, never>; output: DescribedRule[] };
  /** Converts another tool's report (SARIF 2.1.0) to findings. */
  readSarif: {
    input: { path: string };
    output: { tool: string; rows: FindingRow[]; counts: SeverityCounts; dropped: DroppedRow[] };
  };
}
