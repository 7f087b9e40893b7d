import type { Finding } from '../types/finding.ts';

// SARIF 2.1.0 (OASIS).

export const sarifSchema =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const levels = { critical: 'error', high: 'error', medium: 'warning', low: 'note' } as const;
/** The severity of the rule for code scanning, 0 to 10. */
const securitySeverity = { critical: '9.5', high: '8.0', medium: '5.5', low: '2.5' } as const;

/** Additional data about a finding. */
export interface ResultNotes {
  baselineState?: 'new' | 'unchanged';
  /** Why it is suppressed; null or missing if it is not. */
  suppression?: string | null;
  properties?: Record<string, unknown>;
}

/**
 * Findings as one SARIF document.
 * @param isCompared whether they were compared with a base, so that each says whether it is new
 */
export function formatSarif(
  findings: readonly (Finding & { status?: 'new' | 'existing' })[],
  isCompared = false,
): string {
  const rules = new Map(findings.map((finding) => [finding.ruleId, finding]));
  const tool = { driver: { name: 'Trivium scanner', rules: [...rules.values()].map(sarifRule) } };
  const stateOf = ({ status }: { status?: string }) => (status === 'existing' ? 'unchanged' : 'new');
  const results = findings.map((finding) =>
    sarifResult(finding, isCompared ? { baselineState: stateOf(finding) } : {}),
  );
  const runs = [{ columnKind: 'utf16CodeUnits', results, tool }];
  return JSON.stringify({ $schema: sarifSchema, version: '2.1.0', runs });
}

/** The rule of a finding in the tool's driver. */
export function sarifRule(finding: Finding) {
  return {
    id: finding.ruleId,
    shortDescription: { text: finding.title },
    help: { text: finding.recommendation },
    ...(finding.references[0]?.startsWith('http') && { helpUri: finding.references[0] }),
    defaultConfiguration: { level: levels[finding.severity] },
    properties: {
      tags: [finding.category, ...finding.cwe],
      ...(finding.source !== null && { 'security-severity': securitySeverity[finding.severity] }),
    },
  };
}

export function sarifResult(finding: Finding, notes: ResultNotes = {}) {
  const { baselineState, suppression = null, properties } = notes;
  return {
    ruleId: finding.ruleId,
    level: levels[finding.severity],
    message: { text: `${finding.title}. ${finding.description}` },
    locations: [{ physicalLocation: locationOf(finding) }],
    partialFingerprints: { 'trivium/v1': finding.fingerprint },
    rank: Math.round(finding.confidence * 100),
    ...(baselineState && { baselineState }),
    ...(suppression !== null && {
      suppressions: [{ kind: 'external', status: 'accepted', justification: suppression }],
    }),
    ...(finding.evidence.length > 1 && { codeFlows: [codeFlowOf(finding)] }),
    properties: {
      ...properties,
      agents: finding.agents,
      category: finding.category,
      severity: finding.severity,
      confidence: finding.confidence,
      ...(finding.driver && { driver: finding.driver }),
      cwe: finding.cwe,
      recommendation: finding.recommendation,
    },
  };
}

function codeFlowOf({ evidence }: Finding) {
  const locations = evidence.map(({ file, line, role, snippet }) => ({
    location: {
      physicalLocation: locationOf({ file, line, endLine: line, snippet }),
      message: { text: role },
    },
  }));
  return { threadFlows: [{ locations }] };
}

function locationOf(place: {
  file: string;
  line: number;
  endLine: number;
  column?: number;
  snippet: string;
}) {
  const { file, line, endLine, column = 0, snippet } = place;
  return {
    artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/') },
    region: {
      startLine: Math.max(line, 1),
      endLine: Math.max(endLine, line, 1),
      ...(column > 0 && { startColumn: column }),
      ...(snippet !== '' && { snippet: { text: snippet } }),
    },
  };
}
