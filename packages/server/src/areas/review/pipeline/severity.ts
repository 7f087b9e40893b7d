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

/** The order of findings: severity, confidence, file, line; ties by rule and fingerprint. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    rankOf(a.severity) - rankOf(b.severity) ||
    b.confidence - a.confidence ||
    compareText(a.file, b.file) ||
    a.line - b.line ||
    compareText(a.ruleId, b.ruleId) ||
    compareText(a.fingerprint, b.fingerprint)
  );
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
