import { severityRank } from '../rules/severity.ts';
import type { Finding } from '../types/finding.ts';

/** What two findings are told to be the same by. */
export type Comparable = Pick<
  Finding,
  'fingerprint' | 'ruleId' | 'title' | 'severity' | 'file' | 'line' | 'snippet' | 'package'
>;

interface Comparison<Of> {
  /** What the change brought, and what it made graver. */
  new: Of[];
  /** What the base has as well. */
  existing: Of[];
  /** What only the base has. */
  fixed: Of[];
}

/**
 * Tells what a change brought. A finding is known by its fingerprint, wherever its lines moved; else by its rule and its
 * text, in the same file (it moved into another function) or in the one that the file was renamed from.
 * @param renamed paths of the base by those of now
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

/** Files of unmatched findings: only they are looked at for renames. */
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
  // In the order of their lines, so that the first of several equal ones is the first again.
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

/** The very text: a name or a value that changed makes another finding, unless the fingerprint says otherwise. */
function textOf({ ruleId, title, snippet, package: used }: Comparable, file: string): string {
  const name = used === null ? '' : `${used.ecosystem}:${used.name}`;
  return [ruleId, file, name, title, snippet.replace(/\s+/g, ' ')].join('\0');
}
