import { Type } from 'typebox';
import type { StoredBlob } from '../../../engine/blobs/index.ts';
import { type AnyRoute, created, defineRoute, named } from '../../../kit/http/index.ts';
import { uuidOf } from '../../../kit/ids.ts';
import { applicationParams } from '../applications/application.schema.ts';
import type { ReviewService } from '../review-service.ts';
import { reviewRecord, toReviewRecord } from '../reviews/review.schema.ts';
import { importSarif } from './import-sarif.ts';

const MAX_REPORT_BYTES = 32 * 1_048_576;

const sarifReport = named(
  'SarifReport',
  Type.Object(
    {
      version: Type.Literal('2.1.0', { description: 'The version of SARIF.' }),
      runs: Type.Array(Type.Object({}, { additionalProperties: true }), {
        description: "One for each tool, in SARIF's form.",
      }),
    },
    { additionalProperties: true },
  ),
);

export function sarifRoutes(service: () => ReviewService): AnyRoute[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/v1/review/applications/:id/sarif',
      operationId: 'importSarif',
      tag: 'Review',
      access: 'review:write',
      limits: ['review_triggers'],
      summary: 'Import the findings of another tool',
      description:
        'A SARIF 2.1.0 report, as the part `file` of multipart/form-data or as the body itself. It becomes a review that has ended, whose findings are read, suppressed and used as a baseline like all others.',
      params: applicationParams,
      upload: {
        field: 'file',
        mediaTypes: ['application/sarif+json', 'application/json'],
        json: sarifReport,
        limitBytes: MAX_REPORT_BYTES,
        receive: (stream, { principal }) =>
          service().blobs.put(stream, {
            orgId: principal.orgId,
            maxBytes: MAX_REPORT_BYTES,
            isBounded: true,
          }),
        discard(stored) {
          const { orgId, key } = stored as StoredBlob;
          return service().blobs.delete(orgId, key);
        },
      },
      query: Type.Object({}, { additionalProperties: false }),
      responses: { 201: reviewRecord },
      errors: ['not_found', 'invalid_state', 'invalid_sarif', 'quota_reached'],
      handler: async ({ principal, params, file, newId }) => {
        const review = await importSarif(service(), {
          orgId: principal.orgId,
          id: uuidOf(newId('rev')),
          applicationId: params.id,
          stored: file.stored as StoredBlob,
        });
        return created(toReviewRecord(review, []));
      },
    }),
  ];
}
