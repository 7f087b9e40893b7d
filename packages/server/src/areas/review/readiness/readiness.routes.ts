import { type ReadinessKind, readinessKinds } from '@trivium/scanner';
import { notFound } from '../../../kit/errors/index.ts';
import { type AnyRoute, defineRoute } from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { applicationParams } from '../applications/application.schema.ts';
import { requireAnalyzed } from '../applications/find-application.ts';
import type { ReviewService } from '../review-service.ts';
import { findReadiness } from './readiness.repository.ts';
import { readinessRecord } from './readiness.schema.ts';

const descriptions: Record<ReadinessKind, string> = {
  cloud: 'Readiness for a cloud',
  library: 'Readiness to be used as a library',
  mesh: 'Readiness to run in a service mesh',
};

export function readinessRoutes(service: () => Pick<ReviewService, 'db'>): AnyRoute[] {
  return readinessKinds.map((kind) =>
    defineRoute({
      method: 'GET',
      path: `/v1/review/applications/:id/readiness/${kind}`,
      operationId: `get${kind.charAt(0).toUpperCase()}${kind.slice(1)}Readiness`,
      tag: 'Applications',
      access: 'review:read',
      limits: ['review_queries'],
      summary: descriptions[kind],
      description: 'With every check, so that the score can be computed again by hand.',
      params: applicationParams,
      responses: { 200: readinessRecord },
      errors: ['not_found', 'invalid_state', 'analysis_failed'],
      handler: async ({ principal, params }) => {
        const { id } = await requireAnalyzed(service().db, principal.orgId, params.id);
        const found = await findReadiness(service().db, principal.orgId, id, kind);
        if (found === undefined) throw notFound('readiness score');
        const checklist = found.checklist.slice(1, -1);
        const json = `{"application_id":"${formatId('app', id)}",${checklist},"computed_at":"${found.computed_at.toISOString()}"}`;
        return { status: 200, json };
      },
    }),
  );
}
