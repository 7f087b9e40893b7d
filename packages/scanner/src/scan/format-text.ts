import { counted } from '../rules/finding-words.ts';
import { type Finding, severities } from '../types/finding.ts';
import type { ScanReport } from './scan-task.ts';

const MAX_UNREAD = 5;

/** A readable report: each new finding with its place, meaning and fix, then a summary. */
export function formatText(report: ScanReport): string {
  const { files, linesCode, unread, findings, base, gate } = report;
  const shown = findings.filter(({ status }) => status === 'new');
  const parts = shown.map(formatFinding);
  const what = base === null ? 'finding' : 'new finding';
  parts.push(
    `${counted(shown.length, what)}${bySeverity(shown)} in ${counted(files, 'file')}, ${linesCode} lines of code.`,
  );
  if (base !== null) {
    const rest = findings.length - shown.length;
    parts.push(`The base has ${rest} of its findings as well; ${base.fixed.length} of the base are gone.`);
    for (const { passed, message } of gate.conditions)
      parts.push(`${passed ? 'passed' : 'FAILED'}: ${message}`);
  }
  if (unread.length > 0) {
    const named = unread.slice(0, MAX_UNREAD).map(({ path, reason }) => `${path} (${reason})`);
    const rest = unread.length > MAX_UNREAD ? ` and ${unread.length - MAX_UNREAD} more` : '';
    parts.push(`Not read in full: ${named.join(', ')}${rest}.`);
  }
  return `${parts.join('\n')}\n`;
}

function formatFinding(finding: Finding): string {
  const about = [finding.ruleId, ...finding.cwe].join(', ');
  const [source, ...steps] = finding.evidence;
  return [
    `${finding.severity}: ${placeOf(finding)}: ${finding.title} (${about})`,
    ...(finding.snippet === '' ? [] : [`  ${finding.snippet}`]),
    ...(source !== undefined && steps.length > 0 ? [`  from ${placeOf(source)}`] : []),
    `  ${finding.description} ${finding.recommendation}\n`,
  ].join('\n');
}

const placeOf = ({ file, line }: { file: string; line: number }) => `${file}:${line}`;

function bySeverity(findings: readonly Finding[]): string {
  const counts = severities.flatMap((severity) => {
    const found = findings.filter((finding) => finding.severity === severity).length;
    return found > 0 ? `${found} ${severity}` : [];
  });
  return counts.length > 0 ? ` (${counts.join(', ')})` : '';
}
