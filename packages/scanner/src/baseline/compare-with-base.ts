import { severityRank } from '../rules/severity.ts';
import type { Finding } from '../types/finding.ts';

/** The fields by which two findings are recognized as the same. */
export type Comparable = Pick<
  Finding,
  'fingerprint' | 'ruleId' | 'title' | 'severity' | 'file' | 'line' | 'snippet' | 'package'
>;

interface Comparison<Of> {
  /** Findings that the change added, and those that it made more severe. */
  new: Of[];
  /** Findings that the base has too. */
  existing: Of[];
  /** Findings that only the base has. */
  fixed: Of[];
}

/**
 * Finds what a change added. A finding is recognized by its fingerprint, even if its lines moved; otherwise by its
 * rule and text, in the same file (moved to another function) or in the file that it was renamed from.
 * @param renamed the base's paths by current path
 */
export function compareWithBase<Of extends Comparable>(
  findings: readonly Of[],
  base: readonly Of[],
  renamed: ReadonlyMap<string, string> = new Map(),
): Comparison<Of> {
  const known = matchFindings(findings, base, renamed);
  const comparison: Comparison<Of> = { new: [], existing: [], fixed: [] };
  for (const finding of findings) {
    const before = known.get(finding);
    const isGraver = before && severityRank(before.severity) > severityRank(finding.severity);
    comparison[before === undefined || isGraver ? 'new' : 'existing'].push(finding);
  }
  const matched = new Set(known.values());
  comparison.fixed = base.filter((finding) => !matched.has(finding));
  return comparison;
}

/** Files with unmatched findings: renames are only searched for these. */
export function unmatchedFiles(findings: readonly Comparable[], base: readonly Comparable[]): Set<string> {
  const before = new Set(base.map(({ fingerprint }) => fingerprint));
  return new Set(findings.filter(({ fingerprint }) => !before.has(fingerprint)).map(({ file }) => file));
}

function matchFindings<Of extends Comparable>(
  findings: readonly Of[],
  base: readonly Of[],
  renamed: ReadonlyMap<string, string>,
): Map<Of, Of> {
  const known = new Map<Of, Of>();
  const byFingerprint = new Map(base.map((finding) => [finding.fingerprint, finding]));
  for (const finding of findings) {
    const before = byFingerprint.get(finding.fingerprint);
    if (before !== undefined) known.set(finding, before);
  }
  const taken = new Set(known.values());
  const byText = new Map<string, Of[]>();
  for (const finding of inPlace(base)) {
    if (taken.has(finding)) continue;
    const text = textOf(finding, finding.file);
    byText.set(text, [...(byText.get(text) ?? []), finding]);
  }
  // In line order, so that equal findings are matched in order.
  for (const finding of inPlace(findings)) {
    if (known.has(finding)) continue;
    const file = renamed.get(finding.file) ?? finding.file;
    const before = byText.get(textOf(finding, file))?.shift();
    if (before !== undefined) known.set(finding, before);
  }
  return known;
}

function inPlace<Of extends Comparable>(findings: readonly Of[]): Of[] {
  return [...findings].sort((a, b) => a.line - b.line || (a.fingerprint < b.fingerprint ? -1 : 1));
}

/** The exact text: with another name or value, it is another finding, unless the fingerprint is the same. */
function textOf({ ruleId, title, snippet, package: used }: Comparable, file: string): string {
  const name = used === null ? '' : `${used.ecosystem}:${used.name}`;
  return [ruleId, file, name, title, snippet.replace(/\s+/g, ' ')].join('\0');
}
