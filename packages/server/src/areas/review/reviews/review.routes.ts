import { severities } from '@trivium/scanner';
import { notFound } from '../../../kit/errors/index.ts';
import { type AnyRoute, accepted, defineRoute, ok, okList, pageOf } from '../../../kit/http/index.ts';
import { parseId, uuidOf } from '../../../kit/ids.ts';
import { applicationParams } from '../applications/application.schema.ts';
import { requireApplication } from '../applications/find-application.ts';
import type { ReviewService } from '../review-service.ts';
import type { ReviewDatabase } from '../review-tables.ts';
import { readGate } from './change-gate.ts';
import { requestReview } from './request-review.ts';
import { findReview, listAgents, listReviews, type Review } from './review.repository.ts';
import {
  listReviewsQuery,
  requestReviewBody,
  reviewList,
  reviewParams,
  reviewRecord,
  reviewTicket,
  toReviewRecord,
  toReviewTicket,
} from './review.schema.ts';

const read = { tag: 'Review', access: 'review:read', limits: ['review_queries'] } as const;

/** This organization's review with the public id. Throws `not_found`. */
export async function requireReview(db: ReviewDatabase, orgId: string, id: string): Promise<Review> {
  const uuid = parseId('rev', id);
  const review = uuid === undefined ? undefined : await findReview(db, orgId, uuid);
  if (review === undefined) throw notFound('review');
  return review;
}

export function reviewRoutes(service: () => ReviewService): AnyRoute[] {
  return [
    requestRoute(service),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/review/applications/:id/reviews',
      operationId: 'listReviews',
      reads: 'replica',
      summary: 'List the reviews of an application',
      description: 'Newest first.',
      params: applicationParams,
      query: listReviewsQuery,
      responses: { 200: reviewList },
      errors: ['not_found'],
      handler: async ({ principal, params, query }) => {
        const { orgId } = principal;
        const { id: applicationId } = await requireApplication(service().db, orgId, params.id);
        const page = pageOf(query);
        const { reviews, total } = await listReviews(service().db, { orgId, applicationId }, page);
        const agents = await listAgents(
          service().db,
          orgId,
          reviews.map(({ id }) => id),
        );
        return okList(
          'reviews',
          reviews.map((review) => toReviewRecord(review, agents)),
          total,
          page,
        );
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/review/reviews/:id',
      operationId: 'getReview',
      summary: 'Read the progress of a review',
      params: reviewParams,
      responses: { 200: reviewRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const review = await requireReview(service().db, principal.orgId, params.id);
        return ok(toReviewRecord(review, await listAgents(service().db, principal.orgId, [review.id])));
      },
    }),
  ];
}

function requestRoute(service: () => ReviewService): AnyRoute {
  return defineRoute({
    method: 'POST',
    path: '/v1/review/applications/:id/review',
    operationId: 'requestReview',
    tag: 'Review',
    access: 'review:write',
    limits: ['review_triggers'],
    summary: 'Review an application',
    description: 'Begins at once, or when the analysis of the application has ended.',
    params: applicationParams,
    body: requestReviewBody,
    bodyOptional: true,
    responses: { 202: reviewTicket },
    errors: ['not_found', 'invalid_category', 'invalid_state', 'analysis_failed'],
    handler: async ({ principal, params, body, newId }) => {
      const asked = body?.categories ?? 'all';
      const review = await requestReview(service(), {
        orgId: principal.orgId,
        id: uuidOf(newId('rev')),
        applicationId: params.id,
        categories: asked === 'all' ? 'all' : typeof asked === 'string' ? [asked] : asked,
        generatePatches: body?.generate_patches ?? false,
        baselineReviewId: body?.baseline_review_id,
        gate: readGate(body?.gate),
        minSeverity:
          body?.min_severity === undefined
            ? undefined
            : (severities as readonly string[]).indexOf(body.min_severity),
        timeLimitSeconds: body?.time_limit_seconds ?? 900,
      });
      const agents = await listAgents(service().db, principal.orgId, [review.id]);
      return accepted(toReviewTicket(review, agents.filter((agent) => agent.is_listed).length));
    },
  });
}
