import type { Gate, GateVerdict } from '../baseline/index.ts';
import type { RuleSource } from '../types/agent-options.ts';
import type { CallerSetting } from '../types/caller-setting.ts';
import type { Finding } from '../types/finding.ts';
import type { ReadinessKind } from '../types/readiness.ts';
import type { Source } from './open-source.ts';

/** The task of the scanning thread, and its result. Plain data. */
export interface ScanTask {
  source: StoredSource;
  /** The base of the comparison. */
  base: StoredSource | undefined;
  gate: Gate;
  agents: readonly string[] | undefined;
  callers: CallerSetting | undefined;
  advisoryDbPath: string | undefined;
  /** Users' own rules. */
  rules: readonly RuleSource[];
}

export type StoredSource = Exclude<Source, { files: unknown }>;

export type Readiness = Record<ReadinessKind, number>;

/** Without a base, every finding is new. */
export type ReportedFinding = Finding & { status: 'new' | 'existing' };

/** The report of the command. */
export interface ScanReport {
  files: number;
  linesCode: number;
  /** Code files that were read in part or not at all, with the reason. */
  unread: { path: string; reason: string }[];
  /** Scores from 0 to 100. */
  readiness: Readiness;
  topActions: string[];
  findings: ReportedFinding[];
  /** The base of the comparison; null if there is none. */
  base: { readiness: Readiness; fixed: Finding[] } | null;
  gate: GateVerdict;
}
