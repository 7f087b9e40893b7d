import { Readable } from 'node:stream';
import { severities } from '@trivium/scanner';
import { type Static, Type } from 'typebox';
import {
  type AnyRoute,
  defineRoute,
  listOf,
  pageOf,
  pageQuery,
  placeOf,
  strictObject,
} from '../../../kit/http/index.ts';
import type { ReviewService } from '../review-service.ts';
import { requireReview } from '../reviews/review.routes.ts';
import { reviewParams } from '../reviews/review.schema.ts';
import { sarifReply } from '../sarif/sarif-reply.ts';
import { listDropped } from './finding.repository.ts';
import { checkResults, findingLines, type ResultsService, readResults } from './read-results.ts';
import type { FindingStatus, ResultFilter } from './results.repository.ts';
import { droppedRecord, exportFindingsQuery, resultsQuery, resultsRecord } from './results.schema.ts';

const read = { tag: 'Review', access: 'review:read', limits: ['review_queries'] } as const;

export function resultsRoutes(service: () => Pick<ReviewService, 'clock'> & ResultsService): AnyRoute[] {
  return [
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/review/reviews/:id/results',
      operationId: 'getReviewResults',
      reads: 'replica',
      summary: 'Read what a review found',
      description:
        'Findings by severity, with a summary. `Accept: application/sarif+json` returns all that match as SARIF 2.1.0. While agents work, `complete` is false and the answer has the findings so far.',
      params: reviewParams,
      query: resultsQuery,
      responses: { 200: resultsRecord },
      errors: ['not_found', 'review_timeout'],
      handler: async ({ principal, params, query, headers }) => {
        const review = await requireReview(service().db, principal.orgId, params.id);
        checkResults(review, query.partial ?? false);
        const filter = filterOf(query);
        const at = new Date(service().clock.now());
        if (String(headers.accept ?? '').includes('application/sarif+json')) {
          return sarifReply(service().db, review, filter, at);
        }
        return { status: 200, json: await readResults(service(), review, filter, pageOf(query), at) };
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/review/reviews/:id/findings',
      operationId: 'exportFindings',
      reads: 'replica',
      summary: 'Export all findings of a review',
      description: 'JSON Lines: each finding as in the results, by severity.',
      params: reviewParams,
      query: exportFindingsQuery,
      responses: { 200: Type.String() },
      produces: 'application/x-ndjson',
      errors: ['not_found', 'review_timeout'],
      handler: async ({ principal, params, query }) => {
        const review = await requireReview(service().db, principal.orgId, params.id);
        checkResults(review, query.partial ?? false);
        const at = new Date(service().clock.now());
        return {
          status: 200,
          stream: Readable.from(findingLines(service(), review, filterOf(query), { most: query.most, at })),
          headers: { 'content-type': 'application/x-ndjson; charset=utf-8' },
        };
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/review/reviews/:id/dropped',
      operationId: 'listDroppedFindings',
      reads: 'replica',
      summary: 'List findings that a review did not deliver',
      description: 'Each with its reason.',
      params: reviewParams,
      query: strictObject(pageQuery),
      responses: { 200: listOf('dropped', droppedRecord) },
      errors: ['not_found'],
      handler: async ({ principal, params, query }) => {
        const review = await requireReview(service().db, principal.orgId, params.id);
        const page = pageOf(query);
        const found = await listDropped(service().db, { orgId: principal.orgId, reviewId: review.id }, page);
        const tail = placeOf(found.total, page, found.texts.length);
        return {
          status: 200,
          json: `{"dropped":[${found.texts.join(',')}],${JSON.stringify(tail).slice(1)}`,
        };
      },
    }),
  ];
}

function filterOf({
  severity,
  category,
  file,
  status,
}: Omit<Static<typeof exportFindingsQuery>, 'most'>): ResultFilter {
  return {
    severity: severity === undefined ? undefined : (severities as readonly string[]).indexOf(severity),
    category,
    file,
    status: status === 'all' ? undefined : (status as FindingStatus | undefined),
  };
}
