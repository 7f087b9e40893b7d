import { type Finding, severities } from '@trivium/scanner';
import type { SeverityCounts } from './worker-protocol.ts';

/** The index of a severity, worst first. */
export type Rank = 0 | 1 | 2 | 3;

export function rankOf(severity: Finding['severity']): Rank {
  return severities.indexOf(severity) as Rank;
}

export function countSeverities(findings: Iterable<Pick<Finding, 'severity'>>): SeverityCounts {
  const counts: SeverityCounts = [0, 0, 0, 0];
  for (const { severity } of findings) counts[rankOf(severity)]++;
  return counts;
}

/** Counts in the API's form. */
export function formatCounts(counts: readonly number[]): Record<Finding['severity'], number> {
  const [critical = 0, high = 0, medium = 0, low = 0] = counts;
  return { critical, high, medium, low };
}
