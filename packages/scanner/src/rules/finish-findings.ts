import { createHash } from 'node:crypto';
import { compareText } from '../read/compare-text.ts';
import type { Finding } from '../types/finding.ts';
import { catalog } from './catalog/index.ts';
import { type DraftOwner, type FindingDraft, severityOf } from './finding-draft.ts';
import { severityRank } from './severity.ts';

const MAX_SNIPPET_LENGTH = 300;

/** Turns drafts into findings, in the order of the contract, with fingerprints that do not change when lines move. */
export function finishFindings(owner: DraftOwner, drafts: readonly FindingDraft[]): Finding[] {
  const inPlace = [...drafts].sort(
    (a, b) =>
      compareText(a.file, b.file) ||
      a.line - b.line ||
      (a.column ?? 1) - (b.column ?? 1) ||
      compareText(a.ruleId, b.ruleId) ||
      compareText(titleOf(a), titleOf(b)),
  );
  const ordinals = new Map<string, number>();
  const findings = inPlace.map((draft) => {
    const place = draft.isOfApplication ? [] : [draft.file, draft.symbol ?? '<module>'];
    const identity = [draft.ruleId, ...place, sinkTokensOf(draft)].join('\0');
    const ordinal = ordinals.get(identity) ?? 0;
    ordinals.set(identity, ordinal + 1);
    const fingerprint = createHash('sha256').update(`${identity}\0${ordinal}`).digest('hex');
    return toFinding(owner, draft, fingerprint);
  });
  return sortFindings(findings);
}

/** Sorts by severity, confidence (highest first), file, line and rule, in place, and returns its argument. */
export function sortFindings(findings: Finding[]): Finding[] {
  return findings.sort(
    (a, b) =>
      severityRank(a.severity) - severityRank(b.severity) ||
      b.confidence - a.confidence ||
      compareText(a.file, b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      compareText(a.ruleId, b.ruleId) ||
      compareText(a.fingerprint, b.fingerprint),
  );
}

function titleOf({ title, ruleId, subject }: FindingDraft): string {
  const name = title ?? catalog.get(ruleId)?.name ?? ruleId;
  return subject === undefined ? name : `${name}: ${subject}`;
}

function sinkTokensOf(draft: FindingDraft): string {
  return draft.sinkTokens ?? normaliseTokens(draft.snippet);
}

/** A line of code without literals and layout, so that other values and spaces do not change the fingerprint. */
export function normaliseTokens(code: string): string {
  return code
    .replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`/g, '""')
    .replace(/(?:\/\/|#).*$/, '')
    .replace(/\b\d[\d_.]*\b/g, '0')
    .replace(/\s+/g, ' ')
    .trim();
}

function toFinding(owner: DraftOwner, draft: FindingDraft, fingerprint: string): Finding {
  return {
    fingerprint,
    agent: owner.id,
    agents: [owner.id],
    category: owner.category,
    ruleId: draft.ruleId,
    title: titleOf(draft),
    severity: severityOf(draft),
    confidence: Math.round(Math.min(1, Math.max(0, draft.confidence)) * 100) / 100,
    cwe: draft.cwe,
    file: draft.file,
    line: draft.line,
    endLine: Math.max(draft.line, draft.endLine ?? draft.line),
    column: draft.column ?? 1,
    snippet: draft.snippet.trim().slice(0, MAX_SNIPPET_LENGTH),
    description: draft.description,
    recommendation: draft.recommendation,
    patch: null,
    patchChecks: null,
    evidence: draft.evidence ?? [],
    package: draft.package ?? null,
    references: draft.references ?? [],
    source: draft.source,
  };
}
