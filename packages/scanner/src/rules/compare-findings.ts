import type { Finding } from '../types/finding.ts';
import { severityRank } from './severity.ts';

/** The order of findings: severity, confidence, file, line; ties by rule and fingerprint. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    severityRank(a.severity) - severityRank(b.severity) ||
    b.confidence - a.confidence ||
    compareText(a.file, b.file) ||
    a.line - b.line ||
    compareText(a.ruleId, b.ruleId) ||
    compareText(a.fingerprint, b.fingerprint)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
