import { sarifResult, sarifRule, sarifSchema } from '@trivium/scanner';
import { formatId } from '../../../kit/ids.ts';
import { type FindingRecord, fromFindingRecord } from '../pipeline/finding-record.ts';
import type { Review } from '../reviews/review.repository.ts';

// Rules follow the results, because they are only known after all results were read.

export function sarifHead(review: Review): string {
  const properties = {
    review_id: formatId('rev', review.id),
    application_id: formatId('app', review.application_id),
    status: review.status,
  };
  return `{"$schema":"${sarifSchema}","version":"2.1.0","runs":[{"columnKind":"utf16CodeUnits","automationDetails":{"id":"trivium/${properties.review_id}"},"properties":${JSON.stringify(properties)},"results":[`;
}

export function sarifTail(rules: readonly string[]): string {
  return `],"tool":{"driver":{"name":"Trivium","rules":[${rules.join(',')}]}}}]}`;
}

export function formatSarifRule(finding: FindingRecord): string {
  return JSON.stringify(sarifRule(fromFindingRecord(finding)));
}

/** `reason` is the suppression's; null for a finding that is not suppressed. */
export function formatSarifResult(finding: FindingRecord, status: string, reason: string | null): string {
  const result = sarifResult(fromFindingRecord(finding), {
    baselineState: status === 'existing' ? 'unchanged' : 'new',
    suppression: reason,
    properties: { id: finding.id },
  });
  return JSON.stringify(result);
}
