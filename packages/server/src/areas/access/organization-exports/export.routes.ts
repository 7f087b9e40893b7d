import { Type } from 'typebox';
import { AppError, notFound } from '../../../kit/errors/index.ts';
import {
  type AnyRoute,
  accepted,
  defineRoute,
  ok,
  okList,
  type Principal,
  pageOf,
} from '../../../kit/http/index.ts';
import { parseId } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import type { OrganizationDataService } from '../organization-data-service.ts';
import { operatedId } from '../organizations/operate.ts';
import { findOperatedOrganization } from '../organizations/organizations.repository.ts';
import { organizationParams } from '../organizations/organizations.schema.ts';
import { findExport, listExports, type OrganizationExport } from './export.repository.ts';
import { exportList, exportParams, exportRecord, listExportsQuery, toExportRecord } from './export.schema.ts';
import { requestExport } from './request-export.ts';
import { EXPORT_DAYS } from './run-export.ts';

const shared = { tag: 'Organization', access: 'admin', limits: ['access_api'] } as const;
const operator = 'For admin keys and owners of the organization that runs the service.';

/** For the operator: archives of all of an organization's data. */
export function exportRoutes(service: () => OrganizationDataService): AnyRoute[] {
  return [
    defineRoute({
      ...shared,
      method: 'POST',
      path: '/v1/organizations/:id/exports',
      operationId: 'exportOrganization',
      summary: 'Export everything that an organization has',
      description: `Makes a ZIP in the background: a file of JSON lines for each kind of record, the log as \`verify-log\` reads it, uploaded files, and a manifest with counts and SHA-256 hashes. No secret is in it. Each kind is as it was when it was read: suspend the organization first where all of them must be of one moment. ${operator}`,
      params: organizationParams,
      responses: { 202: exportRecord },
      errors: ['not_found', 'conflict', 'invalid_state'],
      handler: async ({ principal, params, newId }) => {
        const orgId = await operatedId(service(), principal, params.id);
        const id = required(parseId('oxp', newId('oxp')), 'the UUID of a new id');
        return accepted(toExportRecord(await requestExport(service(), { principal, orgId, id })));
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/v1/organizations/:id/exports',
      operationId: 'listOrganizationExports',
      summary: 'List the exports of an organization',
      description: `Newest first. ${operator}`,
      params: organizationParams,
      query: listExportsQuery,
      responses: { 200: exportList },
      errors: ['not_found'],
      handler: async ({ principal, params, query }) => {
        const orgId = await operatedId(service(), principal, params.id);
        if ((await findOperatedOrganization(service().db, orgId)) === undefined)
          throw notFound('organization');
        const page = pageOf(query);
        const { rows, total } = await listExports(service().db, orgId, page);
        return okList('exports', rows.map(toExportRecord), total, page);
      },
    }),
    ...oneExportRoutes(service),
  ];
}

function oneExportRoutes(service: () => OrganizationDataService): AnyRoute[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/v1/organizations/:id/exports/:exportId',
      operationId: 'getOrganizationExport',
      summary: 'Follow an export of an organization',
      description: operator,
      params: exportParams,
      responses: { 200: exportRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => ok(toExportRecord(await find(service(), principal, params))),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/v1/organizations/:id/exports/:exportId/archive',
      operationId: 'downloadOrganizationExport',
      summary: 'Download the archive of an export',
      description: `A ZIP, for ${EXPORT_DAYS} days after it was made. ${operator}`,
      params: exportParams,
      responses: { 200: Type.String({ description: 'The archive.' }) },
      produces: 'application/zip',
      errors: ['not_found', 'invalid_state'],
      handler: async ({ principal, params }) => {
        const one = await find(service(), principal, params);
        return {
          status: 200,
          stream: await service().blobs.open(fileOf(one, service().clock.now())),
          headers: {
            'content-type': 'application/zip',
            'content-length': String(one.sizeBytes),
            'content-disposition': `attachment; filename="${params.exportId}.zip"`,
          },
        };
      },
    }),
  ];
}

async function find(
  service: OrganizationDataService,
  principal: Principal,
  params: { id: string; exportId: string },
): Promise<OrganizationExport> {
  const orgId = await operatedId(service, principal, params.id);
  const id = parseId('oxp', params.exportId);
  const found = id && (await findExport(service.db, orgId, id));
  if (!found) throw notFound('organization export');
  return found;
}

/** The key of the stored file. Throws `invalid_state` when there is none yet, or no longer. */
function fileOf({ status, blobKey, expiresAt }: OrganizationExport, now: number): string {
  if (status === 'completed' && blobKey !== null && expiresAt !== null && expiresAt.getTime() > now)
    return blobKey;
  const isEarly = status === 'queued' || status === 'running';
  throw new AppError('invalid_state', {
    message: isEarly
      ? 'The export is still in progress. Ask again when it is completed.'
      : 'The archive is gone, or it was never made. Ask for a new export.',
  });
}
