import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { PackageUse } from '@trivium/scanner';
import { Type } from 'typebox';
import { type AnyRoute, defineRoute } from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import type { Application } from '../applications/application.repository.ts';
import { applicationParams } from '../applications/application.schema.ts';
import { requireAnalyzed } from '../applications/find-application.ts';
import type { ReviewService } from '../review-service.ts';
import type { ReviewDatabase } from '../review-tables.ts';
import { formatComponent } from './format-component.ts';
import { listPackages } from './package.repository.ts';

const MEDIA_TYPE = 'application/vnd.cyclonedx+json';
const PAGE = 500;

export function sbomRoutes(service: () => Pick<ReviewService, 'db'>): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/review/applications/:id/sbom',
      operationId: 'getBillOfMaterials',
      tag: 'Applications',
      access: 'review:read',
      limits: ['review_queries'],
      reads: 'replica',
      summary: 'Read the bill of materials of an application',
      description:
        'CycloneDX 1.6 in JSON: every package that its manifests and lockfiles name, and libraries copied into it.',
      params: applicationParams,
      responses: { 200: Type.Object({}, { additionalProperties: true }) },
      produces: MEDIA_TYPE,
      errors: ['not_found', 'invalid_state', 'analysis_failed'],
      handler: async ({ principal, params }) => {
        const { db } = service();
        const application = await requireAnalyzed(db, principal.orgId, params.id);
        return {
          status: 200,
          stream: Readable.from(formatBill(db, application)),
          headers: { 'content-type': `${MEDIA_TYPE}; version=1.6; charset=utf-8` },
        };
      },
    }),
  ];
}

async function* formatBill(db: ReviewDatabase, application: Application): AsyncGenerator<string> {
  const head = JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${contentUuid(application.sha256)}`,
    version: 1,
    metadata: {
      timestamp: required(application.analysis_completed_at, 'when the analysis ended').toISOString(),
      tools: { components: [{ type: 'application', name: 'Trivium' }] },
      component: {
        type: 'application',
        'bom-ref': formatId('app', application.id),
        name: application.name,
        hashes: [{ alg: 'SHA-256', content: application.sha256 }],
      },
    },
  });
  yield `${head.slice(0, -1)},"components":[`;
  let isFirst = true;
  for await (const { ordinal, text } of readPackages(db, application)) {
    yield `${isFirst ? '' : ','}${formatComponent(JSON.parse(text) as PackageUse, ordinal)}`;
    isFirst = false;
  }
  yield ']}';
}

async function* readPackages(
  db: ReviewDatabase,
  { org_id: orgId, id }: Application,
): AsyncGenerator<{ ordinal: number; text: string }> {
  for (let after = 0; ; ) {
    const rows = await listPackages(db, { orgId, applicationId: id }, after, PAGE);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.ordinal;
  }
}

/**
 * A UUID derived from the archive, so that the same archive has the same bill of materials (RFC 9562, version
 * 8).
 */
function contentUuid(sha256: string): string {
  const hex = createHash('sha256').update(`bill of materials ${sha256}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
