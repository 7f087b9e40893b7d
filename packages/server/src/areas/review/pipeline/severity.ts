import { type Finding, severities } from '@trivium/scanner';
import type { SeverityCounts } from './worker-protocol.ts';

export function rankOf(severity: Finding['severity']): number {
  return severities.indexOf(severity);
}

export function countSeverities(findings: Iterable<Pick<Finding, 'severity'>>): SeverityCounts {
  const counts: SeverityCounts = [0, 0, 0, 0];
  for (const { severity } of findings) counts[rankOf(severity)]!++;
  return counts;
}

/** Counts as the API shows them. */
export function formatCounts(counts: readonly number[]): Record<Finding['severity'], number> {
  const [critical = 0, high = 0, medium = 0, low = 0] = counts;
  return { critical, high, medium, low };
}
