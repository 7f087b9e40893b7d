import type { ApplicationIndex } from './application-index.ts';
import type { DependencyReport } from './dependency-report.ts';
import type { FileEntry } from './file-entry.ts';
import type { Finding } from './finding.ts';

export const readinessKinds = ['cloud', 'library', 'mesh'] as const;

export type ReadinessKind = (typeof readinessKinds)[number];

export type Grade = 'A' | 'B' | 'C' | 'D' | 'F';

/** The grade of a score from 0 to 100. */
export function gradeOf(score: number): Grade {
  return score >= 90 ? 'A' : score >= 80 ? 'B' : score >= 70 ? 'C' : score >= 60 ? 'D' : 'F';
}

export interface ReadinessCheck {
  id: string;
  weight: number;
  status: 'pass' | 'partial' | 'fail' | 'not_applicable';
  /** From 0 to weight. */
  points: number;
  evidence: { file: string; line: number }[];
  recommendation: string | null;
}

/**
 * A factor's score is 100 x points / weight over its applicable checks, rounded; null if none applies (its weight is
 * then left out).
 */
export interface ReadinessFactor {
  name: string;
  weight: number;
  score: number | null;
  checks: ReadinessCheck[];
}

export interface ReadinessChecklist {
  kind: ReadinessKind;
  /** The rounded weighted mean of the factors, limited by the lowest cap. */
  score: number;
  grade: Grade;
  /** `partial` if advisory data is unknown or files were skipped. */
  confidence: 'full' | 'partial';
  factors: ReadinessFactor[];
  caps: { id: string; maxScore: number; reason: string }[];
  /** By gain over effort; `gain` is in exact points of the score. */
  recommendations: { id: string; gain: number; effort: 'S' | 'M' | 'L'; text: string }[];
}

export type Score = Record<ReadinessKind, ReadinessChecklist>;

/** An index without code scores 0, grade F, with a cap that says so. */
export type ScoreReadiness = (
  index: ApplicationIndex,
  findings: readonly Finding[],
  files: readonly FileEntry[],
  dependencies: DependencyReport,
) => Promise<Score>;
