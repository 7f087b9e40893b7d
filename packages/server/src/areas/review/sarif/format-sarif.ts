import { formatId } from '../../../kit/ids.ts';
import type { FindingRecord } from '../pipeline/finding-record.ts';
import type { Review } from '../reviews/review.repository.ts';

// SARIF 2.1.0 (OASIS). Rules come behind the results, since they are known only when all were read.

const levels = { critical: 'error', high: 'error', medium: 'warning', low: 'note' } as const;
/** What code scanning shows as the rule's severity, 0 to 10. */
const securitySeverity = { critical: '9.5', high: '8.0', medium: '5.5', low: '2.5' } as const;

export function sarifHead(review: Review): string {
  const properties = {
    review_id: formatId('rev', review.id),
    application_id: formatId('app', review.application_id),
    status: review.status,
  };
  const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
  return `{"$schema":"${schema}","version":"2.1.0","runs":[{"columnKind":"utf16CodeUnits","automationDetails":{"id":"trivium/${properties.review_id}"},"properties":${JSON.stringify(properties)},"results":[`;
}

export function sarifTail(rules: readonly string[]): string {
  return `],"tool":{"driver":{"name":"Trivium","rules":[${rules.join(',')}]}}}]}`;
}

export function formatSarifRule(finding: FindingRecord): string {
  return JSON.stringify({
    id: finding.rule_id,
    shortDescription: { text: finding.title },
    help: { text: finding.recommendation },
    ...(finding.references[0]?.startsWith('http') && { helpUri: finding.references[0] }),
    defaultConfiguration: { level: levels[finding.severity] },
    properties: {
      tags: [finding.category, ...finding.cwe],
      ...(finding.source !== null && { 'security-severity': securitySeverity[finding.severity] }),
    },
  });
}

/** `reason` is of the suppression; null for a finding that is not suppressed. */
export function formatSarifResult(finding: FindingRecord, status: string, reason: string | null): string {
  return JSON.stringify({
    ruleId: finding.rule_id,
    level: levels[finding.severity],
    message: { text: `${finding.title}. ${finding.description}` },
    locations: [
      {
        physicalLocation: locationOf(
          finding.file,
          finding.line,
          finding.end_line,
          finding.column,
          finding.snippet,
        ),
      },
    ],
    partialFingerprints: { 'trivium/v1': finding.fingerprint },
    rank: Math.round(finding.confidence * 100),
    baselineState: status === 'existing' ? 'unchanged' : 'new',
    ...(reason !== null && {
      suppressions: [{ kind: 'external', status: 'accepted', justification: reason }],
    }),
    ...(finding.evidence.length > 1 && { codeFlows: [codeFlowOf(finding)] }),
    properties: {
      id: finding.id,
      agents: finding.agents,
      category: finding.category,
      severity: finding.severity,
      confidence: finding.confidence,
      cwe: finding.cwe,
      recommendation: finding.recommendation,
    },
  });
}

function codeFlowOf({ evidence }: FindingRecord) {
  return {
    threadFlows: [
      {
        locations: evidence.map(({ file, line, role, snippet }) => ({
          location: {
            physicalLocation: locationOf(file, line, line, undefined, snippet),
            message: { text: role },
          },
        })),
      },
    ],
  };
}

function locationOf(
  file: string,
  line: number,
  endLine: number,
  column: number | undefined,
  snippet: string,
) {
  return {
    artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/') },
    region: {
      startLine: Math.max(line, 1),
      endLine: Math.max(endLine, line, 1),
      ...(column !== undefined && column > 0 && { startColumn: column }),
      ...(snippet !== '' && { snippet: { text: snippet } }),
    },
  };
}
