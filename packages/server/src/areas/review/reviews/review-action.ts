import { hash } from 'node:crypto';
import { Type } from 'typebox';
import type { WorkflowAction } from '../../../engine/workflows/index.ts';
import { strictObject } from '../../../kit/http/index.ts';
import { formatId, uuidOfHex } from '../../../kit/ids.ts';
import type { ReviewService } from '../review-service.ts';
import { requestReview } from './request-review.ts';

const inputSchema = strictObject({
  application_id: Type.String({ description: 'The application, `app_…`.' }),
  categories: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20, description: 'Default: all.' }),
  ),
  generate_patches: Type.Optional(Type.Boolean({ default: false })),
});

const outputSchema = Type.Object({
  review_id: Type.String({ description: 'The review, `rev_…`.' }),
  application_id: Type.String(),
  status: Type.String(),
});

interface ReviewInput {
  application_id: string;
  categories?: string[];
  generate_patches?: boolean;
}

const TIME_LIMIT_SECONDS = 900;

/** The area's workflow action: request a review. */
export function requestReviewAction(service: ReviewService): WorkflowAction {
  return {
    name: 'review.request_review',
    description: 'Review an application.',
    scope: 'review:write',
    inputSchema,
    outputSchema,
    async run({ orgId, input, correlationId, idempotencyKey, depth }) {
      const wanted = input as unknown as ReviewInput;
      const review = await requestReview(service, {
        orgId,
        id: reviewIdOf(idempotencyKey),
        applicationId: wanted.application_id,
        categories: wanted.categories ?? 'all',
        generatePatches: wanted.generate_patches ?? false,
        baselineReviewId: undefined,
        gate: undefined,
        minSeverity: undefined,
        timeLimitSeconds: TIME_LIMIT_SECONDS,
        correlationId,
        workflowDepth: depth,
      });
      return {
        review_id: formatId('rev', review.id),
        application_id: wanted.application_id,
        status: review.status,
      };
    },
  };
}

/** The same review id for each attempt of a run's action (RFC 9562, version 8). */
function reviewIdOf(idempotencyKey: string): string {
  const hex = hash('sha256', `review ${idempotencyKey}`);
  return uuidOfHex(`${hex.slice(0, 12)}8${hex.slice(13, 16)}a${hex.slice(17, 32)}`);
}
