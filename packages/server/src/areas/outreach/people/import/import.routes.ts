import { Type } from 'typebox';
import type { StoredBlob } from '../../../../engine/blobs/index.ts';
import { cutText } from '../../../../kit/cut-text.ts';
import { AppError, notFound } from '../../../../kit/errors/index.ts';
import { type AnyRoute, accepted, defineRoute, ok, okList, pageOf } from '../../../../kit/http/index.ts';
import { parseId, uuidOf } from '../../../../kit/ids.ts';
import { createImport } from './create-import.ts';
import { findImport, type LeadImport, listImports } from './import.repository.ts';
import {
  importList,
  importOptionsQuery,
  importParams,
  importRecord,
  listImportsQuery,
  readOptions,
  toImportRecord,
} from './import.schema.ts';
import type { ImportPorts } from './import-ports.ts';
import { rejectReport } from './reject-report.ts';

/** Size of the upload; gzip may inflate to more. */
const MAX_FILE_BYTES = 5 * 1_073_741_824;

const read = { tag: 'Leads', access: 'outreach:read', limits: ['outreach_queries'] } as const;
const write = { tag: 'Leads', access: 'outreach:write', limits: ['outreach_leads'] } as const;

export function importRoutes(service: () => ImportPorts): AnyRoute[] {
  const find = async (orgId: string, id: string): Promise<LeadImport> => {
    const importId = parseId('imp', id);
    const found = importId && (await findImport(service().db, orgId, importId));
    if (!found) throw notFound('import job');
    return found;
  };
  return [
    defineRoute({
      ...write,
      method: 'POST',
      path: '/v1/outreach/leads/import',
      operationId: 'importLeads',
      summary: 'Import leads from a CSV file',
      description:
        'Takes a form with the part `file`, or the file itself as `text/csv`, also as gzip. The counts in the answer are exact; the leads are merged afterwards. One import is one lead operation, whatever its size.',
      query: importOptionsQuery,
      upload: {
        field: 'file',
        mediaTypes: [
          'text/csv',
          'text/plain',
          'text/tab-separated-values',
          'application/gzip',
          'application/x-gzip',
          'application/vnd.ms-excel',
          'application/octet-stream',
        ],
        limitBytes: MAX_FILE_BYTES,
        tooLargeCode: 'file_too_large',
        receive: (stream, { principal }) =>
          service().blobs.put(stream, {
            orgId: principal.orgId,
            maxBytes: MAX_FILE_BYTES,
            tooLargeCode: 'file_too_large',
            isBounded: true,
          }),
        discard: ({ orgId, key }: StoredBlob) => service().blobs.delete(orgId, key),
      },
      responses: { 202: importRecord },
      errors: [
        ...(['not_found', 'invalid_csv', 'missing_email_column'] as const),
        ...(['unsupported_encoding', 'file_too_large', 'quota_reached'] as const),
      ],
      handler: async ({ principal, query, file, newId, requestId }) => {
        const one = await createImport(service(), {
          orgId: principal.orgId,
          importId: uuidOf(newId('imp')),
          file: { name: file.filename && cutText(file.filename, 255), stored: file.stored },
          options: readOptions(query),
          correlationId: requestId,
        });
        return accepted(toImportRecord(one));
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/imports',
      otherPaths: ['/v1/outreach/leads/import'],
      operationId: 'listLeadImports',
      reads: 'replica',
      summary: 'List import jobs',
      description: 'Newest first.',
      query: listImportsQuery,
      responses: { 200: importList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const { imports, total } = await listImports(service().db, principal.orgId, page);
        return okList('imports', imports.map(toImportRecord), total, page);
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/imports/:id',
      otherPaths: ['/v1/outreach/leads/import/:id'],
      operationId: 'getLeadImport',
      summary: 'Follow an import job',
      params: importParams,
      responses: { 200: importRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => ok(toImportRecord(await find(principal.orgId, params.id))),
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/imports/:id/errors',
      otherPaths: ['/v1/outreach/leads/import/:id/errors'],
      operationId: 'getLeadImportErrors',
      reads: 'replica',
      summary: 'Download the rows that made no lead',
      description:
        "CSV with `line`, `column`, `code`, `detail` and `raw`: rows that cannot be used, rows that repeat an earlier one (with its line), and suppressed addresses. What a spreadsheet would treat as a formula is prefixed with `'`. Answers 409 until the job has ended.",
      params: importParams,
      responses: { 200: Type.String({ description: 'The rejected rows.' }) },
      produces: 'text/csv',
      errors: ['not_found', 'invalid_state'],
      handler: async ({ principal, params }) => {
        const one = await find(principal.orgId, params.id);
        if (one.completedAt === null) {
          throw new AppError('invalid_state', {
            message: 'The import is still in progress. Ask again when it has ended.',
          });
        }
        return {
          status: 200,
          stream: rejectReport(service().db, one),
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': `attachment; filename="${params.id}-errors.csv"`,
          },
        };
      },
    }),
  ];
}
