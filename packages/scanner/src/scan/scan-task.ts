import type { Gate, GateVerdict } from '../baseline/index.ts';
import type { RuleSource } from '../types/agent-options.ts';
import type { CallerSetting } from '../types/caller-setting.ts';
import type { Finding } from '../types/finding.ts';
import type { ReadinessKind } from '../types/readiness.ts';
import type { Source } from './open-source.ts';

/** What crosses to the thread that scans, and back. Plain data. */
export interface ScanTask {
  source: StoredSource;
  /** What it is compared with. */
  base: StoredSource | undefined;
  gate: Gate;
  agents: readonly string[] | undefined;
  callers: CallerSetting | undefined;
  advisoryDbPath: string | undefined;
  /** Rules of one's own. */
  rules: readonly RuleSource[];
}

export type StoredSource = Exclude<Source, { files: unknown }>;

export type Readiness = Record<ReadinessKind, number>;

/** Without a base every finding is new. */
export type ReportedFinding = Finding & { status: 'new' | 'existing' };

/** What the command tells of a scan. */
export interface ScanReport {
  files: number;
  linesCode: number;
  /** Files of code that were read in part or not at all, and why. */
  unread: { path: string; reason: string }[];
  /** Scores from 0 to 100. */
  readiness: Readiness;
  topActions: string[];
  findings: ReportedFinding[];
  /** What it was compared with; null: with nothing. */
  base: { readiness: Readiness; fixed: Finding[] } | null;
  gate: GateVerdict;
}
