import type {
  EngineFault,
  ModelFailureKind,
  ModelQuestion,
  RuleSource,
  SkippedEntry,
} from '@trivium/scanner';
import type { CheckedRules } from '../rules/checked-rules.ts';
import type { DescribedRule } from '../rules/rule-reference.ts';

// What crosses between the API thread and a worker thread. Long lists cross as JSON texts, so that
// neither side of the API thread parses or builds them.

/** Where a worker finds an application. `archivePath` and `indexPath` are local files. */
export interface ApplicationFiles {
  /** Names the index whatever its path is; what a thread has in memory goes by it. */
  indexKey: string;
  archivePath: string;
  indexPath: string;
}

export interface AgentSettings {
  advisoryDbPath: string | undefined;
  /** A database on the network to ask; undefined: none. */
  osv: OsvSettings | undefined;
}

/** A database with the API of OSV, and whom the client may connect to. */
export interface OsvSettings {
  url: string;
  allowLoopback: boolean;
  allowedNetworks: readonly string[];
  caCertificates?: readonly string[];
}

/** What an agent's thread asks while it works: it has no key of a model. */
export interface AskedQuestion {
  question: ModelQuestion;
  /** So long the agent can wait, and still deliver what its rules found. */
  leftMs: number;
}

export type ModelReply = { answer: unknown } | { failure: ModelFailureKind; message: string };

/** A finding as a row: the columns that it is found by, and the record itself. */
export interface FindingRow {
  fingerprint: string;
  agentId: string;
  category: string;
  severity: number;
  confidence: number;
  file: string;
  line: number;
  ruleId: string;
  /** The finding as the API shows it, without its status, as JSON. */
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
  /** What else was found of it, as JSON. */
  details: string;
  findings: SeverityCounts;
}

/** A file that was not analysed in full, and why. */
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
  /** The analysis as the API shows it, as JSON. */
  report: string;
  /** What the agents read of it: packed parts. */
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
  /** Where the analysis itself failed at a file: for the log. */
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
  /** Findings that were given a patch: their new records. */
  patched: FindingRow[];
  readiness: ReadinessRow[];
  /** Findings in the files of each component, by its key. */
  componentFindings: { key: string; findings: SeverityCounts }[];
  /** Findings that the baseline has under another fingerprint, and how many of its own were found again so. */
  moved: { existing: string[]; matched: number };
  /** What was seen of the files, as JSON. */
  coverage: string;
}

export interface ArchiveCheck {
  /** Of all its files, unpacked. */
  uncompressedBytes: number;
  /** Of those that an analysis reads. */
  workBytes: number;
  skipped: SkippedEntry[];
}

/** Every kind of work that a worker does: what it is given, and what it gives back. */
export interface WorkerTasks {
  /** Loads what comes next: the check of an archive, or an analysis, which for a large one has two threads. */
  prepare: { input: { for: 'check' | 'analysis' | 'large_analysis' }; output: null };
  /** Has what every analysis runs through compiled. */
  warmUp: { input: null; output: null };
  checkArchive: { input: { path: string }; output: ArchiveCheck };
  analyze: {
    /** Refused as `NotShortWork` where more than `largestBytes` of the archive would be read. */
    input: {
      archivePath: string;
      agents: AgentSettings;
      largestBytes: number;
      /** The index of an earlier version, of which is taken over what still holds. */
      earlierIndexPath?: string | undefined;
      /** A second thread is opened even for little. */
      alwaysInTwo?: boolean;
    };
    output: AnalysisOutput;
  };
  runAgent: {
    input: {
      files: ApplicationFiles;
      agentId: string;
      /** Findings of the other agents, for those that judge them. */
      findings: string[];
      agents: AgentSettings;
      /** Of the organization. */
      rules: RuleSource[];
      /** Whether there is a model that it may ask. */
      asksModel: boolean;
      stopAfterMs: number;
    };
    output: AgentOutput;
  };
  finish: {
    input: {
      files: ApplicationFiles;
      /** Entries of the archive that are not read, JSON. */
      skippedEntries: string;
      findings: string[];
      /** Fingerprints that the organization has suppressed; they weigh nothing in the scores. */
      suppressed: string[];
      generatePatches: boolean;
      rescore: boolean;
      /** What only the baseline has and what only this review has, to see what moved; undefined: nothing can have. */
      moved: { archivePath: string; gone: string[]; come: string[] } | undefined;
      agents: AgentSettings;
      stopAfterMs: number;
    };
    output: FinishOutput;
  };
  /** Reads rules of an organization's own: what they are, and what is not understood. */
  checkRules: { input: { text: string }; output: CheckedRules };
  /** The built-in rules with their examples, by id. */
  describeRules: { input: Record<string, never>; output: DescribedRule[] };
  /** Turns a report of another tool (SARIF 2.1.0) into findings. */
  readSarif: {
    input: { path: string };
    output: { tool: string; rows: FindingRow[]; counts: SeverityCounts; dropped: DroppedRow[] };
  };
}
