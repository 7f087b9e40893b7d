import stringWidth from 'string-width';
import type { ItemOf } from '../../../../sdk/src/index.ts';
import { formatAcknowledgement } from './format-acknowledgement.ts';
import { cleanLine, type Style, styled } from './print.ts';

export type Finding = ItemOf<'getReviewResults'>;
export type Severity = Finding['severity'];
/** The lowest severity that makes a command fail. */
export type FailOn = Severity | 'none';
export type Counts = Record<Severity, number>;

const severities: readonly Severity[] = ['critical', 'high', 'medium', 'low'];
const colours: Record<Severity, Style> = {
  critical: ['bold', 'red'],
  high: 'red',
  medium: 'yellow',
  low: 'dim',
};
const INDENT = ' '.repeat(10);
const MAX_WIDTH = 100;

export function countBySeverity(findings: readonly Finding[]): Counts {
  const count = (wanted: Severity) => findings.filter(({ severity }) => severity === wanted).length;
  return { critical: count('critical'), high: count('high'), medium: count('medium'), low: count('low') };
}

/** Returns 1 if there is a finding of at least the given severity. */
export function exitCodeFor(counts: Counts, failOn: FailOn): number {
  const reached = failOn === 'none' ? [] : severities.slice(0, severities.indexOf(failOn) + 1);
  return reached.some((severity) => counts[severity] > 0) ? 1 : 0;
}

export function formatCounts(counts: Counts): string {
  return severities.map((severity) => `${counts[severity]} ${severity}`).join(', ');
}

interface Way {
  /** With reason, advice, and the path from source to sink. */
  isFull?: boolean;
  withPatch?: boolean;
}

/** A finding as text: what it is and where; on request, why, the path of the data, and the patch as a coloured diff. */
export function formatFinding(finding: Finding, { isFull = false, withPatch = false }: Way): string {
  const { severity, file, line, title, rule_id, status, patch, acknowledged } = finding;
  const seen = acknowledged == null ? '' : ` (seen by ${cleanLine(formatAcknowledgement(acknowledged))})`;
  const notes = `${status === 'suppressed' ? ' (suppressed)' : ''}${seen}`;
  const mark = notes === '' ? '' : styled('dim', notes);
  const head = `${styled(colours[severity], severity.padEnd(8))}  ${cleanLine(`${file}:${line}`)}  ${cleanLine(title)}  ${styled('dim', `[${rule_id}]`)}${mark}`;
  return [
    head,
    ...(isFull ? formatReason(finding) : []),
    ...(withPatch && patch !== null ? [formatPatch(patch)] : []),
  ].join('\n');
}

function formatReason({ description, recommendation, evidence }: Finding): string[] {
  const way = evidence.map(({ file, line, role }) => `${file}:${line} (${role})`).join(' → ');
  return [
    ...wrap(description),
    ...(evidence.length > 1 ? wrap(way).map((line) => styled('cyan', line)) : []),
    ...wrap(`Fix: ${recommendation}`).map((line) => styled('green', line)),
  ];
}

/** A unified diff; without colours, `git apply` accepts it. */
function formatPatch(patch: string): string {
  return patch
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => {
      const style = patchStyle(line);
      return style === undefined ? line : styled(style, line);
    })
    .join('\n');
}

function patchStyle(line: string): Style | undefined {
  if (line.startsWith('+++') || line.startsWith('---')) return 'bold';
  if (line.startsWith('@@')) return 'cyan';
  return line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : undefined;
}

function wrap(text: string): string[] {
  const width = Math.min(process.stdout.columns || MAX_WIDTH, MAX_WIDTH);
  const lines: string[] = [];
  let line = '';
  for (const word of cleanLine(text).trim().split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && stringWidth(longer) + INDENT.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line].filter(Boolean).map((one) => INDENT + one);
}

/** How many findings have a patch. The service only offers patches that an analysis has shown to work. */
export function formatPatchCount(findings: readonly Finding[]): string {
  const patched = findings.filter(({ patch }) => patch !== null).length;
  return `${patched} of ${findings.length} findings have a patch.`;
}
