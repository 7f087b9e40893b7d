import type { StoredBlob } from '../../../engine/blobs/index.ts';
import {
  type AnyRoute,
  defineRoute,
  fromRecord,
  pageOf,
  placeOf,
  type Reply,
} from '../../../kit/http/index.ts';
import { uuidOf } from '../../../kit/ids.ts';
import type { ReviewService } from '../review-service.ts';
import type { ApplicationStatus } from '../review-tables.ts';
import { type Application, listApplications, listGaps } from './application.repository.ts';
import {
  applicationList,
  applicationParams,
  applicationRecord,
  archiveBody,
  decisionBody,
  formatApplication,
  gapList,
} from './application.schema.ts';
import { listApplicationsQuery, listGapsQuery, uploadOptions } from './application-queries.ts';
import { archiveApplication, type Decision, decideApplication } from './decide-application.ts';
import { requireAnalyzed, requireApplication } from './find-application.ts';
import { beginAnalysis, uploadApplication } from './upload-application.ts';

const base = '/v1/review/applications';
const read = { tag: 'Applications', access: 'review:read', limits: ['review_queries'] } as const;
const write = { ...read, access: 'review:write' } as const;

/** 500 MB, with the API's definition of MB. */
export const MAX_ARCHIVE_BYTES = 524_288_000;

/** An archive this large probably needs two threads. */
const LARGE_ARCHIVE_BYTES = 2_097_152;

export function applicationRoutes(service: () => ReviewService): AnyRoute[] {
  return [uploadRoute(service), ...readRoutes(service), ...decisionRoutes(service)];
}

function answer(status: number, application: Application): Reply {
  return { status, json: formatApplication(application) };
}

function uploadRoute(service: () => ReviewService): AnyRoute {
  return defineRoute({
    ...write,
    limits: ['review_uploads'],
    method: 'POST',
    path: base,
    operationId: 'uploadApplication',
    summary: 'Upload an application',
    description:
      'A ZIP archive, as the part `file` of multipart/form-data or as the body itself. Its structure is checked before the answer; the analysis begins at once.',
    upload: {
      field: 'file',
      mediaTypes: ['application/zip', 'application/x-zip-compressed', 'application/octet-stream'],
      limitBytes: MAX_ARCHIVE_BYTES,
      tooLargeCode: 'file_too_large',
      receive: (stream, { principal, filename, query, declaredBytes }) => {
        service().checks.prepare('prepare', { for: 'check' });
        service().workers.prepare('prepare', {
          for: declaredBytes >= LARGE_ARCHIVE_BYTES ? 'large_analysis' : 'analysis',
        });
        const { orgId } = principal;
        return service().blobs.put(stream, {
          orgId,
          maxBytes: MAX_ARCHIVE_BYTES,
          tooLargeCode: 'file_too_large',
          isBounded: true,
          onWritten: (blob) =>
            beginAnalysis(service(), blob, { orgId, name: query.get('name') ?? undefined, filename }),
        });
      },
      async discard(stored) {
        const { orgId, key } = stored as StoredBlob;
        service().ahead.drop(key);
        await service().blobs.delete(orgId, key);
      },
    },
    query: uploadOptions,
    responses: { 202: applicationRecord },
    errors: ['invalid_zip', 'file_too_large', 'quota_reached'],
    handler: async ({ file, query, principal, newId }) =>
      answer(
        202,
        await uploadApplication(service(), {
          orgId: principal.orgId,
          id: uuidOf(newId('app')),
          name: query.name,
          revision: query.revision,
          filename: file.filename,
          stored: file.stored as StoredBlob,
        }),
      ),
  });
}

function readRoutes(service: () => ReviewService): AnyRoute[] {
  return [
    defineRoute({
      ...read,
      method: 'GET',
      path: base,
      operationId: 'listApplications',
      reads: 'replica',
      summary: 'List applications',
      description: 'Newest first.',
      query: listApplicationsQuery,
      responses: { 200: applicationList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const filter = {
          ...fromRecord(listApplicationsQuery, query),
          status: query.status as ApplicationStatus | undefined,
        };
        const found = await listApplications(service().db, principal.orgId, filter, page);
        const { applications, total } = found;
        const tail = placeOf(total, page, applications.length);
        const texts = applications.map(formatApplication).join(',');
        return { status: 200, json: `{"applications":[${texts}],${JSON.stringify(tail).slice(1)}` };
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: `${base}/:id`,
      operationId: 'getApplication',
      summary: 'Read an application',
      params: applicationParams,
      responses: { 200: applicationRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) =>
        answer(200, await requireApplication(service().db, principal.orgId, params.id)),
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: `${base}/:id/gaps`,
      operationId: 'listAnalysisGaps',
      reads: 'replica',
      summary: 'List the files that were not analysed in full',
      description: 'Every such file with the reason; all others were analysed in full.',
      params: applicationParams,
      query: listGapsQuery,
      responses: { 200: gapList },
      errors: ['not_found', 'invalid_state', 'analysis_failed'],
      handler: async ({ principal, params, query }) => {
        const { orgId } = principal;
        const { id } = await requireAnalyzed(service().db, orgId, params.id);
        const page = pageOf(query);
        const status = query.status as 'partial' | 'skipped' | undefined;
        const { texts, total } = await listGaps(service().db, { orgId, id }, status, page);
        const tail = placeOf(total, page, texts.length);
        return { status: 200, json: `{"gaps":[${texts.join(',')}],${JSON.stringify(tail).slice(1)}` };
      },
    }),
  ];
}

function decisionRoutes(service: () => ReviewService): AnyRoute[] {
  const decide = (verb: string, decision: Decision, summary: string) =>
    defineRoute({
      ...write,
      method: 'POST',
      path: `${base}/:id/${verb}`,
      operationId: `${verb}Application`,
      summary,
      description: 'Overrules earlier decisions of the gate or of somebody else.',
      params: applicationParams,
      body: decisionBody,
      bodyOptional: true,
      responses: { 200: applicationRecord },
      errors: ['not_found', 'invalid_state'],
      handler: async ({ principal, params, body }) =>
        answer(
          200,
          await decideApplication(service(), decision, {
            orgId: principal.orgId,
            applicationId: params.id,
            reviewId: body?.review_id,
            reason: body?.reason,
          }),
        ),
    });
  return [
    decide('approve', 'approved', 'Approve an application'),
    decide('reject', 'rejected', 'Reject an application'),
    defineRoute({
      ...write,
      method: 'POST',
      path: `${base}/:id/archive`,
      operationId: 'archiveApplication',
      summary: 'Archive an application',
      description: 'Its results stay readable, and it takes no more reviews. A repeat changes nothing.',
      params: applicationParams,
      body: archiveBody,
      bodyOptional: true,
      responses: { 200: applicationRecord },
      errors: ['not_found'],
      handler: async ({ principal, params, body }) =>
        answer(
          200,
          await archiveApplication(service(), {
            orgId: principal.orgId,
            applicationId: params.id,
            reason: body?.reason,
          }),
        ),
    }),
  ];
}
