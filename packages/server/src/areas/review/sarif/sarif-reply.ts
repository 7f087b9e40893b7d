import { Readable } from 'node:stream';
import type { Reply } from '../../../kit/http/index.ts';
import type { FindingRecord } from '../pipeline/finding-record.ts';
import { findingPortions } from '../results/read-results.ts';
import type { ResultFilter } from '../results/results.repository.ts';
import type { ReviewDatabase } from '../review-tables.ts';
import type { Review } from '../reviews/review.repository.ts';
import { formatSarifResult, formatSarifRule, sarifHead, sarifTail } from './format-sarif.ts';

/** All matching findings, as SARIF 2.1.0, streamed. */
export async function sarifReply(
  db: ReviewDatabase,
  review: Review,
  filter: ResultFilter,
  at: Date,
): Promise<Reply> {
  return {
    status: 200,
    stream: Readable.from(formatParts(db, review, filter, at)),
    headers: { 'content-type': 'application/sarif+json; charset=utf-8' },
  };
}

async function* formatParts(
  db: ReviewDatabase,
  review: Review,
  filter: ResultFilter,
  at: Date,
): AsyncGenerator<string> {
  yield sarifHead(review);
  const rules = new Map<string, string>();
  let isFirst = true;
  for await (const findings of findingPortions(db, review, filter, { at })) {
    for (const found of findings) {
      const finding = JSON.parse(found.finding) as FindingRecord;
      if (!rules.has(finding.rule_id)) rules.set(finding.rule_id, formatSarifRule(finding));
      yield `${isFirst ? '' : ','}${formatSarifResult(finding, found.status, found.reason)}`;
      isFirst = false;
    }
  }
  yield sarifTail([...rules.values()]);
}
