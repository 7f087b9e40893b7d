import { compareText } from '../read/compare-text.ts';
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
