import type { DroppedFinding, Finding } from '@trivium/scanner';
import { rankOf } from './severity.ts';
import type { DroppedRow, FindingRow } from './worker-protocol.ts';

/**
 * The finding's public id. It is derived from the fingerprint, so the same code has the same ids in every
 * review.
 */
export function findingId(fingerprint: string): string {
  return `fnd_${fingerprint.slice(0, 32)}`;
}

/** The finding as the API shows it, without its status, which depends on the time of the request. */
export function toFindingRecord(finding: Finding) {
  return {
    id: findingId(finding.fingerprint),
    fingerprint: finding.fingerprint,
    agent: finding.agent,
    agents: finding.agents,
    category: finding.category,
    rule_id: finding.ruleId,
    title: finding.title,
    severity: finding.severity,
    confidence: finding.confidence,
    cwe: finding.cwe,
    file: finding.file,
    line: finding.line,
    end_line: finding.endLine,
    column: finding.column,
    snippet: finding.snippet,
    description: finding.description,
    recommendation: finding.recommendation,
    patch: finding.patch,
    patch_checks: finding.patchChecks && {
      applies: finding.patchChecks.applies,
      parses: finding.patchChecks.parses,
      resolves: finding.patchChecks.resolves,
      no_new: finding.patchChecks.noNew,
    },
    evidence: finding.evidence,
    package: finding.package && {
      ecosystem: finding.package.ecosystem,
      name: finding.package.name,
      version: finding.package.version,
      fixed_version: finding.package.fixedVersion,
      advisories: finding.package.advisories,
      imported: finding.package.imported,
    },
    source: finding.source,
    references: finding.references,
    ...(finding.driver !== undefined && { driver: finding.driver }),
  };
}

export type FindingRecord = ReturnType<typeof toFindingRecord>;

/** The inverse, for agents that judge stored findings. */
export function fromFindingRecord(record: FindingRecord): Finding {
  return {
    fingerprint: record.fingerprint,
    agent: record.agent,
    agents: record.agents,
    category: record.category,
    ruleId: record.rule_id,
    title: record.title,
    severity: record.severity,
    confidence: record.confidence,
    cwe: record.cwe,
    file: record.file,
    line: record.line,
    endLine: record.end_line,
    column: record.column,
    snippet: record.snippet,
    description: record.description,
    recommendation: record.recommendation,
    patch: record.patch,
    patchChecks: record.patch_checks && {
      applies: record.patch_checks.applies,
      parses: record.patch_checks.parses,
      resolves: record.patch_checks.resolves,
      noNew: record.patch_checks.no_new,
    },
    evidence: record.evidence,
    package: record.package && {
      ecosystem: record.package.ecosystem,
      name: record.package.name,
      version: record.package.version,
      fixedVersion: record.package.fixed_version,
      advisories: record.package.advisories,
      imported: record.package.imported,
    },
    source: record.source,
    references: record.references,
    ...(record.driver !== undefined && { driver: record.driver }),
  };
}

export function toFindingRow(finding: Finding): FindingRow {
  return {
    fingerprint: finding.fingerprint,
    agentId: finding.agent,
    category: finding.category,
    severity: rankOf(finding.severity),
    confidence: finding.confidence,
    file: finding.file,
    line: finding.line,
    ruleId: finding.ruleId,
    json: JSON.stringify(toFindingRecord(finding)),
  };
}

export function parseFinding(json: string): Finding {
  return fromFindingRecord(JSON.parse(json));
}

export function toDroppedRow(dropped: DroppedFinding): DroppedRow {
  return {
    reason: dropped.reason,
    json: JSON.stringify({
      fingerprint: dropped.fingerprint,
      rule_id: dropped.ruleId,
      file: dropped.file,
      line: dropped.line,
      reason: dropped.reason,
      detail: dropped.detail,
    }),
  };
}
